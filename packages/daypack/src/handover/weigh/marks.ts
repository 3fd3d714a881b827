import type { Event } from '../read/events.ts'
import { briefOf } from './brief.ts'
import { demandsOf } from '../read/call/rules.ts'
import { announces, flat } from '../text/clip.ts'
import type { Seq } from '../../model/edit.ts'
import type { Settled } from '../read/trials.ts'

/** What an event is beside the others: told once for all of them, before any is cut. */
export type Marked = {
  readonly event: Event
  /** How much room it deserves, in characters, when everything fits about once. */
  readonly base: number
  /** Never less than this while the whole of the story has room for it. */
  readonly least: number
  /** Never more than this, however much room there is: something later took its place. */
  readonly most?: number
  /** Told elsewhere: the number of the event that says the same. */
  readonly same?: Seq
  /** A failure: the later call that went through. */
  readonly settled?: Settled
}

export type MarkOptions = {
  /** Room for each text that is wanted whole: the first request, a plan, the instruction being followed. */
  readonly wholeChars: number
  /** All of them together. */
  readonly wholesChars: number
}

/** Characters by kind: what a reader needs of each when all of it is recent. */
const BASE: Readonly<Record<Event['kind'], number>> = {
  user: 1500,
  instruction: 240,
  handover: 6000,
  output: 500,
  stop: 80,
  agent: 500,
  thought: 320,
  look: 120,
  command: 280,
  change: 320,
  search: 300,
  web: 1800,
  report: 1800,
  plan: 4000,
  ask: 900,
  tasks: 120,
  other: 420,
}
/** A call that changes something beyond files, one that only looks there, and text the agent wrote as its work. */
const WRITES = 700
const LOOKS = 260
const RULES = 1500
const DOCUMENT = 3000
/** The newest lists of hits: what is worked through. */
const FOUND = 1600
const LISTS = 3
/** A list of tasks, a report or review that came in since the last wish: whole as far as the story has room. */
const OPEN_LIST = 6000
const OPEN_SHARE = 0.25
const TASK = 600
const REJECTED_WORDS = 3000
const CLOSING = 1600
const STATE = 1400
const OVERTAKEN = 160
const OVERTAKEN_MOST = 480
const FAILED = 420
/** A failure that a later try has settled. */
const SETTLED = 160
const ANSWERED = 2500
const SHORT_ANSWER = 80
/** An answer that names one of several says nothing without the others: they keep so much room. */
const CHOICE = 1200
const CHOOSES =
  /\b(?:options?|approach|variant|alternative|choice|proposal)\s*#?(?:\d|[a-d]\b)|\bthe (?:first|second|third|fourth|last|former|latter)(?: one| option| approach| way|[.,!]|$)|^\W*(?:[1-9]|[a-dA-D])(?:\W|$)|(?:方案|选项)\s*[\d一二三四A-D]|第[一二三四]个|[Oo]pci[oó]n \d|[Vv]ariante \w\b/i
/** Words that only say which call comes next. */
const ANNOUNCED = 40

