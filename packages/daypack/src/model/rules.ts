/** A rule of the provider that a request breaks, with the words the provider would answer. */
export type Violation = {
  readonly rule: string
  readonly path: string
  readonly text: string
  /** Weak evidence, or only some back ends: warn, never block. */
  readonly level: 'error' | 'warning'
  /** About size alone: sending the caller's longer original would not help. */
  readonly isSize?: true
}

export type ValidateOptions = {
  readonly strict?: boolean
  readonly tokens?: number
  readonly window?: number
  readonly bytes?: number
  readonly original?: unknown
}

export type RuleBook = {
  readonly ids: readonly string[]
  /** Every rule the request breaks; `keep` leaves some rules out. Must not throw on odd content. */
  check(request: unknown, options?: ValidateOptions, keep?: (id: string) => boolean): readonly Violation[]
}
