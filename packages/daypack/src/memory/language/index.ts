import { AsyncLocalStorage } from 'node:async_hooks'
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

/** The languages of the memory that is at work; ours where it brings none. */
const scope = new AsyncLocalStorage<readonly Language[]>()
const registries = new WeakMap<readonly LanguageFile[], readonly Language[]>()

/** All languages of this memory, English first. All are tried on every text: nobody says which one is spoken, and many mix. */
export function languages(): readonly Language[] {
  return scope.getStore() ?? OURS
}

/** Languages that are not ours, or stand in for ours. */
export function addedLanguages(): readonly Language[] {
  return languages().filter((language) => !OURS.includes(language))
}

/** Work with languages from outside, and whatever that starts; one with a code we have takes the place of ours. */
export function withLanguages<T>(more: readonly LanguageFile[] = [], work: () => T): T {
  return more.length === 0 ? work() : scope.run(registryOf(more), work)
}

/** An object whose functions, however deep, work with these languages, wherever they are called from. */
export function inLanguages<T extends object>(more: readonly LanguageFile[] = [], make: () => T): T {
  return more.length === 0 ? make() : bindAll(withLanguages(more, make), more)
}

function bindAll<T extends object>(target: T, more: readonly LanguageFile[]): T {
  for (const [key, value] of Object.entries(target) as [keyof T, unknown][]) {
    if (typeof value === 'function')
      target[key] = ((...args: unknown[]) =>
        withLanguages(more, () => Reflect.apply(value, target, args) as unknown)) as T[keyof T]
    else if (typeof value === 'object' && value !== null) bindAll(value, more)
  }
  return target
}

function registryOf(more: readonly LanguageFile[]): readonly Language[] {
  const made = registries.get(more)
  if (made !== undefined) return made
  let known: readonly Language[] = OURS
  for (const language of more.map(readLanguage)) {
    checkPatterns(language)
    const at = known.findIndex(({ code }) => code === language.code)
    known = at < 0 ? [...known, language] : known.with(at, language)
  }
  registries.set(more, known)
  return known
}

/** Memoizes what is made from all languages, for each memory's own. */
export function fromLanguages<T>(make: (all: readonly Language[]) => T): () => T {
  const made = new WeakMap<readonly Language[], { readonly of: T }>()
  return () => {
    const all = languages()
    let found = made.get(all)
    if (found === undefined) made.set(all, (found = { of: make(all) }))
    return found.of
  }
}

/** What any language says about one thing, as one pattern. */
export function anyLanguage(pick: (language: Language) => string | undefined, flags = 'iu'): () => RegExp {
  return fromLanguages(() => patternOf(sourcesOf(pick).join('|'), flags))
}

export function sourcesOf(pick: (language: Language) => string | undefined): string[] {
  return languages()
    .flatMap((language) => pick(language) ?? [])
    .filter(Boolean)
}
