// Which part of the data a setting may be tuned on.
import { createHash } from 'node:crypto'

export type Part = 'train' | 'held-out'

/** Only these repositories may be tuned on, and of their sessions only half; the others are held out altogether. */
const TRAINABLE = ['entire-cli', 'specstory']
/** One repository told apart by time: what came before this session may be tuned on. */
const FIRST_HELD_OUT: Readonly<Record<string, string>> = { 'agentv-codex': '019f03e0' }

export function partOf(repository: string, id: string): Part {
  const first = FIRST_HELD_OUT[repository]
  if (first !== undefined) return id < first ? 'train' : 'held-out'
  if (!TRAINABLE.includes(repository)) return 'held-out'
  return (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0 ? 'train' : 'held-out'
}
