import type { JsonObject } from '../../model/json.ts'
import type { ProviderWire } from './script.ts'
import type { Failure } from './wire.ts'

/** The wire rules, as the provider answers them. */
export function gate(_wire: ProviderWire, _body: JsonObject): Failure[] {
  return []
}
