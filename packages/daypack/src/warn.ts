import type { Warn } from './config.ts'
import { isDaypackError } from './model/errors.ts'

/** Says a line the first time something of its kind goes wrong. */
export type Warner = (kind: string, line: string) => void

export function warner(warn: false | Warn): Warner {
  const said = new Set<string>()
  return (kind, line) => {
    if (warn === false || said.has(kind)) return
    said.add(kind)
    warn(`daypack: ${line.replaceAll(/\s*\n\s*/g, ' ')}`)
  }
}

export function kindOf(error: unknown): string {
  return isDaypackError(error) ? error.code : error instanceof Error ? error.name : typeof error
}
