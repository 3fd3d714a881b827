/** How near the question the vector leg finds what words have found, in deviations of cosines. */
export type Agreement = {
  /** On average and at best, what is farther than the average of all counting as average. */
  readonly mean: number
  readonly most: number
  /** How much likelier it is with vectors that know something than with chance, as a logarithm. */
  readonly evidence: number
}

/** What the questions so far say about vectors: whether an endpoint knows anything is no matter of one question. */
export type Experience = { evidence: number }

export function newExperience(): Experience {
  return { evidence: PRIOR }
}

/** How many of the best units by words are looked at. */
export const AGREEING = 10
/** An endpoint that answers with noise is rare. */
const PRIOR = 2
/** However long it lasted, a model that gets better or worse is noticed again. */
const SUREST = 5
const LEAST_SURE = -6
/** The least by which vectors that know something draw what shares words with the question nearer. */
const DRAWN = 0.25
/** Deviations beyond chance that a nearest one may have by chance, in a small notebook. */
const CLEAR = 0.5

/** `found`: units with their score by words; `nearOf`: deviations above the average of all, if there is a vector. */
export function agreementOf(
  found: readonly { readonly unit: number; readonly words: number }[],
  nearOf: (unit: number) => number | undefined,
): Agreement {
  let [sum, weight, most, evidence] = [0, 0, 0, 0]
  for (const { unit, words } of found) {
    const near = nearOf(unit)
    if (near === undefined || words <= 0) continue
    sum += words * Math.max(0, near)
    weight += words
    most = Math.max(most, near)
    evidence += DRAWN * near - DRAWN ** 2 / 2
  }
  return { mean: weight > 0 ? sum / weight : 0, most, evidence }
}

export function learn(experience: Experience, { evidence }: Agreement, standout: number, units: number): void {
  const clear = Math.max(0, beyondChance(standout, units) - CLEAR)
  const sum = experience.evidence + evidence + clear
  experience.evidence = Math.min(SUREST, Math.max(LEAST_SURE, sum))
}

export function looksLikeChance({ evidence }: Experience): boolean {
  return evidence < LEAST_SURE / 2
}

/** Deviations by which the nearest exceeds the largest expected by chance among that many units. */
function beyondChance(standout: number, units: number): number {
  return Math.max(0, standout - Math.sqrt(2 * Math.log(Math.max(2, units))))
}

/**
 * How likely vectors know anything of this question, between 0 and 1. Vectors of chance, or of another question, are as near
 * to what words have found as to anything else, and the nearest of them stands out no more than the largest
 * by chance does. Fitted on the tuning halves of bench/retrieval/hybrid.ts: real and made vectors against noise.
 */
export function vectorTrust(
  { evidence }: Experience,
  standout: number,
  units: number,
  { mean, most }: Agreement,
): number {
  const beyond = beyondChance(standout, units)
  return 1 / (1 + Math.exp(-(evidence + 1.9 * mean + most + 3.5 * beyond - 3.6)))
}
