import { DaypackError } from 'daypack'
import { nearest } from 'daypack/internal'
import type { z } from 'zod'
import { configSchema, type Config } from './schema.ts'

export function checkConfig(value: unknown, where: string): Config {
  const result = configSchema.safeParse(value)
  if (result.success) return result.data
  const lines = result.error.issues.flatMap((issue) => describe(issue, value))
  throw new DaypackError('bad-config', `${where} is not valid:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

function describe(issue: z.core.$ZodIssue, value: unknown): string[] {
  const at = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const known = namesAt(issue.path)
    return issue.keys.map((key) => {
      const like = nearest(key, known)
      const fix = like === undefined ? `there are ${known.join(', ')}` : `did you mean "${like}"?`
      return `${[...issue.path, key].join('.')}: no such setting; ${fix}`
    })
  }
  const given = valueAt(value, issue.path)
  return [`${at || 'the file'}: ${issue.message}${given === undefined ? '' : `; it is ${quoteValue(given)}`}`]
}

function quoteValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value
  for (const key of path) found = (found as Record<PropertyKey, unknown> | undefined)?.[key]
  return found
}

type Shape = { readonly shape?: Record<string, Shape>; unwrap?(): Shape }

function namesAt(path: readonly PropertyKey[]): string[] {
  let place: Shape | undefined = configSchema as unknown as Shape
  for (const key of path) place = unwrapShape(place?.shape?.[String(key)])
  return Object.keys(place?.shape ?? {}).filter((name) => name !== '$schema')
}

function unwrapShape(place: Shape | undefined): Shape | undefined {
  let found = place
  while (found && !found.shape && found.unwrap) found = found.unwrap()
  return found
}
