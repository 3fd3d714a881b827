import { ruleBook } from '../shared/rules.ts'
import { readMessages } from './rules/blocks.ts'
import { limitRules } from './rules/limits.ts'
import { markerRules } from './rules/markers.ts'
import { pairingRules } from './rules/pairing.ts'
import { thinkingRules } from './rules/thinking.ts'

export const anthropicRules = ruleBook(readMessages, {
  ...pairingRules,
  ...markerRules,
  ...thinkingRules,
  ...limitRules,
})
