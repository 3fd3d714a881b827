/**
 * How much the vector leg counts beside words, for one query. Both legs are read as evidence, in nats. Cosines of texts that
 * have nothing to do with a query scatter like chance, so a text `z` deviations above the average, where the best stands
 * `standout` above it, is `standout × z` nats more likely to be meant; that is worth little while the best of so many texts
 * could stand as far out by chance. Words count for few nats when little of the query stands in their best hit, and for many
 * when all of it does.
 *
 * Chosen on the tuning halves of bench/retrieval/hybrid.ts. The result is the lift of the best text, on the scale where the best keyword score is 1.
 */
export function vectorLift(standout: number, units: number, confidence: number): number {
  const nats = standout ** 2
  const beyondChance = nats - 2 * Math.log(Math.max(2, units))
  const clear = sigmoid(beyondChance + DOUBT) * (1 + Math.max(0, beyondChance) / CLEAR_NATS)
  return (nats * clear) / (LEAST_NATS + MORE_NATS * confidence)
}

/** The best of many scatters too: this far below the mean of its square the leg counts for half. */
const DOUBT = 4
/** So far beyond chance the leg counts twice. */
const CLEAR_NATS = 8
const LEAST_NATS = 4
const MORE_NATS = 60

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}
