import type { ValidateOptions } from '../../src/wire/validate.ts'

export type Fixture = { readonly request: unknown; readonly options?: ValidateOptions }
export type Rejected = Fixture & {
  /** Part of what the provider says. */
  readonly says: string
  /** Rules that are broken by the same request. */
  readonly also?: readonly string[]
}
export type RuleFixtures = { readonly accepts: readonly Fixture[]; readonly rejects: readonly Rejected[] }

/** By rule id. */
export type Fixtures = { readonly [rule: string]: RuleFixtures }

export const user = (content: unknown) => ({ role: 'user', content })
export const assistant = (content: unknown) => ({ role: 'assistant', content })
export const text = (value: string, more: object = {}) => ({ type: 'text', text: value, ...more })
