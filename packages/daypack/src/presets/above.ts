import type { Tokens } from '../model/json.ts'
import type { BudgetReading, Policy } from '../plan/policy.ts'

const BYTES_HIGH = 0.9
const BYTES_LOW = 0.5

/** Above `high` the whole pass list runs before every request; `unmeasured`: tokens the document's own rule does not count. */
export function above(
  high: (reading: BudgetReading) => Tokens,
  low: (reading: BudgetReading) => Tokens = () => 0,
): Policy {
  const waterMark = (reading: BudgetReading, tokens: Tokens, bytes: number) => ({
    tokens: Math.floor(Math.min(reading.usable, tokens)),
    bytes: Math.floor(reading.maxBytes * bytes),
  })
  return {
    trigger: (reading) => waterMark(reading, high(reading), BYTES_HIGH),
    target: (reading) => waterMark(reading, low(reading), BYTES_LOW),
    exact: true,
  }
}

export function unmeasured(reading: BudgetReading, measured: Tokens): Tokens {
  return reading.used.tokens - measured
}
