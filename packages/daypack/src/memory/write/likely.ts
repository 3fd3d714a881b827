import { changeClues } from './change-clues.ts'
import { CHANGE_WEIGHTS } from './change-weights.ts'
import { type Clues, termsOf, weighed } from './weighed.ts'

const TERMS = termsOf(CHANGE_WEIGHTS)

/** How likely a statement takes the place of each line. */
export function oddsOf(now: string, lines: readonly string[]): number[] {
  return changeClues(now, lines).map((clues) => (isLinked(clues) ? weighed(clues, TERMS) : NONE))
}

const NONE = -9

/** Where nothing joins the two, a time or a number that differs says nothing; the second milestone is not the first. */
function isLinked(clues: Clues): boolean {
  const isAgreed = clues['same value'] === 1 && !OPPOSED.some((clue) => clues[clue] === 1)
  return clues['the other one'] !== 1 && !isAgreed && LINKS.some((link) => (clues[link] ?? 0) > 0)
}

/** Where a value is the same and none of these, the two agree. */
const OPPOSED = ['other value', 'new name', 'says change', 'one says no']
const LINKS = ['one word', 'same topic', 'same beginning', 'same name', 'same value', 'says change', 'elsewhere']

/** The line of the highest odds, the last one of several. */
export function likeliest(now: string, lines: readonly string[]): { line: string; odds: number } | undefined {
  const odds = oddsOf(now, lines)
  const most = Math.max(...odds)
  const line = lines[odds.lastIndexOf(most)]
  return line === undefined ? undefined : { line, odds: most }
}
