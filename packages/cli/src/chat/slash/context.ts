import { o200k, type ShownMessage, type View } from 'daypack'
import { windowOf } from '../../config/pack-options.ts'
import { bar, fillOf, legend, short } from '../../replay/meter.ts'
import { count } from '../../show/words.ts'
import { clip, flat, halves, safe } from '../show.ts'
import type { Chat } from '../types.ts'
import { blockText } from 'daypack/internal'
import { billOf, costReport } from '../../show/cost.ts'
import { explainLines } from '../../show/explain.ts'
import { whole } from '../whole.ts'

const BIGGEST = 8

export async function context(chat: Chat): Promise<void> {
  const { session, ui, config } = chat
  const { view } = session
  const window = windowOf(config)
  const fill = fillOf(view, window)
  ui.line(
    `[${bar(fill, Math.max(20, ui.width - 30))}] ${short(view.size.tokens)} of ${short(window)}, ${((view.size.tokens / window) * 100).toFixed(0)} %`,
  )
  ui.line(legend(fill))
  if (view.slots.length === 0) return ui.line('The conversation is empty.')
  for (const line of zones(view)) ui.line(line)
  ui.line(`Tools take ${short((await o200k()).count(JSON.stringify(chat.tools)))} more with every request.`)
  ui.line('Biggest:')
  for (const line of biggest(view, ui.width)) ui.line(line)
}

function zones(view: View): string[] {
  const tokens = (items: readonly { size: { tokens: number } }[]) =>
    items.reduce((sum, item) => sum + item.size.tokens, 0)
  const sent = view.items.filter((item) => item.seq <= view.sent)
  const fresh = view.items.filter((item) => item.seq > view.sent)
  const pinned = view.items.filter((item) => item.kind === 'message' && item.pinned)
  const lines = [
    `Zones: system ${short(view.system?.size.tokens ?? 0)}; sent ${short(tokens(sent))} in ${count(sent.length, 'item')}, unchanged until the next epoch; fresh ${short(tokens(fresh))} in ${count(fresh.length, 'item')}, shortened before being sent if need be.`,
  ]
  if (pinned.length > 0) lines.push(`Pinned: ${count(pinned.length, 'message')}, ${short(tokens(pinned))}.`)
  return lines
}

function biggest(view: View, width: number): string[] {
  const position = new Map(view.slots.map((slot, index) => [slot.seq, index + 1]))
  const messages = view.items.filter((item): item is ShownMessage => item.kind === 'message')
  return messages
    .flatMap((item) => item.blocks.map((block) => ({ ...block, seq: item.seq })))
    .toSorted((a, b) => b.size.tokens - a.size.tokens)
    .slice(0, BIGGEST)
    .map(({ block, size, full, seq }) => {
      const cut = size.tokens < full.tokens ? ` of ${short(full.tokens)}` : ''
      return clip(
        `  ${short(size.tokens).padStart(6)}${cut}  message ${position.get(seq) ?? seq}, ${block.type}: ${flat(blockText(block))}`,
        width,
      )
    })
}

export async function explainCommand({ session, ui, config }: Chat): Promise<void> {
  for (const line of explainLines(await session.explain(), windowOf(config), await session.entries())) ui.line(line)
}

export async function costCommand({ session, ui, config }: Chat): Promise<void> {
  const report = await billOf(session, config)
  if (report.requests === 0) return ui.line('Nothing was billed in this session yet.')
  for (const line of costReport(report)) ui.line(line)
}

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
