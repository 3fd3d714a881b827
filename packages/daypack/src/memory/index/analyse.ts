import { hash } from 'node:crypto'
import type { IndexUnit, UnitText } from '../../model/index-store.ts'
import type { Millis } from '../../model/json.ts'
import { saidIn } from '../search/chunk/speaker.ts'
import { TITLE, told } from '../search/text/about.ts'
import { absoluteDates } from '../search/text/dates.ts'
import { dayAt, parseDay } from '../text/days.ts'
import { REPLY, unitFlags } from '../search/text/signals.ts'
import { tokenize } from '../search/text/tokenize.ts'

/** A colon never stands in a word, so these cannot be met by accident. */
export const SPEAKER = 'speaker::'

/** The first words of a text mostly say what it is about: they count twice. */
const LEAD_WORDS = 8
const HEADING_WEIGHT = 0.5
const PATH_WEIGHT = 0.3
const STEPS = 20
const MOST = 4_095
const PATH_DATE = /(?<!\d)((?:19|20)\d{2})([-_.]?)(\d{2})\2(\d{2})(?!\d)/

export type FileFacts = { readonly path: string; readonly date?: string; readonly timeZone: string }

/** What the index keeps of a unit: its words and those of its surroundings, length, day and flags. */
export function analyse(unit: UnitText & { readonly at?: Millis }, file: FileFacts): IndexUnit {
  const frequencies = new Map<string, number>()
  const add = (term: string, weight: number): void => {
    frequencies.set(term, (frequencies.get(term) ?? 0) + weight)
  }
  let length = 0
  const { before, said } = saidIn(unit.text, unit.continues ? undefined : unit.speaker)
  for (const token of tokenize(said)) {
    add(token.term, token.weight)
    if (token.base && length++ < LEAD_WORDS && !unit.continues) add(token.term, 1)
  }
  for (const term of headingTerms(unit.heading)) add(term, HEADING_WEIGHT)
  for (const term of pathTerms(file.path)) add(term, PATH_WEIGHT)
  if (unit.speaker !== undefined)
    for (const token of tokenize(unit.speaker)) {
      if (!token.base) continue
      add(token.term, 1)
      add(SPEAKER + token.term, 1)
    }
  const flags = unitFlags(unit)
  const reply = (flags & REPLY) !== 0
  for (const { term, times } of told(said)) if (!reply || term === TITLE) add(term, times)
  const { at: _, ...kept } = unit
  return {
    ...kept,
    hash: embeddedHash(unit),
    length,
    day: unitDay(unit, unit.speaker === undefined ? unit.text.slice(0, 40) : before, file),
    flags,
    terms: inSteps(frequencies),
  }
}

/** Headings and paths are mostly those of the unit before. */
const headingTerms = remembering(baseTerms)
const pathTerms = remembering((path) => baseTerms(pathWords(path)))
const headingDay = remembering(named)

function baseTerms(text: string): string[] {
  return tokenize(text)
    .filter(({ base }) => base)
    .map(({ term }) => term)
}

function remembering<T>(make: (text: string) => T): (text: string) => T {
  let last: { text: string; made: T } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) }
    return last.made
  }
}

/** Most weights are whole steps already. */
function inSteps(frequencies: Map<string, number>): ReadonlyMap<string, number> {
  for (const [term, weight] of frequencies) {
    const whole = Math.min(MOST, Math.round(weight * STEPS)) / STEPS
    if (whole !== weight) frequencies.set(term, whole)
  }
  return frequencies
}

/** What is embedded: the unit under its headings, since a bare list item often says little. */
export function embeddedText(unit: UnitText): string {
  return unit.heading === '' ? unit.text : `${unit.heading}\n${unit.text}`
}

export function embeddedHash(unit: UnitText): string {
  return hash('sha256', embeddedText(unit), 'base64url').slice(0, 24)
}

/** The nearest date wins: the unit's own time, one at its start or, in a turn, before its speaker, in a heading, of the file. */
function unitDay(unit: UnitText & { readonly at?: Millis }, start: string, file: FileFacts): number {
  if (unit.at !== undefined) return dayAt(unit.at, file.timeZone)
  const own = named(start) ?? headingDay(unit.heading)
  return own ?? parseDay(file.date ?? '') ?? pathDay(file.path) ?? 0
}

function pathDay(path: string): number | undefined {
  const [, year, , month, day] = PATH_DATE.exec(path) ?? []
  return year === undefined ? undefined : parseDay(`${year}-${month}-${day}`)
}

/** A single day, which is named with its year. */
function named(text: string): number | undefined {
  if (!/(?:19|20)\d\d/.test(text)) return undefined
  const window = absoluteDates(text).findLast((date) => date.yearly !== true && date.from === date.to)
  return window?.from
}

/** Names of folders and the file, without its date and ending. */
function pathWords(path: string): string {
  return path
    .replace(PATH_DATE, ' ')
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replace(/[/\\]+/g, ' ')
    .replace(/\b(?:memory|dialog|tool_result)\b/gi, ' ')
}
