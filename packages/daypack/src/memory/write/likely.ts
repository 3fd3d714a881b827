import { changeClues } from './change-clues.ts'
import { CHANGE_WEIGHTS } from './change-weights.ts'
import { chancesOf, type Clues, partsOf, product, type Term, termsOf, weighed } from './weighed.ts'

const TERMS = termsOf(CHANGE_WEIGHTS)

/** How likely a statement takes the place of each line. */
export function oddsOf(now: string, lines: readonly string[]): number[] {
  return changeClues(now, lines).map((clues) => oddsBy(clues, TERMS))
}

/** By these weights, where the two are joined at all. */
export function oddsBy(clues: Clues, terms: readonly Term[]): number {
  return isLinked(clues) ? weighed(clues, terms) : NONE
}

const NONE = -9

/** A day or a number that differs says nothing where the two have no word in common and nothing is said to have moved. */
export function isLinked(clues: Clues): boolean {
  const isAgreed = clues['same value'] === 1 && !OPPOSED.some((clue) => clues[clue] === 1)
  return !isAgreed && !APART.some((clue) => clues[clue] === 1) && LINKS.some((parts) => product(clues, parts) > 0)
}

/** Where a value is the same and none of these, the two agree. */
const OPPOSED = ['other value', 'new name', 'says change', 'one says no']
/** The second milestone is not the first; how long answers are has nothing to do with their language. */
const APART = ['the other one', 'other kinds']
/** Without a word in common: it points, and has another value; or says that something is moved or wrong, and not what. */
const LINKS = [
  ...['one word', 'same beginning', 'same name', 'elsewhere', 'other tool', 'other state', 'other code'],
  ...['says it * other closed value', 'says moved * begins with nothing', 'says correction * begins with nothing'],
  ...['same concept * says change', 'same concept * other closed value'],
  'says back',
  'another number of it',
].map(partsOf)

/** The line that is most likely meant, the last one of several, and how likely: the others may be meant instead, or none. */
export function likeliest(now: string, lines: readonly string[]): { line: string; chance: number } | undefined {
  const chances = chancesOf(oddsOf(now, lines))
  const chance = Math.max(...chances)
  const line = lines[chances.lastIndexOf(chance)]
  return line === undefined ? undefined : { line, chance }
}
