import { briefly, briefOf } from '../weigh/brief.ts'
import { clip, flat, list } from '../text/clip.ts'
import type { Seq } from '../../model/edit.ts'
import type { Event } from '../read/events.ts'
import { quotedAfter } from '../../view/frame.ts'
import { grouped } from './grouped.ts'
import { answerLine, below, eventLine, rootOf, runLine, short, WHO } from '../tell/lines.ts'
import { mark, type MarkOptions, type Marked } from '../weigh/marks.ts'

export type StoryOptions = MarkOptions & {
  /** Characters for all of it. */
  readonly maxChars: number
  /** The line it ends with: what was checked last. */
  readonly checks?: string
  /** A note tells of everything up to this message: there the story fades sooner. */
  readonly noted?: Seq
}

export type Story = {
  readonly text: string
  /** How far the telling had to be shortened: 1 is as much as every event deserves. */
  readonly scale: number
}

/** Below this share of its room a turn is told as a chapter: what was asked, what came out. */
const CHAPTER = 0.09
/** Below this many characters a call is told together with its neighbours. */
const BRIEF = 84
/** Below this an agent's words between calls are left out. */
const SILENT = 48
/** Below this what was weighed in a thought is left out. */
const UNSPOKEN = 84
/** What a chapter tells of a call that changed something. */
const CHAPTER_WRITE = 130
/** What a chapter tells of the user's words in a rejection. */
const CHAPTER_REJECTED = 240
/** Of its room what an event keeps that a note tells of as well. */
const NOTED = 0.5
const OVERHEAD = 8
const MOST = 12
const TRIES = 4
/** A story shorter than this has no room for more than itself. */
const LEAST_CHECKED = 4_000
/** A telling that fills this much of its room is good enough. */
const FULL = 0.93

/**
 * Everything that happened, in order, within its room. Detail fades with age: whole, clipped, a line for several calls, a
 * chapter for a turn; what is left out is said. One scale for all decides how much; recent events have more of it.
 */
export function story(events: readonly Event[], options: StoryOptions): Story {
  const { maxChars } = options
  if (events.length === 0 || maxChars < 40) return { text: '', scale: 0 }
  const marked = mark(events, options)
  const turns = turnsOf(marked, maxChars, options.noted ?? 0)
  let [low, high] = [0, MOST]
  for (let step = 0; step < 22; step++) {
    const middle = step === 0 ? MOST : (low + high) / 2
    if (sizeAt(turns, middle) <= maxChars) low = middle
    else high = middle
    if (low === MOST) break
  }
  const root = rootOf(events)
  const top = root === '' ? '' : `(Paths that do not start with / are below ${root})\n`
  const checks = maxChars < LEAST_CHECKED ? '' : (options.checks ?? '')
  const end = checks === '' ? '' : `\n${checks}`
  const room = maxChars - top.length - end.length
  let scale = low
  let best: { text: string; scale: number } | undefined
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const text = tell(turns, scale, root).join('\n')
    if (text.length <= room && text.length > (best?.text.length ?? -1)) best = { text, scale }
    if (text.length <= room && (text.length > room * FULL || scale >= MOST)) break
    scale = Math.min(MOST, scale * Math.max(0.5, Math.min(1.6, (room / text.length) * 0.98)))
  }
  if (best) return { text: top + best.text + end, scale: best.scale }
  return { text: top + grouped(tell(turns, scale, root), room) + end, scale }
}

type Turn = {
  readonly marked: readonly Marked[]
  readonly weights: readonly number[]
  /** The least that is left of the room of each, whatever the scale: what happened last is never only a chapter. */
  readonly floors: readonly number[]
}

