import { isList, isObject, numberAt } from '../../model/json.ts'
import type { Billed } from '../../model/usage.ts'

export type UsageFields = {
  readonly input: string
  readonly output: string
  readonly details: string
  readonly cacheRead: string
  readonly cacheWrite: string
}

/** For providers whose input counts cached tokens too; of details for several requests the last ones count. */
export function readUsage(fields: UsageFields, usage: unknown, model?: unknown): Billed | undefined {
  const total = numberAt(usage, fields.input)
  if (total === undefined) return undefined
  const given = isObject(usage) ? usage[fields.details] : undefined
  const details = isList(given) ? given.at(-1) : given
  const cacheRead = numberAt(details, fields.cacheRead) ?? 0
  const cacheWrite = numberAt(details, fields.cacheWrite) ?? 0
  return {
    input: Math.max(0, total - cacheRead - cacheWrite),
    cacheRead,
    cacheWrite,
    output: numberAt(usage, fields.output) ?? 0,
    ...(typeof model === 'string' ? { model } : {}),
  }
}
