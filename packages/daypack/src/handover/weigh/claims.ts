import type { Event } from '../read/events.ts'
import { demandsOf } from '../read/call/rules.ts'
import { flat } from '../text/clip.ts'
import { factsIn } from '../text/facts.ts'
import { announces, isPolite } from '../text/sentences.ts'
import type { Seq } from '../../model/edit.ts'

/** What an event may claim of the room: computed once, before anything is cut. */
export type Claim = {
  readonly event: Event
  /** Characters a new event gets, relative to the others. */
  readonly base: number
  /** Before anything else gets more, it gets this. */
  readonly least: number
  /** Never more than this: something later took its place. */
  readonly most?: number
  /** The agent's last words of a turn. */
  readonly isOutcome?: true
  /** The user said the same words before, there. */
  readonly same?: Seq
}

export type ClaimOptions = {
  /** Room for each text that is wanted whole: the first request, a plan, the instruction being followed. */
  readonly wholeChars: number
  /** All of them together. */
  readonly wholesChars: number
  /** What was said and looked at on the way in turns that are over, beside what came of them. Default 1. */
  readonly onTheWay?: number
}

/** Characters by kind: what a reader needs of each when all of it is recent. */
const BASE: Readonly<Record<Event['kind'], number>> = {
  user: 1500,
  instruction: 240,
  handover: 6000,
  output: 500,
  stop: 80,
  agent: 700,
  thought: 320,
  look: 260,
  command: 280,
  change: 700,
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
/** The newest lists of hits: what is worked through. */
const FOUND = 1600
const FOUND_SHARE = 0.08
const LISTS = 3
/** A list of tasks, a report or review that came in since the last wish: whole as far as the story has room. */
const OPEN_LIST = 6000
const OPEN_SHARE = 0.25
const TASK = 600
const DONE_TASK = 80
const REJECTED_WORDS = 3000
const CLOSING = 2400
const STATE = 1400
const OVERTAKEN = { base: 160, least: 0, most: 480 }
/** A failure that a later try has settled. */
const SETTLED = 160
/** Words that only say which call comes next. */
const ANNOUNCED = 40
/** What is said between calls counts by its figures, names and reasons: with a figure or a reason fully. */
const STATES = 1

/** The claims of all events, in their order. */
export function claimsOf(events: readonly Event[], options: ClaimOptions): Claim[] {
  const newest = new Map<Event['key'], number>()
  const latest = new Map<string, number>()
  const said = new Map<string, Seq>()
  for (const [at, event] of events.entries()) {
    newest.set(event.key, at)
    if (event.kind === 'command' || event.kind === 'instruction') latest.set(copyKey(event), at)
    if (event.kind === 'user' && !said.has(flat(event.text))) said.set(flat(event.text), event.seq)
  }
  const wholes = wholesOf(events, options)
  const words = wordsLimit(events, wholes, options)
  const searches = new Set(events.flatMap((event, at) => (isHits(event) ? [at] : [])).slice(-LISTS))
  const wish = events.findLastIndex((event) => event.kind === 'user')
  const done = doneTasks(events)
  const open = Math.min(OPEN_LIST, options.wholesChars * OPEN_SHARE)
  return events.map((event, at) => ({ event, ...claim(event, at) }))

  function claim(event: Event, at: number): Omit<Claim, 'event'> & Partial<Pick<Claim, 'event'>> {
    const size = event.head.length + event.text.length + 4
    const past = at < wish ? (options.onTheWay ?? 1) : 1
    const same = event.kind === 'user' && event.text.length >= REPEAT ? said.get(flat(event.text)) : undefined
    if (same !== undefined && same < event.seq) return { base: BASE.user, least: 0, same }
    if (wholes.has(at))
      return { base: options.wholeChars, least: Math.min(size + 16, options.wholeChars, options.wholesChars) }
    if (event.kind === 'user') return { base: BASE.user, least: isPolite(event.text) ? 0 : Math.min(size + 4, words) }
    if (event.kind === 'instruction') {
      if (latest.get(copyKey(event)) !== at) return OVERTAKEN
      const text = demandsOf(event.text)
      return { ...(text !== '' && { event: { ...event, text } }), base: RULES, least: 0 }
    }
    if (event.kind === 'tasks' && /^\S*create\b/i.test(event.head))
      return done.has(taskId(event))
        ? { base: BASE.tasks, least: 0, most: DONE_TASK }
        : { base: TASK, least: Math.min(TASK, size, open / 4) }
    if (at > wish && (event.kind === 'report' || event.kind === 'output'))
      return { base: OPEN_LIST, least: Math.min(size, open) }
    if (event.key !== undefined) {
      const isNewest = newest.get(event.key) === at
      if (!isNewest) return OVERTAKEN
      const least = Math.min(size, event.key === 'tasks' ? open : STATE)
      return { base: Math.max(STATE, least), least, most: Math.max(2 * STATE, least) }
    }
    if (event.state === 'failed') {
      const least = event.effect === 'write' ? Math.min(LEAST_WRITE, size) : 0
      return { base: event.settled ? SETTLED : BASE[event.kind], least }
    }
    if (event.state === 'rejected')
      return { base: 900, least: Math.min(REJECTED_WORDS, (event.said ?? '').length + 200) }
    if (event.kind === 'agent') {
      if (!closes(events, at))
        return {
          base: (announces(event.text) ? ANNOUNCED : BASE.agent * Math.min(1, factsIn(event.text) / STATES)) * past,
          least: 0,
        }
      return { base: CLOSING, isOutcome: true, least: 0 }
    }
    if (event.effect === 'write') return { base: WRITES, least: Math.min(LEAST_WRITE, size) }
    if (event.kind === 'command' && latest.get(copyKey(event)) !== at) return OVERTAKEN
    if (searches.has(at)) return { base: FOUND, least: Math.min(FOUND, size, options.wholesChars * FOUND_SHARE) }
    const base = event.effect === 'read' ? LOOKS : BASE[event.kind]
    return { base: looksOnly(event) ? base * past : base, least: 0 }
  }
}

/** Nothing came of it but what it showed. */
function looksOnly({ kind, looked, text }: Event): boolean {
  return kind === 'look' || kind === 'search' || looked === true || (kind === 'command' && text === '')
}

/** Places in files, one a line. */
function isHits({ kind, text }: Event): boolean {
  return (kind === 'search' && text.length > BASE.search) || (kind === 'command' && HITS.test(text))
}

const HITS = /(?:^[^\s:]{1,200}:\d{1,6}:[^\n]*\n){4}/m

function taskId({ head }: Event): string {
  return /#(\d+)/.exec(head)?.[1] ?? head
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

/** Of the same command run again, and of the same text loaded again, the newest counts. */
function copyKey({ kind, head, text }: Event): string {
  return kind === 'instruction' ? flat(text) : head
}

/** Writes are told with what they changed, however old. */
const LEAST_WRITE = 240

/** The agent's last words of a turn: the user speaks next, or nothing follows. */
function closes(events: readonly Event[], at: number): boolean {
  const next = events[at + 1]
  return next === undefined || next.kind === 'user' || next.kind === 'stop'
}

/** Shorter words may be said twice. */
const REPEAT = 120

/** The first request, plans, and the newest instruction: whole while together they have room; the newest plan before older ones. */
function wholesOf(events: readonly Event[], { wholeChars, wholesChars }: ClaimOptions): Set<number> {
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
function wordsLimit(events: readonly Event[], wholes: ReadonlySet<number>, { wholesChars }: ClaimOptions): number {
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
