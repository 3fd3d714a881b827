import { isObject } from '../codecs/shared/json.ts'
import { readMessages } from './anthropic-blocks.ts'
import { anthropicRules } from './anthropic-rules.ts'
import { chatRules, readChat } from './chat-rules.ts'
import { geminiRules, readGemini } from './gemini-rules.ts'
import { readResponses, responsesRules } from './responses-rules.ts'
import { runRules, type Rule, type ValidateOptions, type Violation, type WireName } from './rule.ts'

export type { ValidateOptions, Violation, WireName } from './rule.ts'

/** Every rule the provider is known to enforce that this request breaks; empty when it would be accepted. */
export function validate(wire: WireName, request: unknown, options: ValidateOptions = {}): Violation[] {
  return validateWith(wire, request, options, () => true)
}

/** All rules of a wire, by id. */
export function rulesOf(wire: WireName): readonly string[] {
  const tables: { readonly [W in WireName]: readonly { readonly id: string }[] } = {
    anthropic: anthropicRules,
    'openai-chat': chatRules,
    'openai-responses': responsesRules,
    gemini: geminiRules,
  }
  return tables[wire].map((rule) => rule.id)
}

/** With some of the rules only: how the tests show that each of them is needed. */
export function validateWith(
  wire: WireName,
  request: unknown,
  options: ValidateOptions,
  keep: (id: string) => boolean,
): Violation[] {
  const body = isObject(request) ? request : {}
  const some = <R>(rules: readonly Rule<R>[]) => rules.filter((rule) => keep(rule.id))
  switch (wire) {
    case 'anthropic':
      return runRules(some(anthropicRules), readMessages(body), options)
    case 'openai-chat':
      return runRules(some(chatRules), readChat(body), options)
    case 'openai-responses':
      return runRules(some(responsesRules), readResponses(body), options)
    case 'gemini':
      return runRules(some(geminiRules), readGemini(body), options)
  }
}

/** Rules that are about size alone: sending the caller's longer original would not help. */
const SIZE_RULES = ['A-22', 'A-23', 'G-07']

export type Guarded<Request> = {
  readonly request: Request
  readonly violations: readonly Violation[]
  /** Who brought the violations; absent when there are none. */
  readonly by?: 'us' | 'caller'
}

/**
 * The last gate: a request we changed goes out only if it breaks no rule. Otherwise the caller's own goes out as it came,
 * and the violations say whether it was broken already.
 */
export function guard<Request>(
  wire: WireName,
  original: Request,
  prepared: Request,
  options: ValidateOptions = {},
): Guarded<Request> {
  if (prepared === original) return { request: original, violations: [] }
  const violations = validate(wire, prepared, { ...options, original })
  const errors = violations.filter(({ level, rule }) => level === 'error' && !SIZE_RULES.includes(rule))
  if (errors.length === 0) return { request: prepared, violations }
  const { tokens: _, bytes: __, ...rest } = options
  const before = new Set(validate(wire, original, rest).map((violation) => violation.rule))
  const by = errors.every((violation) => before.has(violation.rule)) ? 'caller' : 'us'
  return { request: original, violations, by }
}
