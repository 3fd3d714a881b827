import type { CostPolicyOptions } from '../plan/policy.ts'

/** The settings of the dial, from the cheapest up. */
export const KEEPS = ['thrifty', 'balanced', 'most'] as const
/** How much of what was folded a model still sees: the less, the cheaper. */
export type Keep = (typeof KEEPS)[number]

type Kept = Required<CostPolicyOptions> & {
  readonly room: number
  /** Of a small window the whole view takes at most this share. */
  readonly viewShare: number
}

/** What the dial sets: when a rewrite comes, and how much room the hand-over gets. Costs and figures: docs/choosing.md. */
export const KEEP: Readonly<Record<Keep, Kept>> = {
  thrifty: { first: 0.36, patience: 1, room: 0.8, viewShare: 0.5 },
  balanced: { first: 0.48, patience: 1.25, room: 1.12, viewShare: 0.7 },
  most: { first: 0.65, patience: 1.8, room: 1.6, viewShare: 0.75 },
}