export function mark(events: readonly Event[], options: MarkOptions): Marked[] {
  const newest = new Map<string, number>()
  const texts = new Map<string, number>()
  const passed = new Map<string, number>()
  const lastly = new Map<string, number>()
  for (const [at, event] of events.entries()) {
    if (event.key !== undefined) newest.set(event.key, at)
    if (event.state === 'ok') passed.set(event.head, at)
    if (event.kind === 'look' || event.kind === 'change') lastly.set(lastKey(event), at)
    const key = textKey(event)
    if (key !== undefined && (event.kind !== 'user' || !texts.has(key))) texts.set(key, at)
  }
  const wholes = wholesOf(events, options)
  const words = wordsLimit(events, wholes, options)
  const searches = new Set(events.flatMap((event, at) => (isHits(event) ? [at] : [])).slice(-LISTS))
  const wish = events.findLastIndex((event) => event.kind === 'user')
  const done = doneTasks(events)
  const open = Math.min(OPEN_LIST, options.wholesChars * OPEN_SHARE)
  return events.map((event, at) => {
    const key = textKey(event)
    const other = key === undefined ? undefined : texts.get(key)
    const same = other === undefined || other === at ? {} : { same: events[other]?.seq ?? event.seq }
    if (wholes.has(at))
      return {
        event,
        base: options.wholeChars,
        least: Math.min(event.text.length + 20, options.wholeChars, options.wholesChars),
        ...same,
      }
    if (event.kind === 'user')
      return {
        event,
        base: BASE.user,
        least: 'same' in same || briefOf(event).isPolite ? 0 : Math.min(event.text.length + 8, words),
        ...same,
      }
    if (event.kind === 'instruction') {
      const text = demandsOf(event.text)
      return { event: text === '' ? event : { ...event, text }, base: RULES, least: 0, ...same }
    }
    if (event.kind === 'tasks' && /^\S*create\b/i.test(event.head) && !done.has(taskId(event)))
      return { event, base: TASK, least: Math.min(TASK, sizeOf(event), open / 4), ...same }
    if (at > wish && (event.kind === 'report' || event.kind === 'output'))
      return { event, base: OPEN_LIST, least: Math.min(sizeOf(event), open), ...same }
    if (event.key !== undefined) {
      const isNewest = newest.get(event.key) === at
      const most = event.key === 'tasks' ? open : STATE
      const least = isNewest ? Math.min(event.text.length + event.head.length, most) : 0
      return {
        event,
        base: isNewest ? Math.max(STATE, least) : event.state === 'failed' ? SETTLED : OVERTAKEN,
        least,
        ...(!isNewest && { most: OVERTAKEN_MOST }),
        ...(event.settled !== undefined && { settled: event.settled }),
        ...same,
      }
    }
    if (event.state === 'failed') {
      const again = passed.get(event.head) ?? -1
      const passedAt = again > at ? events[again]?.seq : undefined
      const settled = event.settled ?? (passedAt === undefined ? undefined : { seq: passedAt, isSure: true })
      const isSettled = settled !== undefined
      const writes = event.deed === 'writes' ? LEAST_WRITE : 0
      return {
        event,
        base: isSettled ? SETTLED : failure(event),
        least: Math.min(writes, sizeOf(event)),
        ...(isSettled && { settled }),
        ...same,
      }
    }
    if (event.state === 'rejected')
      return { event, base: 900, least: Math.min(REJECTED_WORDS, (event.said ?? '').length + 200), ...same }
    if (event.kind === 'agent' && closes(events, at) && !briefOf(event).isPolite) {
      const answer = events[at + 1]
      const isAnswered = answer !== undefined && answer.text.length <= SHORT_ANSWER
      const least =
        isAnswered && CHOOSES.test(answer.text) ? Math.min(sizeOf(event), CHOICE, options.wholesChars * 0.1) : 0
      return { event, base: isAnswered ? ANSWERED : CLOSING, least, ...same }
    }
    if (event.deed === 'writes') return { event, base: WRITES, least: Math.min(LEAST_WRITE, sizeOf(event)), ...same }
    const isNewest = lastly.get(lastKey(event)) === at
    if (
      event.kind === 'look' &&
      event.cut === 'page' &&
      event.text !== '' &&
      isNewest &&
      (at > wish || !SKILL.test(event.head))
    )
      return { event, base: RULES, least: Math.min(RULES * 0.7, sizeOf(event), options.wholesChars * 0.15), ...same }
    if (event.kind === 'change' && event.cut === 'page' && isNewest)
      return { event, base: DOCUMENT, least: Math.min(DOCUMENT, sizeOf(event), options.wholesChars * 0.25), ...same }
    if (searches.has(at))
      return { event, base: FOUND, least: Math.min(FOUND, sizeOf(event), options.wholesChars * 0.08), ...same }
    if (event.kind === 'agent' && briefOf(event).isPolite) return { event, base: 0, least: 0, ...same }
    const base =
      event.kind === 'agent' && announces(event.text)
        ? ANNOUNCED
        : event.deed === 'looks' || (event.kind === 'look' && event.text !== '' && isNewest)
          ? LOOKS
          : BASE[event.kind]
    return { event, base, least: 0, ...same }
  })
}

/** A skill is followed while the wish it was read for is worked on; rules of the project hold on. */
const SKILL = /\bSKILL\.md\b/i

