import type { JsonObject } from '../../model/json.ts'
import { validate, type ValidateOptions } from '../../wire/index.ts'
import type { ProviderWire } from './script.ts'
import type { Failure } from './wire.ts'

/** The wire rules, as the provider answers them; what only some back ends refuse passes. */
export function gate(wire: ProviderWire, body: JsonObject, options: ValidateOptions): Failure[] {
  return validate(wire, body, options)
    .filter((violation) => violation.level === 'error')
    .map(({ rule, path, text }) => ({ status: rule === 'A-22' ? 413 : 400, rule, param: path, message: text }))
}
