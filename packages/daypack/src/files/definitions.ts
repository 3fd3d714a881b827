import { definedName } from './defines.ts'
import type { KnownLine } from './lines.ts'

const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!include|define|if|endif)|--|;;|@|"""|'''|<!--)/
/** A comment longer than this does not belong to what follows. */
export const MOST_COMMENTS = 8

/** What a line defines. */
export function nameIn(line: KnownLine): string | undefined {
  line.defines ??= line.text.length > 300 ? '' : (definedName(line.text) ?? '')
  return line.defines === '' ? undefined : line.defines
}

export function isComment(text = ''): boolean {
  return COMMENT.test(text)
}

/** Blanks before the first word. */
export function indent(text: string): number {
  return /^\s*/.exec(text)?.[0].replaceAll('\t', '    ').length ?? 0
}
