import type { Language } from './language.ts'

/** As a file writes it: a long pattern may be a list of its alternatives. */
type LanguageFile = FileOf<Language>
type FileOf<T> = T extends string
  ? string | readonly string[]
  : T extends number
    ? T
    : { readonly [key in keyof T]: FileOf<T[key]> }

/** The table of a file. */
export function readLanguage(file: LanguageFile): Language {
  return joined(file) as Language
}

function joined(value: unknown): unknown {
  if (Array.isArray(value)) return value.join('|')
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, joined(each)]))
}
