import { isObject, type JsonObject } from '../../model/json.ts'
import type { RuleBook, ValidateOptions } from '../../model/rules.ts'

export type { ValidateOptions } from '../../model/rules.ts'

export type Found = { readonly path: string; readonly text: string; readonly level?: 'warning' }

export type Rule<Request> = {
  readonly id: string
  readonly level?: 'warning'
  /** About size alone: the caller's longer original would break it too. */
  readonly isSize?: true
  readonly check: (request: Request, options: ValidateOptions) => readonly Found[]
}

/** Rules as a codec carries them: the request is read once into the form they look at. */
export function ruleBook<Request>(read: (request: JsonObject) => Request, rules: readonly Rule<Request>[]): RuleBook {
  return {
    ids: rules.map((rule) => rule.id),
    check(request, options = {}, keep = () => true) {
      const body = read(isObject(request) ? request : {})
      return rules
        .filter((rule) => keep(rule.id))
        .flatMap((rule) =>
          rule.check(body, options).map((found) => ({
            rule: rule.id,
            path: found.path,
            text: found.text,
            level: rule.level ?? found.level ?? 'error',
            ...(rule.isSize && { isSize: true as const }),
          })),
        )
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
