import { candidates, consulted, type Consultable } from '../files/consulted.ts'
import { filesInWork, namesOf, weighedRegions, type InWork } from '../files/in-work.ts'
import { outline } from '../files/outline.ts'
import { linesIn, standing } from '../files/standing.ts'
import type { Region } from '../files/regions.ts'
import { unitsIn, type Unit } from '../files/units.ts'
import type { Tokens } from '../model/json.ts'
import type { Message } from '../model/message.ts'
import type { Evidence } from './evidence.ts'
import type { Event } from './events.ts'
import type { HandoverOptions } from './handover.ts'
import { identifiers } from './identifiers.ts'
import { namesIn } from './names.ts'
import { showRecords, type ShownRecords } from './records.ts'
import { CONSULTED_SHARE, filesShare, OUTLINE_SHARE, RECORDS_SHARE, wholeChars, WHOLES_SHARE } from './room.ts'
import { weightOf } from './spoken-of.ts'
import { story, type Story } from './story.ts'
import { briefChange } from './tell-change.ts'
import type { Frame } from './render.ts'
import type { Seq } from '../model/edit.ts'

/** What a hand-over is made of, before its length is known. */
export type Parts = Frame & {
  readonly events: readonly Event[]
  /** The fold covers the message of this number. */
  covers(seq: Seq): boolean
  /** What stands behind the hand-over anyway. */
  readonly tail: string
  readonly recent: readonly Message[]
  /** The line the story ends with: what was checked last. */
  readonly checks: string
  /** The last message the note tells of; 0 where there is none. */
  readonly noted: Seq
}

/** What is weighed once, however often the room is dealt out. */
export type Sources = {
  readonly parts: Parts
  readonly evidence: Evidence
  readonly options: HandoverOptions
  readonly window: Tokens
  /** What stands behind the hand-over anyway, as text. */
  readonly shown: string
  readonly regions: readonly Region[]
  readonly spoken: readonly Consultable[]
  readonly units: readonly Unit[]
}

export function sourcesOf(parts: Parts, evidence: Evidence, options: HandoverOptions, window: Tokens): Sources {
  const weight = (name: string): number => weightOf(evidence.spoken, evidence.count, name)
  const isOff = options.files === false
  const shown = `${parts.tail}\n${parts.steps}`
  const recent = namesOfRecent(parts.recent)
  return {
    parts,
    evidence,
    options,
    window,
    shown,
    regions: isOff ? [] : weighedRegions(evidence.files, { now: evidence.count, recent, names: identifiers, shown }),
    spoken: isOff ? [] : candidates(evidence.files, weight),
    units: isOff
      ? []
      : unitsIn(evidence.files, {
          now: evidence.count,
          weight,
          names: (line) => namesOf(line, identifiers).map(lastWord),
        }),
  }
}

function namesOfRecent(messages: readonly Message[]): Set<string> {
  return new Set(messages.flatMap((message) => namesIn(message).flatMap((one) => one.names)))
}

function lastWord(name: string): string {
  return /[\w$]+$/.exec(name)?.[0] ?? name
}

export type Shares = {
  readonly files: InWork
  readonly read: string
  readonly outline: string
  readonly records: string
  readonly story: string
  readonly scale: number
}

/** In less room than this no code is shown. */
const LEAST_READ = 400
/** More room than this left over is dealt out again. */
const SPARE = 0.1
/** A story that fills this much of its room could tell more. */
const FULL = 0.85

