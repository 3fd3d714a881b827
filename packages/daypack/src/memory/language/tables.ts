// What the tables of a language are written with.
import type { Page } from './language.ts'
import { patternOf } from './letters.ts'

/** Any of these as whole words; `\b` knows no letter beyond ASCII. */
export function words(...any: readonly string[]): RegExp {
  return patternOf(`(?<![\\p{L}\\p{N}])(?:${any.join('|')})(?![\\p{L}\\p{N}])`)
}

/** One of these at the beginning, behind a `please`. */
export function opening(please: string, ...any: readonly string[]): RegExp {
  return patternOf(`^(?:(?:${please})[,，]?\\s*)?(?:${any.join('|')})`)
}

export function either(...patterns: readonly RegExp[]): RegExp {
  return patternOf(patterns.map(({ source }) => `(?:${source})`).join('|'))
}

/** A page by its title, its four sections, and what is written behind and around its lines. */
export function pageOf(
  title: string,
  [Preference, Fact, Decision, Lesson]: readonly [string, string, string, string],
  rest: Pick<Page, 'until' | 'more' | 'asOf' | 'past' | 'saidTo'>,
): Page {
  return { title, sections: { Preference, Fact, Decision, Lesson }, ...rest }
}
