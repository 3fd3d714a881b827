import type { Seq } from '../../model/edit.ts'
import { quotedAfter } from '../../view/frame.ts'
import type { Event } from '../read/events.ts'
import { briefly } from '../tell/changes.ts'
import { answerLine, eventLine, rootOf, WHO } from '../tell/lines.ts'
import { clip, flat } from '../text/clip.ts'
import { isPolite } from '../text/sentences.ts'
import { claimsOf, type Claim, type ClaimOptions } from '../weigh/claims.ts'
import { corrected, fill, TRIES, type Offer, type Step } from './fill.ts'

export type StoryOptions = ClaimOptions & {
  /** Characters for all of it. */
  readonly maxChars: number
  /** A note tells of everything up to this message: there the story fades sooner. */
  readonly noted?: Seq
}

/** What may be told, with what each step of detail costs and is worth; turns first, then their events. */
export type Tellable = {
  readonly turns: readonly Turn[]
  readonly offers: readonly Offer[]
  readonly root: string
}

/** From one word of the user to the next. */
type Turn = readonly Line[]
type Line = { readonly claim: Claim; readonly at: number; readonly limits: readonly number[] }

/** Detail comes in these steps, in characters; in less than the first (of a list the second) it is left out. */
const STEPS = [110, 220, 440, 880, 1760, 3520, 7040, 14_080, 28_160]
/** What came of a turn can be said in this many characters. */
const FEW_WORDS = 60
/** The first characters of a line say more than the later ones: half of what they are worth is in the first ones. */
const HALF = 60
/** What must be there before others get more. */
const MUST = 1000
/** Of its room what an event keeps that a note tells of as well. */
const NOTED = 0.5
const OVERHEAD = 8
export function tellable(events: readonly Event[], options: ClaimOptions & Pick<StoryOptions, 'noted'>): Tellable {
  const claims = claimsOf(events, options)
  const turns: Line[][] = []
  const offers: Offer[] = []
  for (const [index, claim] of claims.entries()) {
    const { event } = claim
    if (turns.length === 0 || event.kind === 'user') turns.push([])
    const weight = newness(claims.length - 1 - index) * (event.seq <= (options.noted ?? 0) ? NOTED : 1)
    const limits = limitsOf(claim)
    turns.at(-1)?.push({ claim, at: offers.length, limits })
    offers.push({ steps: stepsOf(claim, limits, weight) })
  }
  return { turns, offers, root: rootOf(events) }
}

/** Six times as much for the newest, three times at ten events back, once at 150, a third at 1,000, a tenth at 10,000. */
function newness(age: number): number {
  return 3 * (1 + age / 30) ** -0.6 + 3 * Math.exp(-age / 8)
}

/** Detail of an event: the least first, then step by step up to all of it. */
function limitsOf({ event, least, most = Infinity, isOutcome }: Claim): number[] {
  const all = Math.min(most, sizeOf(event))
  const first = least > 0 ? [Math.min(all, Math.max(least, 40))] : []
  const from = first[0] ?? 0
  const steps = event.cut === 'list' ? STEPS.slice(1) : STEPS
  if (from === 0 && isOutcome) first.push(Math.min(all, FEW_WORDS))
  return [...first, ...steps.filter((limit) => limit > from * 1.3 && limit < all * 0.9), ...(all > from ? [all] : [])]
}

function stepsOf({ base, least, isOutcome }: Claim, limits: readonly number[], newness: number): Step[] {
  const worth = (limit: number): number => base * Math.log1p(limit / HALF)
  return limits.map((limit, step) => {
    const before = step === 0 ? -OVERHEAD : (limits[step - 1] ?? 0)
    const value = worth(limit) - (step === 0 ? 0 : worth(before))
    // That something came of a turn fades less than what it was.
    const weight = step === 0 && isOutcome ? Math.max(1, newness) : newness
    return { cost: limit - before, value: value * weight * (least > 0 && step === 0 ? MUST : 1) }
  })
}

function sizeOf({ head, text, full, said }: Event): number {
  return head.length + Math.max(text.length, full?.length ?? 0) + (said?.length ?? 0) + 4
}

/** What was chosen, as lines in order, and how much was left out. `shown`: the lines of the files that stand below. */
export function tell(what: Tellable, chosen: readonly number[], shown: ReadonlySet<string> = new Set()): string {
  const lines: string[] = []
  let left: Event[] = []
  const close = (): void => {
    if (left.length > 0) lines.push(leftOut(left))
    left = []
  }
  for (const turn of what.turns) {
    const events = turn.map(({ claim }) => claim.event)
    if (turn.every(({ at }) => (chosen[at] ?? 0) === 0)) {
      if (!events.every((event) => isIdle(event))) left.push(...events)
      continue
    }
    close()
    lines.push(...turnLines(what, turn, chosen, shown))
  }
  close()
  return lines.map(quotedAfter).join('\n')
}

function turnLines({ root }: Tellable, turn: Turn, chosen: readonly number[], shown: ReadonlySet<string>): string[] {
  return turn.flatMap(({ claim: given, at, limits }) => {
    const claim = { ...given, event: briefly(given.event, shown) }
    const limit = limits[(chosen[at] ?? 0) - 1]
    if (limit === undefined || isOvertaken(claim)) return []
    const answer = answerLine(claim.event, limit)
    const lines = [eventLine(claim, limit, root), ...(answer === '' ? [] : [answer])]
    return lines.map((line) => `[${claim.event.seq}] ${line}`)
  })
}

/** Turns without room: how they began and ended. */
function leftOut(events: readonly Event[]): string {
  const [first] = events
  const last = events.findLast((event) => event.kind === 'user') ?? events.at(-1)
  const words = (event: Event | undefined): string => clip(flat(`${event?.head ?? ''} ${event?.text ?? ''}`), 60)
  const end = last === first ? '' : `, up to: ${words(last)}`
  return `[${first?.seq}–${events.at(-1)?.seq}] ${words(first)} … ${events.length} parts left out${end}`
}

/** Thanks and good wishes. */
function isIdle(event: Event): boolean {
  return (event.kind === 'user' || event.kind === 'agent') && isPolite(event.text)
}

/** What was called without a word of what it is about. */
const NAMELESS = /^(?:\$|search ""|\w*)$/

/** A list of tasks that a newer one has taken the place of; a call nothing is known of, or that stands in a text quoted. */
function isOvertaken({ event, least }: Claim): boolean {
  if (event.kind === 'tasks' && event.key !== undefined && least === 0) return true
  if (WHO[event.kind] !== undefined || event.state === 'rejected') return false
  return (
    /(?:^|\s)\d{1,7}→/.test(event.head) ||
    (NAMELESS.test(event.head.trim()) && /^(?:no output|[\d→\s`]*)$/.test(event.text))
  )
}

/** The story, below a line that says where its paths start. */
export function framed(told: string, root: string): string {
  return root === '' || told === '' ? told : `(Paths that do not start with / are below ${root})\n${told}`
}

/** Everything that happened, in order, within its room; detail fades with age, and what is left out is said. */
export function story(events: readonly Event[], options: StoryOptions): string {
  const { maxChars } = options
  if (events.length === 0 || maxChars < 40) return ''
  const what = tellable(events, options)
  let best = ''
  let room: number | undefined = maxChars
  let text = ''
  for (let attempt = 0; room !== undefined && attempt < TRIES; attempt++) {
    text = framed(tell(what, fill(what.offers, room)), what.root)
    if (text.length <= maxChars && text.length > best.length) best = text
    room = corrected(room, text.length, maxChars, attempt)
  }
  return best === '' ? text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, '') : best
}