/** Deal out `room` characters: files in work, code that was spoken of, other files, records; the story takes the rest. */
export function shares(sources: Sources, room: number): Shares {
  const { parts, evidence, options, window, shown, spoken, units } = sources
  const forFiles = room * filesShare(window)
  let files = filesOf(sources, forFiles)
  const readRoom = Math.min(room * CONSULTED_SHARE, forFiles - files.text.length)
  const code = (): string =>
    readRoom < LEAST_READ ? '' : consulted(evidence.files, spoken, readRoom, `${shown}\n${files.text}`)
  let read = code()
  const others = (maxChars: number): string =>
    maxChars < LEAST_READ
      ? ''
      : outline(evidence.files, units, maxChars, linesIn(`${shown}\n${files.text}\n${read}\n${tale.text}`))
  const left = Math.min(room * RECORDS_SHARE, forFiles - files.text.length - read.length)
  const records = showRecords(evidence.tale.records, left, (seq) => parts.covers(seq))
  const inFiles = linesIn(files.text)
  const events = (options.story === false ? [] : parts.events).map((event) =>
    unlessShown(files.paths, inFiles, toldAmong(records, options.state === false ? stateless(event) : event)),
  )
  const whole = room - files.text.length - read.length - records.text.length
  const tell = (maxChars: number): Story =>
    story(events, {
      maxChars,
      wholeChars: wholeChars(window),
      wholesChars: maxChars * WHOLES_SHARE,
      checks: parts.checks,
      noted: parts.noted,
    })
  const first = whole - room * OUTLINE_SHARE
  let tale = tell(first)
  let outlined = others(Math.min(whole - tale.text.length, room * OUTLINE_SHARE))
  const reserved = files.text.length + read.length
  const spare = (): number => whole + reserved - tale.text.length - files.text.length - read.length - outlined.length
  if (tale.text.length > first * FULL && spare() > room * SPARE) tale = tell(whole - outlined.length)
  // More of the files in work, then, unless room is dear, whatever else is known of files, then of what others say.
  for (const isLikely of window < USUAL_WINDOW ? [true] : [true, false]) {
    if (spare() <= room * SPARE) break
    files = filesOf(sources, files.text.length + spare(), isLikely)
    read = code()
    outlined = others(outlined.length)
  }
  if (spare() > room * SPARE) outlined = others(outlined.length + spare())
  return { files, read, outline: outlined, records: records.text, story: tale.text, scale: tale.scale }
}

function stateless({ key: _, ...event }: Event): Event {
  return event
}

/** So much of a document among the files is most of it. */
const MOST = 0.7

/** A file that stands among those in work is not outlined as well, nor is what was put into it told again. */
function unlessShown(paths: readonly string[], lines: ReadonlySet<string>, event: Event): Event {
  const own = event.looked ?? (event.kind === 'change' ? event.changed[0] : undefined)
  if (own === undefined || !paths.some((path) => path === own || path.endsWith(`/${own}`))) return event
  if (event.kind === 'change' && event.cut !== 'page') {
    const text = briefChange(event.text, (line) => lines.has(line), MOST)
    return text === event.text ? event : { ...event, text }
  }
  if (event.looked === undefined && standing(event.text.split('\n'), (line) => lines.has(line.trim())) <= MOST)
    return event
  const { full: _, ...rest } = event
  return { ...rest, text: '' }
}

/** What stands among the records is not told again where it was seen. */
function toldAmong(records: ShownRecords, event: Event): Event {
  if (event.record === undefined || !records.seqs.has(event.seq) || event.cut === 'start') return event
  return { ...event, text: event.deed === 'writes' ? '(record below)' : '' }
}

const FILES_THRESHOLD = 2.5
/** The threshold is that of this window; below it every region counts more. */
const USUAL_WINDOW = 64_000
const THRESHOLD_GROWTH = 0.35

const NO_FILES: InWork = { text: '', paths: [], regions: 0 }

function filesOf({ evidence, regions, window, options }: Sources, maxChars: number, isLikely = true): InWork {
  if (options.files === false) return NO_FILES
  const threshold = options.files?.threshold ?? FILES_THRESHOLD
  return filesInWork(evidence.files, regions, {
    threshold: isLikely ? (threshold * Math.min(1, (window / USUAL_WINDOW) ** THRESHOLD_GROWTH)) / window : 0,
    maxChars,
  })
}
