import type { Seq } from '../model/edit.ts'
import { clip, clipOutput, clipSpeech, flat } from './clip.ts'
import type { Event } from './events.ts'
import { mark, type MarkOptions, type Marked } from './marks.ts'

export type StoryOptions = MarkOptions & {
  /** Characters for all of it. */
  readonly maxChars: number
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
const OVERHEAD = 8
const MOST = 12

/**
 * Everything that happened, in order, within its room. Detail fades with age: whole, clipped, a line for several calls, a
 * chapter for a turn; what is left out is said. One scale for all decides how much; recent events have more of it.
 */
export function story(events: readonly Event[], options: StoryOptions): Story {
  const { maxChars } = options
  if (events.length === 0 || maxChars < 40) return { text: '', scale: 0 }
  const marked = mark(events, options)
  const turns = turnsOf(marked)
  let [low, high] = [0, MOST]
  for (let step = 0; step < 22; step++) {
    const middle = step === 0 ? MOST : (low + high) / 2
    if (sizeAt(turns, middle) <= maxChars) low = middle
    else high = middle
    if (low === MOST) break
  }
  let scale = low
  let text = ''
  for (let attempt = 0; attempt < 5; attempt++) {
    text = tell(turns, scale).join('\n')
    if (text.length <= maxChars) break
    scale *= Math.min(0.94, maxChars / text.length)
  }
  return { text: text.length <= maxChars ? text : fitted(tell(turns, scale), maxChars), scale }
}

type Turn = { readonly marked: readonly Marked[]; readonly weights: readonly number[] }

/** From one word of the user to the next. */
function turnsOf(marked: readonly Marked[]): Turn[] {
  const turns: { marked: Marked[]; weights: number[] }[] = []
  for (const [at, one] of marked.entries()) {
    if (turns.length === 0 || one.event.kind === 'user') turns.push({ marked: [], weights: [] })
    const turn = turns.at(-1)
    turn?.marked.push(one)
    turn?.weights.push(weight(marked.length - 1 - at))
  }
  return turns
}

/** Twice as much for the newest, the half at 700 events back, a ninth at 10,000. */
function weight(age: number): number {
  return 2 * (1 + age / 80) ** -0.6
}

function isChapter(turn: Turn, scale: number): boolean {
  return turn.marked.length > 1 && scale * (turn.weights.at(-1) ?? 0) < CHAPTER
}

function limitOf({ base, least }: Marked, weighed: number): number {
  return Math.max(base * weighed, least)
}

function sizeAt(turns: readonly Turn[], scale: number): number {
  let size = 0
  for (const turn of turns) {
    if (isChapter(turn, scale)) {
      size += chapterChars(turn, scale)
      continue
    }
    for (const [at, one] of turn.marked.entries()) {
      const limit = limitOf(one, scale * (turn.weights[at] ?? 0))
      const { event } = one
      const length =
        event.head.length + Math.max(event.text.length, event.full?.length ?? 0) + (event.said?.length ?? 0)
      if (event.kind === 'agent' && limit < SILENT) continue
      size += isSaid(event) || limit >= BRIEF ? Math.min(length, Math.max(limit, 24)) + OVERHEAD : Math.min(length, 26)
    }
  }
  return size
}

function chapterChars(turn: Turn, scale: number): number {
  return Math.max(36, 520 * Math.min(1, (scale * (turn.weights.at(-1) ?? 0)) / CHAPTER))
}

/** The lines of the story at a scale, one for each event, run of calls or chapter. */
function tell(turns: readonly Turn[], scale: number): string[] {
  const lines: string[] = []
  for (const turn of turns) {
    if (isChapter(turn, scale)) lines.push(chapter(turn, chapterChars(turn, scale)))
    else lines.push(...turnLines(turn, scale))
  }
  return lines
}

function turnLines(turn: Turn, scale: number): string[] {
  const lines: string[] = []
  let run: Event[] = []
  const close = (): void => {
    if (run.length > 0) lines.push(runLine(run))
    run = []
  }
  for (const [at, one] of turn.marked.entries()) {
    const limit = limitOf(one, scale * (turn.weights[at] ?? 0))
    if (one.event.kind === 'agent' && limit < SILENT) continue
    if (!isSaid(one.event) && limit < BRIEF) {
      run.push(one.event)
      continue
    }
    close()
    lines.push(`[${one.event.seq}] ${eventLine(one, limit)}`)
  }
  close()
  return lines
}

function isSaid(event: Event): boolean {
  return ['user', 'agent', 'instruction', 'handover', 'stop', 'plan'].includes(event.kind) || event.state === 'rejected'
}

const WHO: Partial<Record<Event['kind'], string>> = {
  user: 'USER: ',
  agent: 'AGENT: ',
  instruction: 'INSTRUCTIONS loaded: ',
  handover: 'EARLIER SUMMARY: ',
  output: 'OUTPUT that came later: ',
  stop: '(the user interrupted) ',
}

/** One event in about `limit` characters. */
export function eventLine({ event, same }: Pick<Marked, 'event' | 'same'>, limit: number): string {
  const who = WHO[event.kind]
  if (who !== undefined) {
    const what = event.head === '' ? '' : `${event.head} `
    if (same !== undefined) return `${who}${what}${clip(flat(event.text), 60)} (the same words as at [${same}])`
    return `${who}${what}${clipSpeech(event.text, Math.max(24, limit - what.length))}`
  }
  if (event.state === 'rejected') return rejected(event, limit)
  const said = event.said ? ` → USER: ${clipSpeech(event.said, Math.max(80, limit))}` : ''
  if (same !== undefined) return `${clip(event.head, Math.max(60, limit / 2))} → the same as at [${same}]${said}`
  const text = event.full !== undefined && event.full.length <= limit - event.head.length ? event.full : event.text
  const head = clip(event.head, Math.max(40, limit * 0.4, limit - text.length - 4))
  const mark =
    event.state === undefined
      ? ' (no result recorded)'
      : event.state === 'failed' && event.kind !== 'command'
        ? ' FAILED'
        : ''
  const body = cutTo(event, text, Math.max(24, limit - head.length - 4))
  if (body === '') return `${head}${mark}${said}`
  return `${head}${mark}${event.kind === 'change' || head.endsWith(':') ? ' ' : ' → '}${body}${said}`
}

function cutTo(event: Event, text: string, max: number): string {
  if (event.cut === 'speech') return clipSpeech(text, max)
  if (event.cut === 'start') return clip(text.trim(), max)
  return clipOutput(text, max)
}

/** What was rejected stands with what the user said to it. */
function rejected(event: Event, limit: number): string {
  const what = clip(flat(`${event.head} ${event.text}`), Math.max(80, limit * 0.5))
  const said = event.said ? `, saying: “${clipSpeech(event.said, Math.max(200, limit))}”` : ''
  return `REJECTED by the user: ${what}${said}`
}

/** Several calls in one line: what was read, changed, run. */
function runLine(run: readonly Event[]): string {
  const [first] = run
  const last = run.at(-1)
  const where = first?.seq === last?.seq ? `[${first?.seq}]` : `[${first?.seq}–${last?.seq}]`
  const parts: string[] = []
  const changed = new Set(run.flatMap((event) => event.changed))
  if (changed.size > 0) parts.push(`changed ${list([...changed].map(short), 8)}`)
  const looked = new Set(
    run.filter((event) => event.kind === 'look').map((event) => short(event.head.replace(/^read /, ''))),
  )
  if (looked.size > 0) parts.push(`read ${list([...looked], 8)}`)
  const others = run.filter((event) => event.kind !== 'look' && event.changed.length === 0)
  if (others.length > 0)
    parts.push(
      list(
        others.map((event) => clip(flat(event.head), 48) + (event.state === 'failed' ? ' (failed)' : '')),
        5,
      ),
    )
  return `${where} ${parts.join('; ')}`
}

function list(items: readonly string[], most: number): string {
  const more = items.length > most ? ` and ${items.length - most} more` : ''
  return `${items.slice(0, most).join(', ')}${more}`
}

function short(path: string): string {
  return path.split('/').slice(-2).join('/')
}

/** A turn in a few words: what was asked, what came out, what was changed. */
function chapter(turn: Turn, chars: number): string {
  const events = turn.marked.map((one) => one.event)
  const [first] = events
  const last = events.at(-1)
  const asked = first?.kind === 'user' ? `USER: ${clipSpeech(flat(first.text), Math.max(20, chars * 0.4))}` : ''
  const closing = events.findLast((event) => event.kind === 'agent')
  const came = closing ? `⇒ ${clipSpeech(flat(closing.text), Math.max(16, chars * 0.4))}` : ''
  const changed = [...new Set(events.flatMap((event) => event.changed))]
  const files =
    changed.length > 0 && chars > 80 ? `; changed ${list(changed.map(short), Math.max(2, Math.floor(chars / 60)))}` : ''
  const rejections = events
    .filter((event) => event.state === 'rejected' && event.said)
    .map((event) => `; rejected: “${clip(flat(event.said ?? ''), 80)}”`)
  return `[${first?.seq}–${last?.seq}] ${[asked, came].filter((part) => part !== '').join(' ')}${files}${rejections.slice(0, chars > 150 ? 2 : 0).join('')}`
}

/** Where not even the shortest telling fits, the oldest chapters give way, and are counted. */
function fitted(lines: readonly string[], maxChars: number): string {
  const kept: string[] = []
  const frame = 80
  let left = maxChars - frame
  let first: Seq = 0
  for (const [at, line] of [...lines.entries()].toReversed()) {
    const cost = Math.min(line.length, Math.floor(maxChars / 3)) + 1
    if (cost > left) {
      first = at + 1
      break
    }
    kept.unshift(line.length > cost - 1 ? clip(line, cost - 1) : line)
    left -= cost
  }
  return first === 0
    ? kept.join('\n')
    : [`[${first} earlier parts of the story are left out here; they are in the archive]`, ...kept]
        .join('\n')
        .slice(0, maxChars)
}
