import { DEFAULT_PRICES, type BudgetReading } from '../src/plan/policy.ts'
import { EMPTY_VIEW } from '../src/view/project.ts'

/** A session half way through its window. */
export const GAUGE: BudgetReading = {
  window: 100_000,
  nominal: 100_000,
  extra: { tokens: 0, bytes: 0 },
  view: EMPTY_VIEW,
  billed: undefined,
  usable: 80_000,
  maxBytes: 1_000_000,
  used: { tokens: 50_000, bytes: 200_000 },
  growth: 1_000,
  after: 20_000,
  isCold: false,
  isOpenLoop: false,
  prices: DEFAULT_PRICES,
}