/** From one word of the user to the next. */
function turnsOf(marked: readonly Marked[], maxChars: number, noted: Seq): Turn[] {
  const turns: { marked: Marked[]; weights: number[]; floors: number[] }[] = []
  const recent = Math.min(24, maxChars / 300)
  for (const [at, one] of marked.entries()) {
    if (turns.length === 0 || one.event.kind === 'user') turns.push({ marked: [], weights: [], floors: [] })
    const turn = turns.at(-1)
    turn?.marked.push(one)
    const age = marked.length - 1 - at
    turn?.weights.push(weight(age) * (one.event.seq <= noted ? NOTED : 1))
    turn?.floors.push(Math.max(0, 0.35 * (1 - age / recent)))
  }
  return turns.filter((turn) => !isIdle(turn.marked))
}

/** Three times as much for the newest, once at 150 events back, a third at 1,000, a tenth at 10,000. */
function weight(age: number): number {
  return 3 * (1 + age / 30) ** -0.6
}

function isChapter(turn: Turn, scale: number): boolean {
  return turn.marked.length > 1 && share(turn, turn.marked.length - 1, scale) < CHAPTER
}

/** How much of its room an event of a turn has at a scale. */
function share({ weights, floors }: Turn, at: number, scale: number): number {
  return Math.max(scale * (weights[at] ?? 0), floors[at] ?? 0)
}

function limitOf({ base, least, most = Infinity }: Marked, weighed: number): number {
  return Math.min(most, Math.max(base * weighed, least))
}

function sizeAt(turns: readonly Turn[], scale: number): number {
  let size = 0
  for (const turn of turns) {
    if (isChapter(turn, scale)) {
      const writes = turn.marked.filter(({ event }) => event.deed === 'writes').length
      const rejected = turn.marked.reduce(
        (sum, { event }) =>
          sum + (event.state === 'rejected' ? Math.min(CHAPTER_REJECTED, event.said?.length ?? 0) : 0),
        0,
      )
      const chars = chapterChars(turn, scale)
      size +=
        chars * 0.1 + cameChars(turn, chars) + askedChars(turn, chars) + Math.min(4, writes) * CHAPTER_WRITE + rejected
      continue
    }
    for (const [at, one] of turn.marked.entries()) {
      const limit = limitOf(one, share(turn, at, scale))
      const { event } = one
      const length =
        event.head.length + Math.max(event.text.length, event.full?.length ?? 0) + (event.said?.length ?? 0)
      if (isSilent(event, limit) || isOvertaken(one)) continue
      size += isSaid(event) || limit >= BRIEF ? Math.min(length, Math.max(limit, 24)) + OVERHEAD : Math.min(length, 26)
    }
  }
  return size
}

/** Chapters have so many lengths that most of them are told once and known from then on. */
const STEP = 12

function chapterChars(turn: Turn, scale: number): number {
  const chars = 520 * Math.min(1, share(turn, turn.marked.length - 1, scale) / CHAPTER)
  return Math.max(36, Math.floor(chars / STEP) * STEP)
}

/** The lines of the story at a scale, one for each event, run of calls or chapter. */
function tell(turns: readonly Turn[], scale: number, root: string): string[] {
  const lines: string[] = []
  for (const turn of turns) {
    if (isChapter(turn, scale)) lines.push(knownChapter(turn, chapterChars(turn, scale)))
    else lines.push(...turnLines(turn, scale, root))
  }
  return lines.map(quotedAfter)
}

function turnLines(turn: Turn, scale: number, root: string): string[] {
  const lines: string[] = []
  let run: Event[] = []
  const close = (): void => {
    if (run.length > 0) lines.push(runLine(run.map((event) => below(event, root))))
    run = []
  }
  for (const [at, one] of turn.marked.entries()) {
    const limit = limitOf(one, share(turn, at, scale))
    if (isSilent(one.event, limit)) continue
    if (isOvertaken(one)) continue
    if (!isSaid(one.event) && limit < BRIEF) {
      run.push(one.event)
      continue
    }
    close()
    lines.push(`[${one.event.seq}] ${eventLine(one, limit, root)}`)
    const answer = answerLine(one.event, limit)
    if (answer !== '') lines.push(`[${one.event.seq}] ${answer}`)
  }
  close()
  return lines
}

/** What was called without a word of what it is about. */
const NAMELESS = /^(?:\$|search ""|\w*)$/

