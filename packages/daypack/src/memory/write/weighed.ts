/** What speaks for or against something: mostly 1 where it is so, 0 where not. */
export type Clues = Readonly<Record<string, number>>

/** What a clue, or several at once (`a * b`), adds to the logarithm of the odds; '' always counts. */
export type Weights = Readonly<Record<string, number>>

export type Term = { readonly of: readonly string[]; readonly weight: number }

export function termsOf(weights: Weights): Term[] {
  return Object.entries(weights).map(([name, weight]) => ({ of: partsOf(name), weight }))
}

/** The clues a weight is for. */
export function partsOf(name: string): readonly string[] {
  return name === '' ? [] : name.split(' * ')
}

/** The logarithm of the odds: 0 where it is as likely as not. */
export function weighed(clues: Clues, terms: readonly Term[]): number {
  return terms.reduce((sum, { of, weight }) => sum + weight * product(clues, of), 0)
}

export function product(clues: Clues, parts: readonly string[]): number {
  return parts.reduce((made, part) => made * (clues[part] ?? 0), 1)
}

export const bit = (is: boolean): number => (is ? 1 : 0)

/** Of the logarithm of the odds. */
export function chanceOf(odds: number): number {
  return 1 / (1 + Math.exp(-odds))
}

/** Of several that exclude each other, and of none of them, which is as likely as odds of 0. */
export function chancesOf(odds: readonly number[]): number[] {
  const all = odds.map(Math.exp)
  const sum = all.reduce((made, each) => made + each, 1)
  return all.map((each) => each / sum)
}
