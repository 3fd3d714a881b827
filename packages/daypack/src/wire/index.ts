export { ledger, noteReply, noteRequest, type Ledger } from './binding.ts'
export {
  guard,
  rulesOf,
  validate,
  type Guarded,
  type ValidateOptions,
  type Violation,
  type WireName,
} from './validate.ts'
export { heal, NO_RESULT, type Healed, type Healing } from './heal.ts'
export { readBody, type Body } from './body.ts'
