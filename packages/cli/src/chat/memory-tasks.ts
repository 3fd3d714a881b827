import type { MemoryEvent } from 'daypack/memory'

/** Something memory did in the background. */
export type MemoryTask = { readonly at: number; readonly state: 'completed' | 'failed'; readonly result: string }

export function recordTasks(tasks: MemoryTask[], now: () => number): (event: MemoryEvent) => void {
  return (event) => {
    const at = now()
    if (event.type === 'failed') tasks.push({ at, state: 'failed', result: `${event.what}: ${event.why}` })
    if (event.type === 'consolidated') tasks.push({ at, state: 'completed', result: `MEMORY.md ${event.result.state}` })
    if (event.type !== 'flushed') return
    const { lines, path, state } = event.result
    const result = lines.length === 0 ? `nothing to note (${state})` : `${path}: ${lines.join(' ')}`
    tasks.push({ at, state: 'completed', result })
  }
}
