import type { Memory, MemoryEvent } from 'daypack/memory'
import { hitLines } from '../../show/memory.ts'
import { count } from '../../show/words.ts'
import { clip, flat, safe } from '../show.ts'
import type { Chat } from '../types.ts'

const LINES = 20
const CHANGES = 50
const OFF = 'Memory is switched off (memory.enabled in daypack.json).'

export async function memory(chat: Chat, query: string): Promise<void> {
  const { ui, pack } = chat
  if (chat.config.memory?.enabled === false) return ui.line('Memory is switched off (memory.enabled in daypack.json).')
  if (query !== '') {
    for (const line of hitLines(await pack.memory.search(query))) ui.line(line)
    return
  }
  const changed = await pack.memory.log({ limit: CHANGES })
  const days = [...new Set(changed.map((change) => change.path))].filter((file) => file !== 'MEMORY.md')
  const notes = [
    await noteLines(pack.memory, 'MEMORY.md'),
    ...(await Promise.all(days.slice(0, 2).map((file) => noteLines(pack.memory, file)))),
  ]
  if (notes.every((lines) => lines.length === 0))
    return ui.line('There are no notes yet. Say “remember …”, or write MEMORY.md.')
  for (const line of notes.flat()) ui.line(line)
  ui.line('/memory followed by words searches all notes; daypack memory --help lists the rest.', 'quiet')
}

async function noteLines(notes: Memory, file: string): Promise<string[]> {
  const { text } = await notes.get(file).catch(() => ({ text: '' }))
  const lines = safe(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
  if (lines.length === 0) return []
  const more = lines.length - LINES
  return [
    `${file}:`,
    ...(more > 0 ? [`  … ${count(more, 'earlier line')}`] : []),
    ...lines.slice(-LINES).map((line) => `  ${line}`),
  ]
}

export async function summarizeStatus({ ui, pack, tasks, config }: Chat): Promise<void> {
  if (config.memory?.enabled === false) return ui.line(OFF)
  const { pendingFlushes } = await pack.memory.status()
  if (pendingFlushes > 0) ui.line(`${pendingFlushes} waiting or running.`)
  else if (tasks.length === 0) ui.line('No memory task has run in this chat.')
  for (const [index, { at, state, result }] of tasks.entries()) {
    ui.line(`Task ${index + 1}, ended at ${new Date(at).toLocaleTimeString('en-GB')}: ${state}.`)
    ui.line(`  ${clip(flat(result), 200)}`)
  }
}

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
