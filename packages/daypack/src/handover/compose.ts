import { candidates, consulted } from '../files/consulted.ts'
import { filesInWork, type InWork } from '../files/in-work.ts'
import type { Seq } from '../model/edit.ts'
import type { Json, Tokens } from '../model/json.ts'
import type { Message } from '../model/message.ts'
import { clip } from './clip.ts'
import type { HandoverContext } from './context.ts'
import type { Evidence } from './evidence.ts'
import type { Event } from './events.ts'
import { HEADINGS, quoted } from '../view/frame.ts'
import type { HandoverOptions } from './handover.ts'
import { identifiers } from './identifiers.ts'
import { leftNames } from './left-names.ts'
import { namesIn } from './names.ts'
import { extractSections } from './extract.ts'
import { fitSections, renderSections } from './sections.ts'
import {
  CHARS_PER_TOKEN,
  CONSULTED_SHARE,
  FILES_SHARE,
  nameBytes,
  RECORDS_SHARE,
  wholeChars,
  WHOLES_SHARE,
} from './room.ts'
import { showRecords, type ShownRecords } from './records.ts'
import { weightOf } from './spoken-of.ts'
import { story, type Story } from './story.ts'

/** What a hand-over is made of, before its length is known. */
export type Parts = {
  readonly folded: { readonly from: Seq; readonly to: Seq; readonly messages: number }
  /** Instructions the host gave at the start of the session. */
  readonly standing: string
  /** What a model wrote. */
  readonly note: string
  /** What the user asked to keep, found by its words. */
  readonly wanted: string
  /** The latest request, verbatim, when the fold covers it. */
  readonly request: string
  readonly guide: string
  /** Restart form: the last steps as text. */
  readonly steps: string
  readonly events: readonly Event[]
  /** The fold covers the message of this number. */
  covers(seq: Seq): boolean
  /** What stands behind the hand-over anyway. */
  readonly tail: string
  /** How many messages that is. */
  readonly following: number
  /** Some of them edit files. */
  readonly edited: boolean
  /** The message of the latest request, when the fold covers it, and whether the agent went to work on it. */
  readonly asked: { readonly seq: Seq; readonly isWorkedOn: boolean } | undefined
  readonly recent: readonly Message[]
}

export type Composed = { readonly text: string; readonly files: readonly string[]; readonly story: Json }

const TRIES = 5
const FILES_THRESHOLD = 2.5
/** The threshold is that of this window; below it every region counts more. */
const USUAL_WINDOW = 64_000
const THRESHOLD_GROWTH = 0.35

/** Put together what fits into `room`: what must be there first, then files, story and names share the rest. */
export function compose(
  parts: Parts,
  evidence: Evidence,
  ctx: HandoverContext,
  options: HandoverOptions,
  room: Tokens,
): Composed {
  const { window } = ctx.budget
  const recent = new Set(parts.recent.flatMap((message) => namesIn(message).flatMap((one) => one.names)))
  const spoken =
    options.files === false ? [] : candidates(evidence.files, (name) => weightOf(evidence.spoken, evidence.count, name))
  let perToken = CHARS_PER_TOKEN
  let made = { text: '', files: [] as readonly string[], story: {} as Json }
  let fitting: Composed | undefined
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const chars = room * perToken
    const told = options.sections && parts.note === '' ? sectionsOf(evidence, chars) : ''
    const given = framed(parts, chars, options.sections ? PATHS : 0)
    const frame = render({ ...given, told, story: '', files: '', read: '', records: '', names: '' })
    const rest = Math.max(0, chars - frame.length)
    const bytes = options.nameBytes === 0 ? 0 : nameBytes(window, rest)
    const shared = Math.max(0, rest - bytes)
    const work = (maxChars: number, shown: string): InWork =>
      options.files === false ? NO_FILES : filesOf(evidence, recent, window, options, maxChars, shown)
    const shown = `${parts.tail}\n${parts.steps}`
    let files = work(shared * FILES_SHARE, shown)
    const readRoom = Math.min(shared * CONSULTED_SHARE, shared * FILES_SHARE - files.text.length)
    const code = (): string =>
      readRoom < LEAST_READ ? '' : consulted(evidence.files, spoken, readRoom, `${shown}\n${files.text}`)
    let read = code()
    const lines = new Set(files.text.split('\n').map((line) => line.trim()))
    const left = Math.min(shared * RECORDS_SHARE, shared * FILES_SHARE - files.text.length - read.length)
    const records = showRecords(evidence.tale.records, left, (seq) => parts.covers(seq))
    const events = (options.story === false ? [] : parts.events).map((event) =>
      unlessShown(files.paths, lines, toldAmong(records, options.state === false ? stateless(event) : event)),
    )
    const tell = (maxChars: number): Story =>
      story(events, { maxChars, wholeChars: wholeChars(window), wholesChars: maxChars * WHOLES_SHARE })
    const tale = tell(shared - files.text.length - read.length - records.text.length)
    const spare = shared - tale.text.length - files.text.length - read.length - records.text.length
    if (spare > shared * 0.1) {
      files = work(files.text.length + spare, shown)
      read = code()
    }
    const without = render({
      ...given,
      told,
      story: tale.text,
      files: files.text,
      read,
      records: records.text,
      names: '',
    })
    const names = bytes > 0 ? leftNames(evidence.names, bytes, `${without}\n${parts.tail}`, evidence.files) : ''
    const text = render({ ...given, told, story: tale.text, files: files.text, read, records: records.text, names })
    const used = ctx.count(text)
    made = {
      text,
      files: files.paths,
      story: { events: parts.events.length, scale: round(tale.scale), chars: tale.text.length },
    }
    if (used <= room) fitting = made
    const isFull = used > room * 0.9 || text.length < chars * 0.85
    if (rest === 0 || (used <= room && (isFull || attempt > 1))) break
    // The first count says how many characters a token of this text holds.
    perToken = Math.max(0.2, (text.length / used) * (used > room ? 0.95 ** (attempt + 1) : 0.97))
  }
  return fitting ?? made
}

