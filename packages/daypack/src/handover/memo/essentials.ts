import type { Memo } from './memo.ts'
import { contentWords, coverage } from './words.ts'

/** What no summary may lose: goal, constraints, decisions and the newest error. */
export function essentialsOf({ sections, errors }: Memo): string[] {
  return [
    ...sections.goal,
    ...sections.constraints,
    ...sections.decisions,
    ...sections.context.slice(0, Math.min(1, errors)),
  ]
}

/** So much of a line's meaning elsewhere: it is retold there. */
const RETOLD = 0.5

/** The lines `text` does not speak of. */
export function notRetold(lines: readonly string[], text: string): string[] {
  const words = contentWords(text)
  return lines.filter((line) => coverage(contentWords(line), words) < RETOLD)
}