/** A list of tasks that a newer one has taken the place of; a call nothing is known of, or that stands in a text quoted. */
function isOvertaken({ event, least }: Marked): boolean {
  if (event.kind === 'tasks' && event.key !== undefined && least === 0) return true
  if (WHO[event.kind] !== undefined || event.state === 'rejected') return false
  return (
    /(?:^|\s)\d{1,7}→/.test(event.head) ||
    (NAMELESS.test(event.head.trim()) && /^(?:no output|[\d→\s`]*)$/.test(event.text))
  )
}

/** Too little room for words to say anything. */
function isSilent({ kind }: Event, limit: number): boolean {
  return (kind === 'agent' && limit < SILENT) || (kind === 'thought' && limit < UNSPOKEN)
}

function isSaid(event: Event): boolean {
  return (
    ['user', 'agent', 'thought', 'instruction', 'handover', 'stop', 'plan'].includes(event.kind) ||
    event.state === 'rejected'
  )
}

/** Of a chapter what the user said, and never less than their words deserve. */
function askedChars({ marked }: Turn, chars: number): number {
  const [first] = marked
  return first?.event.kind === 'user' ? Math.max(20, chars * 0.4, Math.min(first.least, first.event.text.length)) : 0
}

/** Of a chapter what came out, and never less than it deserves: options that were chosen from. */
function cameChars({ marked }: Turn, chars: number): number {
  return Math.max(16, chars * 0.5, marked.findLast(({ event }) => event.kind === 'agent')?.least ?? 0)
}

/** Thanks and good wishes: nothing was asked, nothing was done. */
function isIdle(marked: readonly Marked[]): boolean {
  const [first] = marked
  return (
    first?.event.kind === 'user' &&
    marked.every(({ event }) => (event.kind === 'user' || event.kind === 'agent') && briefOf(event).isPolite)
  )
}

type Told = { readonly chars: number; readonly marked: readonly Marked[]; readonly text: string }

/** The last telling of each turn, by its first event: an epoch tells anew only what has changed or has less room by now. */
const chapters = new WeakMap<Event, Told>()

function knownChapter(turn: Turn, chars: number): string {
  const { marked } = turn
  const first = marked[0]?.event
  const known = first && chapters.get(first)
  if (known && known.chars === chars && isSame(known.marked, marked)) return known.text
  const text = chapter(turn, chars)
  if (first) chapters.set(first, { chars, marked, text })
  return text
}

function isSame(one: readonly Marked[], other: readonly Marked[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ event, least }, at) => event === other[at]?.event && least === other[at].least)
  )
}

/** A turn in a few words: what was asked, what came out, what was changed. */
function chapter(turn: Turn, chars: number): string {
  const events = turn.marked.map((one) => one.event)
  const [first] = events
  const last = events.at(-1)
  const asked = first?.kind === 'user' ? `USER: ${flat(briefly(first, askedChars(turn, chars)))}` : ''
  const closing = events.findLast((event) => event.kind === 'agent')
  const came = closing && !briefOf(closing).isPolite ? `⇒ ${flat(briefly(closing, cameChars(turn, chars)))}` : ''
  const changed = [...new Set(events.flatMap((event) => event.changed))]
  const files =
    changed.length > 0 && chars > 80 ? `; changed ${list(changed.map(short), Math.max(2, Math.floor(chars / 60)))}` : ''
  const writes = events
    .filter((event) => event.deed === 'writes')
    .map((event) => `; ${flat(eventLine({ event }, Math.max(CHAPTER_WRITE, chars * 0.5)))}`)
  const rejections = events
    .filter((event) => event.state === 'rejected' && event.said)
    .map((event) => `; rejected, saying: “${clip(flat(event.said ?? ''), CHAPTER_REJECTED)}”`)
  return `[${first?.seq}–${last?.seq}] ${[asked, came].filter((part) => part !== '').join(' ')}${files}${writes.slice(-4).join('')}${rejections.slice(-4).join('')}`
}