function stateless({ key: _, ...event }: Event): Event {
  return event
}

/** A file that stands among those in work is not outlined as well. */
function unlessShown(paths: readonly string[], lines: ReadonlySet<string>, event: Event): Event {
  const isWritten = event.kind === 'change' && event.cut === 'page' && stands(event.text, lines)
  const own = event.looked ?? (isWritten ? event.changed[0] : undefined)
  if (own === undefined || !paths.some((path) => path === own || path.endsWith(`/${own}`))) return event
  const { full: _, ...rest } = event
  return { ...rest, text: '' }
}

/** Most lines of a document that was written stand among the files. */
function stands(document: string, files: ReadonlySet<string>): boolean {
  const lines = document.split('\n').filter((line) => line.trim().length > 8)
  return lines.filter((line) => files.has(line.trim())).length > lines.length * 0.7
}

/** What stands among the records is not told again where it was seen. */
function toldAmong(records: ShownRecords, event: Event): Event {
  if (event.record === undefined || !records.seqs.has(event.seq) || event.cut === 'start') return event
  return { ...event, text: event.deed === 'writes' ? '(record below)' : '' }
}

/** The documents' summary always says where the dialog is: the sentence and the newest file. */
const PATHS = 2

/** Where there is little room, the host's words and the way to the archive leave most of it to the story. */
function framed(parts: Parts, chars: number, leastLines: number): Parts {
  const standing = clip(parts.standing, chars * 0.2)
  const lines = parts.guide.split('\n')
  let guide = ''
  for (const [index, line] of lines.entries()) {
    const next = guide === '' ? line : `${guide}\n${line}`
    if (index >= leastLines && next.length > chars * 0.1) break
    guide = next
  }
  return { ...parts, standing: standing.length < 40 ? '' : standing, guide }
}

const NO_FILES: InWork = { text: '', paths: [], regions: 0 }

function filesOf(
  evidence: Evidence,
  recent: ReadonlySet<string>,
  window: Tokens,
  options: HandoverOptions,
  maxChars: number,
  shown: string,
): InWork {
  const threshold = (options.files ? options.files.threshold : undefined) ?? FILES_THRESHOLD
  return filesInWork(evidence.files, {
    now: evidence.count,
    recent,
    threshold: (threshold * Math.min(1, (window / USUAL_WINDOW) ** THRESHOLD_GROWTH)) / window,
    maxChars,
    shown,
    names: identifiers,
  })
}

/** In less room than this no code is shown. */
const LEAST_READ = 400

/** The sections of the documents, filled from the same truth. */
function sectionsOf(evidence: Evidence, chars: number): string {
  return renderSections(fitSections(extractSections(evidence), Math.max(600, chars * 0.15)))
}

type Texts = Omit<Parts, 'events' | 'covers' | 'tail' | 'recent'> & {
  readonly told: string
  readonly story: string
  readonly files: string
  readonly read: string
  readonly records: string
  readonly names: string
}

/** The message the model sees instead of what was folded. */
function render(parts: Texts): string {
  const { folded } = parts
  return [
    `[Hand-over: messages ${folded.from}-${folded.to} of this conversation are folded into this one. Carry on from here; do not start over.]`,
    part(HEADINGS.standing, quoted(parts.standing)),
    part(HEADINGS.note, quoted(parts.note)),
    part(HEADINGS.wanted, parts.wanted),
    parts.told,
    part(HEADINGS.story, parts.story),
    part(filesHeading(parts.following, parts.edited), parts.files),
    part(HEADINGS.read, parts.read),
    part(HEADINGS.records, parts.records),
    part(HEADINGS.names, quoted(parts.names)),
    part(HEADINGS.guide, parts.guide),
    part(HEADINGS.steps, parts.steps),
    part(requestHeading(parts), parts.request),
  ]
    .filter((one) => one !== '')
    .join('\n\n')
}

/** What was asked last when this was written: the reader sees whether it was answered since. */
function requestHeading({ asked, following }: Pick<Texts, 'asked' | 'following'>): string {
  if (asked === undefined) return HEADINGS.latest
  const since = asked.isWorkedOn ? '; the story tells what was done about it' : ''
  const below = following > 0 ? '; the messages below go on from there, a newer request in them comes first' : ''
  return `${HEADINGS.latest} (at [${asked.seq}]${since}${below})`
}

/** The files are told as of the newest message, so that no edit is taken for one that is still to come. */
function filesHeading(following: number, edits: boolean): string {
  const made = edits ? `, the edits of the next ${following} messages already in them` : ''
  return `${HEADINGS.files}${made} (the parts known; messages after that override)`
}

function part(heading: string, body: string): string {
  return body === '' ? '' : `${heading}\n${body}`
}

function round(scale: number): number {
  return Math.round(scale * 1000) / 1000
}
