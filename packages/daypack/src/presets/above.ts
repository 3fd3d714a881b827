import type { Tokens } from '../model/json.ts'
import type { BudgetReading, Policy } from '../plan/policy.ts'

const BYTES_HIGH = 0.9
const BYTES_LOW = 0.5

/** Above `high` the whole pass list runs before every request; `unmeasured` is what a document does not count. */
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

export function unmeasured(gauge: BudgetReading, measured: Tokens): Tokens {
  return gauge.used.tokens - measured
}
