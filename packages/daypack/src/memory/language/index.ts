import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import type { Language } from './language.ts'
import { patternOf } from './letters.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

const OURS: readonly Language[] = [english, chinese, spanish, german, french, japanese, italian, portuguese]

/** All are tried on every text: nobody says which one is spoken, and many mix them. */
let known = OURS

/** All languages there are, English first. */
export function languages(): readonly Language[] {
  return known
}

/** Languages that are not ours, or stand in for ours. */
export function addedLanguages(): readonly Language[] {
  return known.filter((language) => !OURS.includes(language))
}

/** Languages from outside, from now on and for the whole process; one with a code we have takes the place of ours. */
export function addLanguages(more: readonly Language[] = []): void {
  for (const language of more) {
    if (known.includes(language)) continue
    const at = known.findIndex(({ code }) => code === language.code)
    known = at < 0 ? [...known, language] : known.with(at, language)
  }
}

/** Only ours again: for tests, which share a process. */
export function forgetLanguages(): void {
  known = OURS
}

/** Something made from all languages, and made anew when one is added. */
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