/** Places in files, one a line. */
function isHits({ kind, text }: Event): boolean {
  return (kind === 'search' && text.length > BASE.search) || (kind === 'command' && HITS.test(text))
}

const HITS = /(?:^[^\s:]{1,200}:\d{1,6}:[^\n]*\n){4}/m

function taskId({ text, head }: Event): string {
  return /#(\d+)/.exec(text)?.[1] ?? head
}

/** Tasks that were completed or deleted, by their ids. */
function doneTasks(events: readonly Event[]): Set<string> {
  return new Set(
    events.flatMap(({ key, head }) => {
      const id = /^task (\S+)$/.exec(key ?? '')?.[1]
      return id !== undefined && /\b(?:completed?|done|deleted|cancell?ed)\b/i.test(head) ? [id] : []
    }),
  )
}

/** Writes are told with what they changed, however old. */
const LEAST_WRITE = 240

function sizeOf(event: Event): number {
  return event.head.length + event.text.length + 4
}

/** Of the same file, read or written whole, the newest counts. */
function lastKey(event: Event): string {
  return event.kind === 'change' ? `change ${event.changed.join(' ')}` : event.head
}

/** Reads and edits that fail say little and are tried again; commands that fail are findings. */
function failure(event: Event): number {
  return event.kind === 'look' || event.kind === 'change' || event.kind === 'search'
    ? SETTLED
    : Math.max(BASE[event.kind], FAILED)
}

/** The agent's last words of a turn: the user speaks next, or nothing follows. */
function closes(events: readonly Event[], at: number): boolean {
  const next = events[at + 1]
  return next === undefined || next.kind === 'user' || next.kind === 'stop'
}

/** What must be there to count as told twice. */
const REPEAT = 120

function textKey(event: Event): string | undefined {
  const text = event.full ?? event.text
  if (text.length < REPEAT) return undefined
  return event.kind === 'user'
    ? `user ${flat(text)}`
    : event.kind === 'agent' || event.kind === 'thought' || event.kind === 'change'
      ? undefined
      : text
}

/** The first request, plans, and the newest instruction: whole while together they have room; the newest plan before older ones. */
function wholesOf(events: readonly Event[], { wholeChars, wholesChars }: MarkOptions): Set<number> {
  const first = events.findIndex((event) => event.kind === 'user')
  const wish = events.findLastIndex((event) => event.kind === 'user')
  // A skill loaded for what is asked now is followed; of older ones the demands are told.
  const instruction = events.findLastIndex((event, at) => event.kind === 'instruction' && at >= wish)
  const plans = events.flatMap((event, at) => (isPlan(event) ? [at] : [])).toReversed()
  const wanted = [...new Set([...plans.slice(0, 1), first, instruction, ...plans.slice(1)])].filter((at) => at >= 0)
  const chosen = new Set<number>()
  let left = wholesChars
  for (const at of wanted) {
    const size = Math.min(events[at]?.text.length ?? 0, wholeChars, wholesChars)
    if (size > left && chosen.size > 0) continue
    chosen.add(at)
    left -= size
  }
  return chosen
}

/** Of the story, what the user said may take this much whatever else there is to tell. */
const WORDS_SHARE = 0.9
const LEAST_WORDS = 60

/** How long the user's words may be before they are cut: the short ones whole first, the long ones alike. */
function wordsLimit(events: readonly Event[], wholes: ReadonlySet<number>, { wholesChars }: MarkOptions): number {
  const lengths = events
    .flatMap((event, at) => (event.kind === 'user' && !wholes.has(at) ? [event.text.length + 8] : []))
    .sort((a, b) => a - b)
  let left = wholesChars * WORDS_SHARE
  for (const [at, length] of lengths.entries()) {
    const each = left / (lengths.length - at)
    if (length > each) return each < LEAST_WORDS ? 0 : each
    left -= length
  }
  return Infinity
}

const LIST = /^\s*(?:[-*+•]|\d{1,3}[.)、]|#{1,6}\s)/gm

function isPlan(event: Event): boolean {
  if (event.kind === 'plan' || event.kind === 'handover') return true
  return event.kind === 'user' && event.text.length > 1200 && (event.text.match(LIST)?.length ?? 0) >= 4
}
