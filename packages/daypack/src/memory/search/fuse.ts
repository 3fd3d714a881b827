/**
 * How much the vector leg counts beside words, for one query: the lift of the best text, on the scale where the best keyword
 * score is 1. Both legs are read as evidence and added up, so that the surer one decides. A text is likelier to be
 * meant the more deviations its cosine stands above the others. Words raise the best unit from one of many to a fair guess,
 * which is worth more the more units there are, and three times as much where all of the query stands in it.
 *
 * Fitted on the tuning halves of bench/retrieval/hybrid.ts, by the likelihood of the right answers.
 */
export function vectorLift(standout: number, units: number, confidence: number): number {
  return standout / (Math.log(1 + units) * (LEAST + MORE * confidence ** GROWS))
}

/** What words are worth, in deviations of cosines, for each e-fold of units. */
const LEAST = 0.3
const MORE = 0.75
const GROWS = 0.6
