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
