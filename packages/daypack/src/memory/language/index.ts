import chinese from './chinese.json' with { type: 'json' }
import english from './english.json' with { type: 'json' }
import french from './french.json' with { type: 'json' }
import german from './german.json' with { type: 'json' }
import italian from './italian.json' with { type: 'json' }
import japanese from './japanese.json' with { type: 'json' }
import type { Language } from './language.ts'
import { patternOf } from './pattern.ts'
import portuguese from './portuguese.json' with { type: 'json' }
import { checkPatterns, type LanguageFile, readLanguage } from './read.ts'
import spanish from './spanish.json' with { type: 'json' }

const OURS = [english, chinese, spanish, german, french, japanese, italian, portuguese].map((file) =>
  readLanguage(file),
)

/** All are tried on every text: nobody says which one is spoken, and many mix them. */
let known: readonly Language[] = OURS
const read = new WeakMap<LanguageFile, Language>()

/** All languages there are, English first. */
export function languages(): readonly Language[] {
  return known
}

/** Languages that are not ours, or stand in for ours. */
export function addedLanguages(): readonly Language[] {
  return known.filter((language) => !OURS.includes(language))
}

/** Languages from outside, from now on and for the whole process; one with a code we have takes the place of ours. */
export function addLanguages(more: readonly LanguageFile[] = []): void {
  for (const file of more) {
    const language = read.get(file) ?? readLanguage(file)
    if (known.includes(language)) continue
    checkPatterns(language)
    read.set(file, language)
    const at = known.findIndex(({ code }) => code === language.code)
    known = at < 0 ? [...known, language] : known.with(at, language)
  }
}

/** Only ours again: for tests, which share a process. */
export function forgetLanguages(): void {
  known = OURS
}

/** Memoizes what is made from all languages until one is added. */
export function fromLanguages<T>(make: (all: readonly Language[]) => T): () => T {
  let last: { readonly from: readonly Language[]; readonly made: T } | undefined
  return () => {
    if (last?.from !== known) last = { from: known, made: make(known) }
    return last.made
  }
}

/** What any language says about one thing, as one pattern. */
export function anyLanguage(pick: (language: Language) => string | undefined, flags = 'iu'): () => RegExp {
  return fromLanguages(() => patternOf(sourcesOf(pick).join('|'), flags))
}

export function sourcesOf(pick: (language: Language) => string | undefined): string[] {
  return known.flatMap((language) => pick(language) ?? []).filter(Boolean)
}
