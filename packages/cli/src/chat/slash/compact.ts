import { presetName } from '../../config/pack-options.ts'
import type { Chat } from '../types.ts'
import { compactReply } from './reply.ts'
import { undoBatch } from '../../show/explain.ts'
import { count } from '../../show/words.ts'
import { safe } from '../show.ts'
import type { View } from 'daypack'
import { numberOf } from 'daypack/internal'

export async function compactCommand(chat: Chat, instruction: string, signal: AbortSignal): Promise<void> {
  const { session, ui, config } = chat
  if (session.view.slots.length === 0) return ui.line('There is nothing to compact: the conversation is empty.')
  const known = foldedIn(session.view)
  const { before, after, changes, why } = await session.compact({ signal, ...(instruction !== '' && { instruction }) })
  if (after.tokens >= before.tokens || changes.length === 0)
    return ui.line(`Nothing was compacted: ${why}. ${before.tokens} tokens are in view; nothing changed.`)
  const messages = foldedIn(session.view) - known
  const isRemembered = messages > 0 && config.memory?.enabled !== false && config.memory?.flush !== false
  const newest = session.view.items.findLast((item) => item.kind === 'fold')
  const done = {
    messages,
    before: before.tokens,
    after: after.tokens,
    cropped: changes.filter((change) => change.what === 'cropped').length,
    isRemembered,
    summary: newest?.kind === 'fold' ? safe(newest.summary.text) : '',
    isIgnored: instruction !== '' && newest?.kind === 'fold' && isIgnored(newest.summary),
  }
  for (const line of compactReply(presetName(config), done)) ui.line(line)
}

function foldedIn(view: Chat['session']['view']): number {
  return view.items.reduce((sum, item) => sum + (item.kind === 'fold' ? item.messages : 0), 0)
}

export function isIgnored({ by, text }: { readonly by?: string; readonly text: string }): boolean {
  return by !== 'model' && !text.includes('# Kept because the user asked for it')
}

export async function compactStr({ session, ui }: Chat): Promise<void> {
  const folds = session.view.items.filter((item) => item.kind === 'fold')
  if (folds.length === 0) return ui.line('There is no summary: nothing has been folded.')
  for (const fold of folds) {
    ui.line(
      `${count(fold.messages, 'message')}, ${numbers(session.view, fold.seq, fold.to)}, summed up by ${fold.summary.by ?? 'rules'} in ${fold.size.tokens} tokens:`,
    )
    ui.line(safe(fold.summary.text))
  }
}

export async function undo({ session, ui }: Chat, words: string): Promise<void> {
  const seq = /^\d+$/.test(words) ? Number(words) : undefined
  if (words !== '' && seq === undefined)
    return ui.line('/undo takes the number of a batch, as /explain shows it, or no number at all. Nothing was done.')
  const { lines } = await undoBatch(session, seq, { undo: (batch) => `/undo ${batch}`, list: '/explain' })
  for (const line of lines) ui.line(line)
}

export function numbers(view: View, from: number, to: number): string {
  const [first, last] = [numberOf(view, from), numberOf(view, to)]
  return first >= last ? `number ${last}` : `numbers ${first} to ${last}`
}
