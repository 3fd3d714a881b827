/** A rule of the provider that a request breaks, with the words the provider would answer. */
export type Violation = {
  readonly rule: string
  /** Where in the request, as a JSON path. */
  readonly path: string
  readonly text: string
  /** Weak evidence, or only some back ends: warn, never block. */
  readonly level: 'error' | 'warning'
  /** About size alone: sending the caller's longer original would not help. */
  readonly isSize?: true
}

export type ValidateOptions = {
  /** Back ends with stricter habits: Bedrock and Vertex, compatible servers that parse arguments. */
  readonly strict?: boolean
  /** Prompt tokens of the request, as well as somebody knows. */
  readonly tokens?: number
  /** The model's context window in tokens. */
  readonly window?: number
  /** Bytes of the body; measured when it is not given. */
  readonly bytes?: number
  /** What was seen of thinking blocks so far. */
  readonly ledger?: Ledger
  /** The request before this one in the same conversation. */
  readonly previous?: unknown
  /** The caller's own request, when this one is our version of it. */
  readonly original?: unknown
}

/** A thinking block as it was first seen: itself, what stood before it, and the message it came in. */
export type BoundThinking = {
  readonly block: string
  readonly prefix: string
  readonly message: readonly string[]
  readonly order: number
}

/** Thinking blocks by signature (or data), in the order in which they were made. */
export type Ledger = Map<string, BoundThinking>

/** What a provider enforces on requests in this wire format. A codec brings it along. */
export type RuleBook = {
  /** All rules, by id. */
  readonly ids: readonly string[]
  /** Every rule the request breaks; `keep` leaves some rules out. Must not throw on odd content. */
  check(request: unknown, options?: ValidateOptions, keep?: (id: string) => boolean): readonly Violation[]
}
