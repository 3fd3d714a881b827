/** The figures of the ranking. All features are added on one scale, on which the best keyword score is 1. */
export type Weights = {
  readonly k1: number
  readonly b: number
  /** Share of the frequencies of the units before, by distance, mixed in before saturation, between turns of a dialogue. */
  readonly before: readonly number[]
  /** The same for the units behind: an answer needs its question more than a question needs its answer. */
  readonly after: readonly number[]
  /** A short bare question lends the turn behind it this much more. */
  readonly answer: number
  /** Elsewhere neighbours lend this part of it: items of a list often have little to do with each other. */
  readonly apart: number
  /** Units of fewer words than this borrow proportionally less: `Wow!` is about nothing. */
  readonly thinLength: number
  /** Units and neighbours longer than this lend and borrow proportionally less. */
  readonly dampLength: number
  /** The same for parts of one paragraph, which are never damped. */
  readonly sameParagraph: number
  /** Score of the whole file. */
  readonly file: number
  readonly pairs: number
  readonly speaker: number
  /** The sort of value a question asks for: times for when, numbers for how many, titles for what it is called. */
  readonly value: number
  /** Lines of the one who asks, or of the one who answered. */
  readonly ownWords: number
  /** A day named in the query, and a longer period: what was said in June is less surely about June. */
  readonly date: number
  readonly period: number
  readonly shortQuestion: number
  readonly bareHeading: number
  readonly latest: number
}

export const WEIGHTS: Weights = {
  k1: 0.9,
  b: 0.6,
  before: [0.6, 0.36],
  after: [0.15, 0.09],
  answer: 1.5,
  apart: 0.2,
  thinLength: 4,
  dampLength: 20,
  sameParagraph: 0.5,
  file: 0.2,
  pairs: 0.2,
  speaker: 0.25,
  value: 0.25,
  ownWords: 0.4,
  date: 0.5,
  period: 0.3,
  shortQuestion: -0.2,
  bareHeading: -0.3,
  latest: 0.2,
}
