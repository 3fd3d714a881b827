import { filesInWork, regionsByFile, type InWork } from '../../files/in-work.ts'
import { linesIn, standing } from '../../files/standing.ts'
import type { Region } from '../../files/regions.ts'
import type { Tokens } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import type { Evidence } from '../read/evidence.ts'
import type { Event } from '../read/events.ts'
import type { HandoverOptions } from './options.ts'
import { identifiers } from '../text/identifiers.ts'
import { namesIn } from '../read/names.ts'
import { showRecords, type ShownRecords } from '../read/records.ts'
import { pause } from '../read/pause.ts'
import { focusOf } from '../weigh/focus.ts'
import { filesShare, RECORDS_SHARE, wholeChars, WHOLES_SHARE } from '../weigh/room.ts'
import { story } from './story.ts'
import { briefChange } from '../read/call/change.ts'
import type { Frame } from '../tell/render.ts'
import type { Seq } from '../../model/edit.ts'

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
  readonly regions: readonly Region[]
}

export async function sourcesOf(
  parts: Parts,
  evidence: Evidence,
  options: HandoverOptions,
  window: Tokens,
): Promise<Sources> {
  const regions: Region[] = []
  if (options.files === false) return { parts, evidence, options, window, regions }
  const byFile = regionsByFile(evidence.files, {
    now: evidence.count,
    recent: namesOfRecent(parts.recent),
    names: identifiers,
    // What stands behind the hand-over anyway.
    shown: `${parts.tail}\n${parts.steps}`,
    focus: focusOf(evidence),
  })
  let slice = 0
  for (const own of byFile) {
    regions.push(...own)
    slice += own.length
    if (slice < SLICE) continue
    slice = 0
    await pause()
  }
  return { parts, evidence, options, window, regions }
}

/** Regions that are weighed before others may run: a few milliseconds. */
const SLICE = 60

function namesOfRecent(messages: readonly Message[]): Set<string> {
  return new Set(messages.flatMap((message) => namesIn(message).flatMap((one) => one.names)))
}

export type Shares = {
  readonly files: InWork
  readonly records: string
  readonly story: string
  readonly scale: number
}

/** More room than this left over is dealt out again. */
const SPARE = 0.1

/** Deal out `room` characters: file parts, then records; the story takes the rest, and what it leaves goes to files. */
export async function shares(sources: Sources, room: number): Promise<Shares> {
  const { parts, evidence, options, window } = sources
  const forFiles = room * filesShare(window)
  const files = filesOf(sources, forFiles)
  const left = Math.min(room * RECORDS_SHARE, forFiles - files.text.length)
  const records = showRecords(evidence.tale.records, left, (seq) => parts.covers(seq))
  const events = (options.story === false ? [] : parts.events).map((event) =>
    toldAmong(records, options.state === false ? stateless(event) : event),
  )
  // What stands in a file is not told again, so the story is told for the files that are shown in the end.
  const beside = (shown: InWork): Shares => {
    const lines = linesIn(shown.text)
    const maxChars = room - shown.text.length - records.text.length
    const tale = story(
      events.map((event) => unlessShown(shown.paths, lines, event)),
      {
        maxChars,
        wholeChars: wholeChars(window),
        wholesChars: maxChars * WHOLES_SHARE,
        checks: parts.checks,
        noted: parts.noted,
      },
    )
    return { files: shown, records: records.text, story: tale.text, scale: tale.scale }
  }
  await pause()
  const first = beside(files)
  const spare = room - files.text.length - records.text.length - first.story.length
  if (spare <= room * SPARE) return first
  await pause()
  const more = filesOf(sources, files.text.length + spare)
  await pause()
  return beside(more)
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

function filesOf({ evidence, regions, window, options }: Sources, maxChars: number): InWork {
  if (options.files === false) return NO_FILES
  const threshold = options.files?.threshold ?? FILES_THRESHOLD
  return filesInWork(evidence.files, regions, {
    threshold: (threshold * Math.min(1, (window / USUAL_WINDOW) ** THRESHOLD_GROWTH)) / window,
    maxChars,
  })
}
