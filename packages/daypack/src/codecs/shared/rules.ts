import { isObject, type JsonObject } from '../../model/json.ts'
import type { RuleBook, ValidateOptions, Violation } from '../../model/rules.ts'

export type { ValidateOptions } from '../../model/rules.ts'

/** Says that a rule is broken, in the provider's words; without a level it has the rule's, or is an error. */
export type Report = (path: string, text: string, level?: 'warning') => void

export type Rule<Request> = {
  readonly id: string
  readonly level?: 'warning'
  /** About size alone: the caller's longer original would break it too. */
  readonly isSize?: true
  readonly check: (request: Request, report: Report, options: ValidateOptions) => void
}

/** Rules as a codec carries them: the request is read once into the form they look at. */
export function ruleBook<Request>(read: (request: JsonObject) => Request, rules: readonly Rule<Request>[]): RuleBook {
  return {
    ids: rules.map(({ id }) => id),
    check(request, options = {}, keep = () => true) {
      const body = read(isObject(request) ? request : {})
      const found: Violation[] = []
      for (const { id, level, isSize, check } of rules) {
        if (!keep(id)) continue
        const size = isSize && { isSize }
        const report: Report = (path, text, own) =>
          found.push({ rule: id, path, text, level: level ?? own ?? 'error', ...size })
        check(body, report, options)
      }
      return found
    },
  }
}

const EXACT_FROM = 8_000_000

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
