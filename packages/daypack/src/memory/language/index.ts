import { isObject } from '../../model/json.ts'
import chinese from './chinese.json' with { type: 'json' }
import english from './english.json' with { type: 'json' }
import french from './french.json' with { type: 'json' }
import german from './german.json' with { type: 'json' }
import italian from './italian.json' with { type: 'json' }
import japanese from './japanese.json' with { type: 'json' }
import type { Language } from './language.ts'
import portuguese from './portuguese.json' with { type: 'json' }
import spanish from './spanish.json' with { type: 'json' }

/** English first. All are tried on every text: nobody says which one is spoken, and many mix. */
export const LANGUAGES: readonly Language[] = [
  english,
  chinese,
  spanish,
  german,
  french,
  japanese,
  italian,
  portuguese,
].map((file) => joined(file) as Language)

/** A file may write a long pattern as a list of its alternatives. */
function joined(value: unknown): unknown {
  if (Array.isArray(value)) return value.join('|')
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, joined(each)]))
}

/** Memoizes what is made from all languages when it is first asked for: most processes need little of it. */
export function fromLanguages<T>(make: (all: readonly Language[]) => T): () => T {
  let made: { readonly of: T } | undefined
  return () => (made ??= { of: make(LANGUAGES) }).of
}

/** What any language says about one thing, as one pattern. */
export function anyLanguage(pick: (language: Language) => string | undefined, flags = 'iu'): () => RegExp {
  return fromLanguages(() => new RegExp(sourcesOf(pick).join('|'), flags))
}

export function sourcesOf(pick: (language: Language) => string | undefined): string[] {
  return LANGUAGES.flatMap((language) => pick(language) ?? []).filter(Boolean)
}
