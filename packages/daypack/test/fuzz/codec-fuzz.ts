import fc from 'fast-check'
import type { JsonObject } from '../../src/model/json.ts'
import { identity } from '../../../daypack-testing/src/codec-suite.ts'
import { arbRequest, codecsByWire } from '../../../daypack-testing/test/wire-arbitraries.ts'
import type { WireName } from '../../../daypack-testing/test/wire-extras.ts'
import { heal } from '../../src/wire/heal.ts'
import { validate } from '../../src/wire/validate.ts'
import { arbBlows, struck, type Blow } from './edits.ts'

export const WIRES: readonly WireName[] = ['anthropic', 'openai-chat', 'openai-responses', 'gemini']

/** A history, and several things that may happen to it. */
type Case = { readonly wire: WireName; readonly request: JsonObject; readonly fates: readonly (readonly Blow[])[] }

export const FATES = 5

export const arbCase: fc.Arbitrary<Case> = fc.constantFrom(...WIRES).chain((wire) =>
  fc.record({
    wire: fc.constant(wire),
    request: arbRequest(wire, { maxTurns: 3, maxText: 400, foreignIds: true }),
    fates: fc.array(arbBlows, { minLength: FATES, maxLength: FATES }),
  }),
)

/** A request comes out as it went in; and whatever happens to the conversation, the provider accepts what is written. */
export function holds({ wire, request, fates }: Case): void {
  const codec = codecsByWire[wire]
  identity(codec, request)
  const before = new Set(validate(codec, request).map(({ rule }) => rule))
  const decoded = codec.decode(request)
  const sourced = decoded.messages.map((message, source) => ({ ...message, source }))
  for (const blows of fates) {
    const { messages } = heal(struck(sourced, blows))
    const stored = JSON.parse(JSON.stringify(messages)) as typeof messages
    const next = codec.encode({ ...(decoded.system ? { system: decoded.system } : {}), messages: stored }, request)
    const found = validate(codec, next).filter(({ level, rule }) => level === 'error' && !before.has(rule))
    if (found.length > 0)
      throw new Error(`${JSON.stringify(blows)}: ${JSON.stringify(found[0])}\n${JSON.stringify(next)}`)
  }
}

export type Figure = { readonly cases: number; readonly seconds: number; readonly failure?: string }

export function fuzz(cases: number, seed: number): Figure {
  const started = performance.now()
  const result = fc.check(fc.property(arbCase, holds), { numRuns: cases, seed, endOnFailure: true })
  const seconds = (performance.now() - started) / 1_000
  return {
    cases: result.numRuns,
    seconds,
    ...(result.failed ? { failure: failureOf(result) } : {}),
  }
}

/** How to see it again, and what went wrong: of two long texts the places where they part. */
export function failureOf(result: { seed: number; counterexamplePath: string | null; errorInstance: unknown }): string {
  const { actual, expected } = (result.errorInstance ?? {}) as { actual?: unknown; expected?: unknown }
  const where = typeof actual === 'string' && typeof expected === 'string' ? `\n${parting(actual, expected)}` : ''
  return `seed ${result.seed}, path ${result.counterexamplePath ?? ''}: ${String(result.errorInstance)}${where}`
}

function parting(actual: string, expected: string): string {
  let at = 0
  while (at < actual.length && actual[at] === expected[at]) at++
  return [expected, actual].map((text) => text.slice(Math.max(0, at - 200), at + 200)).join('\n')
}
