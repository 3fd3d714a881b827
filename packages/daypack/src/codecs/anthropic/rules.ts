import { ruleBook } from '../shared/rules.ts'
import { readMessages } from './rules/blocks.ts'
import { limitRules } from './rules/limits.ts'
import { markerRules } from './rules/markers.ts'
import { pairingRules } from './rules/pairing.ts'
import { thinkingRules } from './rules/thinking.ts'

/** Rules A-01 … A-24 of the Messages API. */
export const anthropicRules = ruleBook(readMessages, [...pairingRules, ...markerRules, ...thinkingRules, ...limitRules])
