import { halves, flat, clip, safe } from '../show.ts'
import { count } from '../../show/words.ts'
import { windowOf } from '../../config/pack-options.ts'
import type { Chat } from '../types.ts'
import { blockText } from 'daypack/internal'
import { whole } from '../whole.ts'

const MAX_CHARS = 10_000
const PREVIEW = 100

export async function history({ session, ui, config }: Chat): Promise<void> {
  const { view } = session
  const window = windowOf(config)
  const folds = view.items.filter((item) => item.kind === 'fold')
  const summary = folds.reduce((sum, fold) => sum + fold.size.tokens, 0)
  const shown = new Set(view.items.flatMap((item) => (item.kind === 'message' ? [item.seq] : [])))
  const lines = view.slots.map(({ seq, message, sizes }, index) => {
    const tokens = sizes.reduce((sum, size) => sum + size.tokens, 0)
    const state = shown.has(seq) ? (view.pins.has(seq) ? ' pinned' : '') : ' folded'
    const preview = flat(message.blocks.map(blockText).join(' '))
    return `${index + 1}. ${message.role}, ${count(tokens, 'token')}, ${count(message.blocks.length, 'block')}${state}: ${clip(preview, PREVIEW)}`
  })
  ui.line(
    `${count(view.slots.length, 'message')}, ${count(view.size.tokens, 'token')} in view, ${((view.size.tokens / window) * 100).toFixed(1)} % of ${window}; summaries ${summary} tokens.`,
  )
  if (lines.length > 0) ui.line(halves(lines.join('\n'), config.chat?.historyMaxChars ?? MAX_CHARS))
}

export async function message({ session, ui, config }: Chat, words: string): Promise<void> {
  const { slots } = session.view
  if (!/^\d+$/.test(words)) return ui.line('/message takes a number, as /history shows it: /message 3.')
  const slot = slots[Number(words) - 1]
  if (!slot)
    return ui.line(
      slots.length === 0
        ? 'There are no messages yet.'
        : `There is no message ${words}; there are 1 to ${slots.length}.`,
    )
  const { blocks } = await whole(session, slot.message)
  ui.line(`Message ${words}, ${slot.message.role}, ${new Date(slot.at).toISOString()}, ${slot.origin}`)
  ui.line(safe(halves(blocks.map(blockText).join('\n'), config.chat?.historyMaxChars ?? MAX_CHARS)))
}
