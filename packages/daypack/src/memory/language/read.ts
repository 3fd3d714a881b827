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

/** The keys a group may have. */
const KEYS: Readonly<Record<string, object>> = keys
/** Words, and groups that are open and hold no patterns. */
const OPEN = ['code', 'stopWords', 'smallWords', 'quietWords', 'hello', 'labels', 'page', 'related']
/** Each of these stands for itself. */
const LISTS: readonly string[] = ['months', 'weekdays']

/** The table of a file; throws on a key that no rule reads. */
export function readLanguage(file: LanguageFile): Language {
  for (const [group, value] of Object.entries(file)) {
    if (OPEN.includes(group)) continue
    const allowed = KEYS[group]
    if (allowed === undefined) throw unknownKey(file, group)
    for (const key of Object.keys(value)) if (!(key in allowed)) throw unknownKey(file, `${group}.${key}`)
  }
  if (typeof file.code !== 'string' || file.stopWords === undefined)
    throw new DaypackError('bad-config', 'A language needs a code and its stop words.')
  return joined(file, '') as Language
}

/** Throws where a source is no pattern: for tables from outside, since ours are compiled by their tests. */
export function checkPatterns(language: Language): void {
  for (const group of Object.keys(KEYS))
    for (const source of sourcesIn(language[group as keyof Language]))
      try {
        patternOf(source)
      } catch (cause) {
        const what = `The language ${language.code} has a pattern that does not compile: ${source}`
        throw new DaypackError('bad-config', what, { cause })
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
