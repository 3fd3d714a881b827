import { tellCall } from '../read/call/call.ts'
import { LOST } from '../read/call/outcome.ts'
import { isStored, textOf, toolCalls, type ToolCallBlock } from '../../model/message.ts'
import type { Fold, Span } from '../../model/edit.ts'
import { atoms, isMessage, requestSeq } from '../../view/read.ts'
import { cropText } from '../../view/render.ts'
import type { Item, ShownBlock, View } from '../../view/view.ts'
import { clip, clipMiddle, flat } from '../text/clip.ts'
import { clipSpeech } from '../text/sentences.ts'
import type { HandoverContext } from '../read/context.ts'
import { quoted, quotedAfter } from '../../view/frame.ts'
import { recordOf } from './record.ts'
import { CHARS_PER_TOKEN } from '../weigh/room.ts'
import { wordsOf } from '../read/latest.ts'
import { standingOf, standingText } from '../read/standing.ts'
import { signOf } from '../read/call/signs.ts'
import { cleanOutput } from '../read/noise.ts'
import { failed } from '../../speech/failed.ts'

/** The request may take this share of the usable window, the last steps as much, the records the rest. */
const STEPS_SHARE = 0.25
const RECORDS_SHARE = 0.15
/** Standing instructions up to this share are whole. */
const RULES_SHARE = 0.4
/** A view made so may fill this share of what tools and system leave of the usable window. */
const VIEW_SHARE = 0.9

/**
 * The restart form: everything after system (and behind the last pin) becomes one user message: what was done, the
 * latest request verbatim, the last steps as text. No tool block and no reasoning from before it is sent, so nothing can
 * be orphaned or bound.
 */
export async function restart(view: View, ctx: HandoverContext): Promise<Fold> {
  const start =
    view.items.findLastIndex((item) => isMessage(item) && (item.pinned || item.message.role === 'system')) + 1
  const items = view.items.slice(start)
  const from = items[0]?.seq ?? Infinity
  const last = items.at(-1)
  const latest = requestSeq(view)
  const request = view.slots.find((slot) => slot.seq === latest && slot.seq >= from)
  const rules = standingOf(view.slots).filter((one) => one.seq >= from)
  const fixed = ctx.budget.extra.tokens + (view.system?.size.tokens ?? 0)
  const room = Math.max(0, (ctx.budget.usable - fixed) * VIEW_SHARE)
  let text = ''
  for (let share = 1; share > 0.05; share /= 2) {
    text = await told(ctx.budget.usable * CHARS_PER_TOKEN * share)
    if (ctx.count(text) <= room) break
  }
  return {
    op: 'fold',
    from: items[0]?.seq ?? 0,
    to: last?.kind === 'fold' ? last.to : (last?.seq ?? 0),
    summary: { text, by: 'restart', ...(request && latest !== undefined && { request: latest }) },
  }

  async function told(chars: number): Promise<string> {
    const steps = await lastSteps(items, ctx, chars * STEPS_SHARE, chars * STEPS_SHARE)
    const forRecords = chars * RECORDS_SHARE
    const before = items.slice(0, steps.from).filter((item) => !isMessage(item) || item.seq !== latest)
    const records = before.map((item) => recordIn(view, item, forRecords))
    const parts = [
      ['Standing instructions of this session', quoted(await standingText(rules, ctx, chars * RULES_SHARE))],
      ['Steps so far, newest last', tail(records, forRecords)],
      ['The latest request, verbatim', request ? wordsOf(request) || textOf(request.message) : ''],
      ['The last steps', [steps.text, steps.unseen].filter(Boolean).join('\n')],
    ].flatMap(([title, body]) => (body === '' ? [] : [`## ${title}\n${body}`]))
    return ['The conversation up to here was folded to fit the window; all of it is on record.', ...parts].join('\n\n')
  }
}

