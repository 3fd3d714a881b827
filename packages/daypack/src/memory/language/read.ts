import { DaypackError } from '../../model/errors.ts'
import keys from './keys.json' with { type: 'json' }
import type { Language } from './language.ts'
import { patternOf } from './pattern.ts'

/** As a file writes it: a long pattern may be a list of its alternatives. */
export type LanguageFile = FileOf<Language>
type FileOf<T> = T extends string
  ? string | readonly string[]
  : T extends number
    ? T
    : { readonly [key in keyof T]: FileOf<T[key]> }

/** The keys a group may have; a group with none listed is open, and holds no patterns. */
const KEYS: Readonly<Partial<Record<keyof Language, readonly string[]>>> = {
  wording: Object.keys(keys.wording),
  shape: Object.keys(keys.shape),
  change: Object.keys(keys.change),
  kept: Object.keys(keys.kept),
  asks: ['firstPerson', 'secondPerson', 'inside'],
  about: ['self', 'who', 'title'],
  calendar: ['months', 'weekdays', 'days', 'relative', 'ago', 'numbers', 'unitDays'],
  letter: ['greeting', 'signOff'],
  labels: [],
  page: [],
  related: [],
}
const WORDS: readonly string[] = ['code', 'stopWords', 'smallWords', 'quietWords', 'hello'] satisfies (keyof Language)[]
/** Each of these stands for itself. */
const LISTS: readonly string[] = ['months', 'weekdays']

/** The table of a file; throws on a key that no rule reads. */
export function readLanguage(file: LanguageFile): Language {
  for (const [group, value] of Object.entries(file)) {
    if (!(group in KEYS) && !WORDS.includes(group)) throw unknownKey(file, group)
    const allowed = KEYS[group as keyof Language] ?? []
    if (allowed.length === 0) continue
    for (const key of Object.keys(value)) if (!allowed.includes(key)) throw unknownKey(file, `${group}.${key}`)
  }
  if (typeof file.code !== 'string' || file.stopWords === undefined)
    throw new DaypackError('bad-config', 'A language needs a code and its stop words.')
  return joined(file, '') as Language
}

/** Throws where a source is no pattern: for tables from outside, since ours are compiled by their tests. */
export function checkPatterns(language: Language): void {
  for (const [group, allowed] of Object.entries(KEYS))
    if (allowed.length > 0)
      for (const source of sourcesIn(language[group as keyof Language])) compile(language.code, source)
}

function compile(code: string, source: string): void {
  try {
    patternOf(source)
  } catch (cause) {
    throw new DaypackError('bad-config', `The language ${code} has a pattern that does not compile: ${source}`, {
      cause,
    })
  }
}

function sourcesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sourcesIn) : []
}

function joined(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return LISTS.includes(key) ? value.map((each) => joined(each, '')) : value.join('|')
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, joined(each, name)]))
}

function unknownKey(file: LanguageFile, key: string): DaypackError {
  return new DaypackError('bad-config', `The language ${String(file.code)} has "${key}", which no rule reads.`)
}
