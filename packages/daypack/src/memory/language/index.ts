import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import type { Language } from './language.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

/** All are tried on every text: nobody says which one is spoken, and many mix them. */
export const LANGUAGES: readonly Language[] = [english, chinese, spanish, german, french, japanese, italian, portuguese]

/** What any language says about one thing, as one pattern. */
export function anyLanguage(pick: (language: Language) => string | undefined, flags = 'iu'): RegExp {
  return new RegExp(sourcesOf(pick).join('|'), flags)
}

export function sourcesOf(pick: (language: Language) => string | undefined): string[] {
  return LANGUAGES.flatMap((language) => pick(language) ?? []).filter(Boolean)
}
