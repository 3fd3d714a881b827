import type { Tokens } from '../model/json.ts'
import type { BudgetReading, Policy } from '../plan/policy.ts'

/** The wire's limit on bytes counts in every policy. */
const BYTES_HIGH = 0.9
const BYTES_LOW = 0.5

/**
 * The documents' rule: once a figure is passed, or the window is full, everything that is left in the list has its turn,
 * before every request anew. `high` is compared with all that is sent; `beside` puts aside what a document does not count.
 */
export function above(high: (gauge: BudgetReading) => Tokens, low: (gauge: BudgetReading) => Tokens = () => 0): Policy {
  const waterMark = (gauge: BudgetReading, tokens: Tokens, bytes: number) => ({
    tokens: Math.floor(Math.min(gauge.usable, tokens)),
    bytes: Math.floor(gauge.maxBytes * bytes),
  })
  return {
    trigger: (gauge) => waterMark(gauge, high(gauge), BYTES_HIGH),
    target: (gauge) => waterMark(gauge, low(gauge), BYTES_LOW),
    exact: true,
  }
}

/** What is sent besides the tokens a document measures. */
export function beside(gauge: BudgetReading, measured: Tokens): Tokens {
  return gauge.used.tokens - measured
}
