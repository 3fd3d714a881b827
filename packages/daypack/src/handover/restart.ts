import { LOST } from './outcome.ts'
import { isStored, textOf, toolCalls } from '../model/message.ts'
import type { Fold, Seq } from '../model/edit.ts'
import { atoms, isMessage, requestSeq } from '../view/read.ts'
import type { Item, View } from '../view/view.ts'
import { clipMiddle, clipSpeech, flat } from './clip.ts'
import type { HandoverContext } from './context.ts'
import { quoted, quotedAfter } from '../view/frame.ts'
import { recordOf } from './record.ts'
import { CHARS_PER_TOKEN } from './room.ts'

/** The request may take this share of the usable window, the last steps as much, the records the rest. */
const STEPS_SHARE = 0.25
const RECORDS_SHARE = 0.15
/** A view made so may fill this share of the usable window. */
const VIEW_SHARE = 0.9

/**
 * INV-05's restart form: everything after system (and behind the last pin) becomes one user message: what was done, the
 * latest request verbatim, the last steps as text. No tool block and no reasoning from before it is sent, so nothing can
 * be orphaned or bound.
 */
export async function restart(view: View, ctx: HandoverContext): Promise<Fold> {
  const start =
    view.items.findLastIndex((item) => isMessage(item) && (item.pinned || item.message.role === 'system')) + 1
  const items = view.items.slice(start)
  const latest = requestSeq(view)
  const request = view.slots.find((slot) => slot.seq === latest && slot.seq >= (items[0]?.seq ?? Infinity))
  const fixed = ctx.budget.extra.tokens + (view.system?.size.tokens ?? 0)
  const room = Math.max(0, ctx.budget.usable * VIEW_SHARE - fixed)
  let text = ''
  for (let share = 1; share > 0.05; share /= 2) {
    text = await restarted(items, latest, request ? textOf(request.message) : '', ctx, share)
    if (ctx.count(text) <= room) break
  }
  const first = items[0]
  const last = items.at(-1)
  return {
    op: 'fold',
    from: first?.seq ?? 0,
    to: last?.kind === 'fold' ? last.to : (last?.seq ?? 0),
    summary: { text, by: 'restart', ...(request && latest !== undefined && { request: latest }) },
  }
}

async function restarted(
  items: readonly Item[],
  latest: Seq | undefined,
  request: string,
  ctx: HandoverContext,
  share: number,
): Promise<string> {
  const chars = ctx.budget.usable * CHARS_PER_TOKEN * share
  const { text: steps, from } = await lastSteps(items, ctx, chars * STEPS_SHARE)
  const roomForRecords = chars * RECORDS_SHARE
  const parts = [
    'The conversation up to here was folded to fit the window; all of it is on record.',
    section(
      'Steps so far, newest last',
      tail(
        items.slice(0, from).flatMap((item) => (item.seq === latest ? [] : [recordIn(item, roomForRecords)])),
        roomForRecords,
      ),
    ),
    section('The latest request, verbatim', request),
    section('The last steps', steps),
  ]
  return parts.filter(Boolean).join('\n\n')
}

/** An earlier hand-over in the room there is: its end is nearest to what follows. */
function recordIn(item: Item, maxChars: number): string {
  if (isMessage(item)) return recordOf(item)
  return clipMiddle(item.summary.text, maxChars * 0.3, maxChars * 0.5)
}

function section(title: string, body: string): string {
  return body === '' ? '' : `## ${title}\n${body}`
}

/** The newest lines that fit. */
function tail(lines: readonly string[], maxChars: number): string {
  const kept: string[] = []
  let left = maxChars
  for (const line of lines.toReversed()) {
    left -= line.length + 1
    if (left < 0) break
    kept.unshift(line)
  }
  return kept.join('\n')
}

/** The newest atoms in full text, each result cut to its share; `from` is where they start. */
export async function lastSteps(
  items: readonly Item[],
  ctx: HandoverContext,
  maxChars: number,
): Promise<{ text: string; from: number }> {
  const texts: string[] = []
  let left = maxChars
  let start = items.length
  for (const { from, to } of atoms(items).toReversed()) {
    const isNewest = texts.length === 0
    const rendered = await stepText(items.slice(from, to), ctx, isNewest ? maxChars / 2 : left / 2)
    if (rendered === undefined || (!isNewest && rendered.length > left)) break
    texts.unshift(rendered)
    left -= rendered.length
    start = from
  }
  return { text: texts.join('\n'), from: start }
}

async function stepText(items: readonly Item[], ctx: HandoverContext, maxChars: number): Promise<string | undefined> {
  const lines: string[] = []
  for (const item of items) {
    if (!isMessage(item) || item.message.role === 'user') return undefined
    const said = textOf(item.message)
    if (said) lines.push(`${item.message.role}: ${quotedAfter(clipSpeech(said, maxChars / 2))}`)
    for (const call of toolCalls(item.message))
      lines.push(`called ${flat(call.tool)} ${cut(JSON.stringify(call.input), maxChars / 4)}`)
    for (const shown of item.blocks) {
      const { block } = shown
      if (block.type !== 'tool-result') continue
      const text = await ctx.read(shown)
      const { ref } = isStored(block.content) ? block.content : await ctx.store(text)
      const share = maxChars / Math.max(1, item.blocks.length)
      lines.push(
        `${block.isError && !LOST.test(text) ? 'failed' : 'result'} (${ctx.path(ref)}):\n${quoted(cut(text, share))}`,
      )
    }
  }
  return lines.join('\n')
}

function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  return `${text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, '')}… [${text.length - Math.floor(maxChars)} characters left out]`
}
