import { regionsByFile, type Region } from '../../files/regions.ts'
import { showFiles } from '../../files/show.ts'
import type { Json, Tokens } from '../../model/json.ts'
import type { Seq } from '../../model/edit.ts'
import type { Message } from '../../model/message.ts'
import { pause } from '../../model/slices.ts'
import { isRules } from '../read/call/rules.ts'
import type { HandoverContext } from '../read/context.ts'
import type { Evidence } from '../read/evidence.ts'
import type { Event } from '../read/events.ts'
import { namesIn } from '../read/texts.ts'
import { showRecords, type ShownRecords } from '../read/records.ts'
import { NO_CONTENTS, render, type Frame } from '../tell/render.ts'
import { identifiers } from '../text/identifiers.ts'
import { focusOf } from '../weigh/focus.ts'
import { CHARS_PER_TOKEN, FILES_SHARE, leastWorth, onTheWay, RECORDS_SHARE, wholeChars } from '../weigh/room.ts'
import { WHOLES_SHARE } from '../weigh/room.ts'
import { chosenParts, partOffers, worthwhileParts } from './file-parts.ts'
import { corrected, costOf, fill, TRIES, worthwhile } from './fill.ts'
import type { HandoverOptions } from './options.ts'
import { framed, tell, tellable } from './story.ts'

/** What a hand-over is made of, before its length is known. */
export type Parts = Frame & {
  readonly events: readonly Event[]
  /** The fold covers the message of this number. */
  covers(seq: Seq): boolean
  /** What stands behind the hand-over anyway. */
  readonly tail: string
  readonly recent: readonly Message[]
  /** The last message the note tells of; 0 where there is none. */
  readonly noted: Seq
}

export type Composed = { readonly text: string; readonly files: readonly string[]; readonly story: Json }

/**
 * Put together what fits into `room`. Standing instructions, what nobody has answered yet, the request and the way to the
 * archive are there whatever else is; parts of files and lines of the story share the rest by what they are worth.
 */
export async function compose(
  parts: Parts,
  evidence: Evidence,
  ctx: HandoverContext,
  options: HandoverOptions,
  room: Tokens,
): Promise<Composed> {
  const { window } = ctx.budget
  const regions = options.files === false ? [] : await partsOf(parts, evidence, window)
  const outside = [parts.standing, parts.unseen].filter(Boolean).join('\n')
  const outsideTokens = ctx.count(outside)
  const perToken = charsPerToken(parts.events, regions, ctx)
  const given = { ...parts, guide: shortGuide(parts.guide, room * perToken * GUIDE_SHARE) }
  const frame = render({ ...given, ...NO_CONTENTS })
  const rest = Math.max(0, (room - ctx.count(frame) + outsideTokens) * perToken)
  const records = recordsOf(parts, evidence, regions, rest * FILES_SHARE, rest * RECORDS_SHARE)
  const events = parts.events.map((event) => toldAmong(records, event))
  await pause()
  const whole = tellable(events, {
    wholeChars: wholeChars(window),
    wholesChars: rest * (1 - FILES_SHARE) * WHOLES_SHARE,
    noted: parts.noted,
    onTheWay: onTheWay(window),
  })
  const lines = { ...whole, offers: whole.offers.map((offer) => worthwhile(offer, leastWorth(window))) }
  const forLines = lines.offers.reduce((sum, offer) => sum + costOf(offer), 0)
  let best: Composed | undefined
  let made: Composed = { text: '', files: [], story: {} }
  let chars: number | undefined = rest - records.text.length
  for (let attempt = 0; chars !== undefined && attempt < TRIES; attempt++) {
    await pause()
    // Files take at most their share while the story needs the rest.
    const forFiles = Math.max(chars * FILES_SHARE, chars - forLines)
    const chosen = fill([...lines.offers, ...partOffers(regions, forFiles)], chars)
    const taken = chosenParts(regions, chosen.slice(lines.offers.length))
    const files = showFiles(evidence.files, taken)
    const told = tell(lines, chosen, new Set(taken.flatMap((part) => part.lines.map(({ text }) => text.trim()))))
    const story = framed(told, lines.root)
    await pause()
    const text = render({ ...given, story, records: records.text, told: '', files: files.text })
    const used = ctx.count(text) - outsideTokens
    made = { text, files: files.paths, story: { events: events.length, chars: story.length, files: files.text.length } }
    const isAll = chosen.every((taken, at) => at >= lines.offers.length || taken === lines.offers[at]?.steps.length)
    if (used <= room) best = made
    chars = rest === 0 || (isAll && used <= room) ? undefined : corrected(chars, used, room, attempt)
  }
  return best ?? made
}

/** A line of code cannot be guessed from the others, as words can: a part of a file asks for this share of their worth. */
const PARTS_ASK = 0.75

/** Regions that are weighed before others may run: a few milliseconds. */
const SLICE = 60

/** Parts of files that are worth showing and do not stand behind the hand-over anyway. */
async function partsOf(parts: Parts, evidence: Evidence, window: Tokens): Promise<Region[]> {
  const recent = new Set(parts.recent.flatMap((message) => namesIn(message).flatMap((one) => one.names)))
  const weigh = { now: evidence.count, recent, names: identifiers, focus: focusOf(evidence) }
  const shown = `${parts.tail}\n${parts.steps}\n${parts.unseen}`
  const found: Region[] = []
  let slice = 0
  for (const own of regionsByFile(evidence.files, { ...weigh, shown })) {
    // Rules that were only read are told by what they demand.
    const isOnlyRead = own[0]?.file.changes === 0 && isRules(own[0].file.path)
    if (!isOnlyRead) found.push(...worthwhileParts(own, leastWorth(window) * PARTS_ASK))
    slice += own.length
    if (slice < SLICE) continue
    slice = 0
    await pause()
  }
  return found
}

function recordsOf(
  parts: Parts,
  evidence: Evidence,
  regions: readonly Region[],
  forFiles: number,
  most: number,
): ShownRecords {
  const files = regions.reduce((sum, { chars }) => sum + chars, 0)
  return showRecords(evidence.timeline.records, Math.min(most, forFiles - files), (seq) => parts.covers(seq))
}

/** What stands among the records is not told again where it was seen. */
function toldAmong(records: ShownRecords, event: Event): Event {
  if (event.record === undefined || !records.seqs.has(event.seq) || event.cut === 'start') return event
  return { ...event, text: event.effect === 'write' ? '(record below)' : '' }
}

/** A sample of what may be told is counted first, in pieces from everywhere: it says how much text fits into the room. */
const SAMPLE = 40
const PIECE = 200

function charsPerToken(events: readonly Event[], regions: readonly Region[], ctx: HandoverContext): number {
  const told = spread(events).map(({ text }) => text.slice(-PIECE))
  const shown = spread(regions).map(({ lines }) =>
    lines
      .map((line) => line.text)
      .join('\n')
      .slice(0, PIECE),
  )
  const sample = [...told, ...shown].join('\n')
  return sample === '' ? CHARS_PER_TOKEN : sample.length / ctx.count(sample)
}

function spread<Item>(items: readonly Item[]): Item[] {
  const step = Math.max(1, Math.floor(items.length / SAMPLE))
  return items.filter((_, index) => index % step === 0)
}

/** Where there is little room, the way to the archive leaves most of it to the story. */
const GUIDE_SHARE = 0.1

function shortGuide(guide: string, maxChars: number): string {
  const lines = guide.split('\n')
  while (lines.length > 0 && lines.join('\n').length > maxChars) lines.pop()
  return lines.join('\n')
}
