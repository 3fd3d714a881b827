/** The figures of the ranking. All features are added on one scale, on which the best keyword score is 1. */
export type Weights = {
  readonly k1: number
  readonly b: number
  /** Share of a neighbour's frequencies mixed in before saturation, by distance, between turns of a dialogue. */
  readonly neighbours: readonly number[]
  /** Elsewhere neighbours lend this part of it: items of a list often have little to do with each other. */
  readonly apart: number
  /** Units and neighbours longer than this lend and borrow proportionally less. */
  readonly dampLength: number
  /** The same for parts of one paragraph, which are never damped; their lengths count to this share, too. */
  readonly sameParagraph: number
  /** Score of the whole file. */
  readonly file: number
  readonly pairs: number
  readonly speaker: number
  /** Times and numbers in short units, for when and how many. */
  readonly quantity: number
  readonly ownWords: number
  readonly date: number
  readonly shortQuestion: number
  readonly latest: number
}

export const WEIGHTS: Weights = {
  k1: 1.2,
  b: 0.75,
  neighbours: [0.5, 0.5],
  apart: 0.5,
  dampLength: 20,
  sameParagraph: 0.5,
  file: 0.2,
  pairs: 0.2,
  speaker: 0.2,
  quantity: 0.2,
  ownWords: 0.3,
  date: 0.3,
  shortQuestion: -0.2,
  latest: 0.2,
}
