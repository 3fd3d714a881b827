/** The figures of the ranking. All features are added on one scale, on which the best keyword score is 1. */
export const WEIGHTS = {
  k1: 0.9,
  b: 0.6,
  /** Share of the frequencies of the turns before, by distance, mixed in before saturation. */
  before: [0.6, 0.36],
  /** The same for the turns behind: an answer needs its question more than a question needs its answer. */
  after: [0.15, 0.09],
  /** Turns longer than this lend and borrow proportionally less. */
  dampLength: 20,
  /** What parts of one paragraph lend each other. */
  sameParagraph: 0.5,
  /** A speaker whom the query names. */
  speaker: 0.25,
  /** Lines of the one who asks, or of the one who answered. */
  ownWords: 0.4,
  /** A day or a period that the query names. */
  date: 0.5,
} as const
