import type { Ledger } from './binding.ts'

export type WireName = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini'

/** A rule of the provider that a request breaks, with the words the provider would answer. */
export type Violation = {
  readonly rule: string
  /** Where in the request, as a JSON path. */
  readonly path: string
  readonly text: string
  /** Weak evidence, or only some back ends: warn, never block. */
  readonly level: 'error' | 'warning'
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

export type Found = { readonly path: string; readonly text: string; readonly level?: 'warning' }

export type Rule<Request> = {
  readonly id: string
  readonly level?: 'warning'
  readonly check: (request: Request, options: ValidateOptions) => readonly Found[]
}

export function runRules<Request>(
  rules: readonly Rule<Request>[],
  request: Request,
  options: ValidateOptions,
): Violation[] {
  return rules.flatMap((rule) =>
    rule.check(request, options).map((found) => ({
      rule: rule.id,
      path: found.path,
      text: found.text,
      level: rule.level ?? found.level ?? 'error',
    })),
  )
}

const EXACT_FROM = 8_000_000

/** Bytes of a request body: exact once it is big enough to matter. */
export function bodyBytes(request: unknown, options: ValidateOptions): number {
  if (options.bytes !== undefined) return options.bytes
  const rough = roughSize(request)
  return rough < EXACT_FROM ? rough : Buffer.byteLength(JSON.stringify(request))
}

/** At least a third of the bytes of the JSON text, without writing it. */
function roughSize(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 4
  let sum = 0
  for (const part of Array.isArray(value) ? value : Object.values(value)) sum += roughSize(part) + 4
  return sum
}