/** An earlier hand-over in the room there is: its end is nearest to what follows. */
function recordIn(view: View, item: Item, maxChars: number): string {
  if (isMessage(item)) return recordOf(view, item)
  return clipMiddle(item.summary.text, maxChars * 0.3, maxChars * 0.5)
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

/** What the model has not seen may fill this much of the usable window before it is cut itself. */
const UNSEEN_SHARE = 0.5

export type LastSteps = {
  readonly text: string
  /** The newest step, where the model has not answered it: its results as they would be shown as messages. */
  readonly unseen: string
  /** Where they start. */
  readonly from: number
}

/**
 * The newest atoms in full text, each result cut to its share but those nobody has answered yet. `hasFiles`: what was read and
 * answered stands among the files, as it is now.
 */
export async function lastSteps(
  items: readonly Item[],
  ctx: HandoverContext,
  maxChars: number,
  unseenChars = Math.max(maxChars, ctx.budget.usable * UNSEEN_SHARE * CHARS_PER_TOKEN),
  hasFiles = false,
): Promise<LastSteps> {
  const texts: string[] = []
  let unseen = ''
  let left = maxChars
  let start = items.length
  for (const { from, to } of atoms(items).toReversed()) {
    const isNewest = start === items.length
    const room = isNewest ? unseenChars : left / 2
    const rendered = await stepText(items.slice(from, to), ctx, room, isNewest, hasFiles && !isNewest)
    if (rendered === undefined || (!isNewest && rendered.length > left)) break
    if (isNewest) unseen = rendered
    else {
      texts.unshift(rendered)
      left -= rendered.length
    }
    start = from
  }
  return { text: texts.join('\n'), unseen, from: start }
}

async function stepText(
  items: readonly Item[],
  ctx: HandoverContext,
  maxChars: number,
  isUnseen: boolean,
  withoutReads: boolean,
): Promise<string | undefined> {
  const lines: string[] = []
  const looks = new Set<string>()
  const changes = new Set<string>()
  for (const item of items) {
    if (!isMessage(item) || item.message.role === 'user') return undefined
    const said = textOf(item.message)
    if (said) lines.push(`${item.message.role}: ${quotedAfter(clipSpeech(said, maxChars / 2))}`)
    for (const call of toolCalls(item.message)) {
      lines.push(`called ${calledText(call, ctx, maxChars / 4)}`)
      const { kind } = tellCall({ ...call, text: '', marks: false, tools: ctx.tools })
      if (kind === 'look') looks.add(call.callId)
      if (kind === 'change') changes.add(call.callId)
    }
    for (const shown of item.blocks) {
      const { block } = shown
      if (block.type !== 'tool-result') continue
      if (withoutReads && looks.has(block.callId) && !block.isError) continue
      const text = await ctx.read(shown)
      // That a change went through is what its line says.
      if (!isUnseen && changes.has(block.callId) && !failed(text, block.isError)) continue
      const { crop } = shown
      // With the crop it got when it came in.
      const whole = crop ? await cropText(block.content, crop, (_, span) => Promise.resolve(partOf(text, span))) : text
      const part = cut(isUnseen ? whole : cleanOutput(whole), maxChars / Math.max(1, item.blocks.length))
      const name = block.isError && !LOST.test(text) ? 'failed' : 'result'
      lines.push(`${name}${part === text ? '' : ` (${await storedAt(shown, text, ctx)})`}:\n${quoted(part)}`)
    }
  }
  return lines.join('\n')
}

async function storedAt({ block }: ShownBlock, text: string, ctx: HandoverContext): Promise<string> {
  const stored = block.type === 'tool-result' && isStored(block.content) ? block.content : await ctx.store(text)
  return ctx.path(stored.ref)
}

/** A call the model made itself: it knows what it wrote, and what it changed stands in the file. */
const CALL_CHARS = 4_000
const CHANGE_CHARS = 1_200

function calledText({ tool, input }: ToolCallBlock, { tools }: HandoverContext, maxChars: number): string {
  const { changed, head, text } = tellCall({ tool, input, text: '', marks: false, tools })
  return changed.length > 0
    ? `${flat(tool)}: ${head} ${quotedAfter(clip(text, Math.min(maxChars, CHANGE_CHARS)))}`
    : `${flat(tool)} ${cut(JSON.stringify(input), Math.min(maxChars, CALL_CHARS))}`
}

function partOf(text: string, span?: Span): string {
  return Buffer.from(text).toString('utf8', span?.from, span?.to)
}

/** Of the room a cut output gets: for its beginning and for its end; lines in between that tell of an error take the rest. */
const HEAD_SHARE = 0.55
const TAIL_SHARE = 0.35

/** A text cut to its head, its errors and its tail. */
function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const head = text.slice(0, Math.floor(maxChars * HEAD_SHARE)).replace(/[\uD800-\uDBFF]$/, '')
  const tail = text.slice(text.length - Math.floor(maxChars * TAIL_SHARE)).replace(/^[\uDC00-\uDFFF]/, '')
  const errors: string[] = []
  let left = maxChars * (1 - HEAD_SHARE - TAIL_SHARE)
  for (const line of text.slice(head.length, text.length - tail.length).split('\n')) {
    const sign = line.length < 500 ? signOf(line.trim()) : undefined
    if (sign !== 'error' && sign !== 'failed') continue
    left -= line.length + 1
    if (left < 0) break
    errors.push(line)
  }
  const gone = text.length - head.length - tail.length
  return [
    `${head}…`,
    `[${gone} characters left out${errors.length > 0 ? '; of them' : ''}]`,
    ...errors,
    `…${tail}`,
  ].join('\n')
}
