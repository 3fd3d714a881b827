import { isObject, type JsonObject } from '../../model/json.ts'
import type { RuleBook, ValidateOptions, Violation } from '../../model/rules.ts'

export type { ValidateOptions } from '../../model/rules.ts'

/** Where a rule is broken, in the provider's words; a level other than the rule's own. */
export type Finding = readonly [path: string, text: string, level?: 'warning' | undefined]

export type Rule<Request> = {
  readonly level?: 'warning'
  /** About size alone: the caller's longer original would break it too. */
  readonly isSize?: true
  /** What is not broken is false or undefined, so that a list can be mapped. */
  readonly check: (request: Request, options: ValidateOptions) => readonly (Finding | false | undefined)[]
}

/** Rules by their id; most are a check alone. */
export type Rules<Request> = { readonly [id: string]: Rule<Request> | Rule<Request>['check'] }

/** Rules as a codec carries them: the request is read once into the form they look at. */
export function ruleBook<Request>(read: (request: JsonObject) => Request, rules: Rules<Request>): RuleBook {
  return {
    ids: Object.keys(rules),
    check(request, options = {}, keep = () => true) {
      const body = read(isObject(request) ? request : {})
      return Object.entries(rules).flatMap(([id, rule]): Violation[] => {
        if (!keep(id)) return []
        const { check, level, isSize } = typeof rule === 'function' ? { check: rule } : rule
        const found = check(body, options).filter((finding) => finding !== false && finding !== undefined)
        return found.map(([path, text, own]) => {
          return { rule: id, path, text, level: level ?? own ?? 'error', ...(isSize && { isSize }) }
        })
      })
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
