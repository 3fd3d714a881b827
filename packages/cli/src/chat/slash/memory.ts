import { hitLines, statusLines } from '../../show/memory.ts'
import { clip, flat } from '../show.ts'
import type { Chat } from '../types.ts'

/** `/memory [query]` */
export async function memory(chat: Chat, query: string): Promise<void> {
  const { ui, pack } = chat
  if (isOff(chat)) return ui.line('Memory is switched off (memory.enabled in daypack.json).')
  const lines = query === '' ? statusLines(await pack.memory.status()) : hitLines(await pack.memory.search(query))
  for (const line of lines) ui.line(line)
}

/** `/summarize_status` */
export async function summarizeStatus(chat: Chat): Promise<void> {
  const { ui, pack, tasks } = chat
  if (isOff(chat)) return ui.line('Memory is switched off (memory.enabled in daypack.json).')
  const { pendingFlushes, failures } = await pack.memory.status()
  if (tasks.length === 0 && pendingFlushes === 0) ui.line('No memory task has run in this chat.')
  for (const { id, startedAt, state, result } of tasks) {
    const shown = state === 'running' && pendingFlushes === 0 ? 'completed' : state
    ui.line(
      `Task ${id}, started ${new Date(startedAt).toISOString()}: ${shown}${result === undefined ? '' : `; ${clip(flat(result), 200)}`}`,
    )
  }
  if (pendingFlushes > 0) ui.line(`${pendingFlushes} waiting or running.`)
  for (const failure of failures) ui.line(`Failed: ${clip(flat(failure), 200)}`)
}

function isOff(chat: Chat): boolean {
  return chat.config.memory?.enabled === false
}
