import type { JsonObject } from 'daypack/internal'
import type { ValidateOptions } from 'daypack'
import type { Failure, Wire } from './wire.ts'

export function gate({ rules }: Wire, body: JsonObject, options: ValidateOptions): Failure[] {
  return rules
    .check(body, options)
    .filter((violation) => violation.level === 'error')
    .map(({ rule, path, text }) => ({ status: rule === 'A-22' ? 413 : 400, rule, param: path, message: text }))
}
