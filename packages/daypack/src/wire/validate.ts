import type { Codec } from '../model/codec.ts'
import type { ValidateOptions, Violation } from '../model/rules.ts'

export type { ValidateOptions, Violation } from '../model/rules.ts'

/** A codec as far as its rules are concerned. Codecs of frameworks have none: what they send the provider alone checks. */
export type CodecRules = Pick<Codec, 'rules'>

/**
 * Every rule the provider is known to enforce that this request breaks; empty when it would be accepted.
 *
 * @example
 * import { validate } from 'daypack'
 * import { anthropic } from 'daypack/codecs'
 *
 * const [broken] = validate(anthropic, { model: 'x', max_tokens: 1, messages: [{ role: 'user', content: '' }] })
 * if (broken?.rule !== 'A-10') throw new Error('empty content is refused')
 */
export function validate(codec: CodecRules, request: unknown, options: ValidateOptions = {}): readonly Violation[] {
  return codec.rules?.check(request, options) ?? []
}

export type GuardResult<Request> = {
  readonly request: Request
  readonly violations: readonly Violation[]
  /** Who brought the violations; absent when there are none. */
  readonly by?: 'us' | 'caller'
}

/** The last gate: a changed request that breaks a rule is replaced by the caller's own. */
export function guard<Request>(codec: CodecRules, original: Request, prepared: Request): GuardResult<Request> {
  if (prepared === original) return { request: original, violations: [] }
  const violations = validate(codec, prepared, { original })
  const errors = violations.filter(({ level, isSize }) => level === 'error' && !isSize)
  if (errors.length === 0) return { request: prepared, violations }
  const before = new Set(validate(codec, original).map((violation) => violation.rule))
  const by = errors.every((violation) => before.has(violation.rule)) ? 'caller' : 'us'
  return { request: original, violations, by }
}
