import type { MemoryEvent } from 'daypack/memory'
import type { MemoryTask } from './types.ts'

function resultOf(event: Extract<MemoryEvent, { type: 'flushed' | 'consolidated' }>): string {
  if (event.type === 'consolidated') return `MEMORY.md ${event.result.state}`
  const { lines, path, state } = event.result
  return lines.length === 0 ? `nothing to note (${state})` : `${path}: ${lines.join(' ')}`
}

export function remembering(tasks: MemoryTask[], now: () => number): (event: MemoryEvent) => void {
  return (event) => {
    if (event.type === 'flushed' || event.type === 'consolidated') finish('completed', resultOf(event))
    if (event.type === 'failed') finish('failed', `${event.what}: ${event.why}`)
  }

  function finish(state: 'completed' | 'failed', result: string): void {
    const task = tasks.find((each) => each.state === 'running')
    if (task) Object.assign(task, { state, result })
    else tasks.push({ id: tasks.length + 1, startedAt: now(), state, result })
  }
}
