import { markerRules } from './anthropic-markers.ts'
import { pairingRules } from './anthropic-pairing.ts'
import { limitRules } from './anthropic-limits.ts'
import { thinkingRules } from './anthropic-thinking.ts'
import type { Messages } from './anthropic-blocks.ts'
import type { Rule } from './rule.ts'

/** Rules A-01 … A-24 of the Messages API; A-25 is about streams, see stream.ts. */
export const anthropicRules: readonly Rule<Messages>[] = [
  ...pairingRules,
  ...markerRules,
  ...thinkingRules,
  ...limitRules,
]
