import { DaypackError } from '../../model/errors.ts'

export const LONG_TERM = 'MEMORY.md'
/** Found in any spelling (`Memory.md`); what is there is written to. */
export function isLongTerm(path: string): boolean {
  return /^memory\.md$/i.test(path)
}

const DAY_LOG = /^memory\/(\d{4}-\d{2}-\d{2})\.md$/

/** `memory/2026-11-15.md` */
export function dayLog(day: string): string {
  return `memory/${day}.md`
}

/** The day of a daily log; undefined for any other note. */
export function dayOfLog(path: string): string | undefined {
  return DAY_LOG.exec(path)?.[1]
}

export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path)
}

/** A note's path as a model or person may write it, made plain; refuses whatever is not a Markdown note. `as`: how it was given. */
export function notePath(given: string, as: string = given): string {
  const path = given
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
  const parts = path.split('/')
  if (/^memory\.md$/i.test(path)) return LONG_TERM
  const below = parts.length > 1 && parts[0] === 'memory'
  if (below && isMarkdown(path) && parts.every((part) => part !== '' && !part.startsWith('.') && !part.includes('\0')))
    return path
  throw new DaypackError(
    'unsafe-path',
    `"${as}" is not a note: use MEMORY.md or a Markdown file in memory/, such as memory/2026-11-15.md.`,
    {
      details: { path: as },
    },
  )
}
