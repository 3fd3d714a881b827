import { definedName } from './defines.ts'
import type { KnownLine } from './lines.ts'

const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!include|define|if|endif)|--|;;|@|"""|'''|<!--)/
/** A comment longer than this does not belong to what follows. */
export const MOST_COMMENTS = 8

/** A line is never changed, only replaced: what it defines is asked once, so that an epoch looks at what is new. */
const known = new WeakMap<KnownLine, string>()

/** What a line defines. */
export function nameIn(line: KnownLine): string | undefined {
  let name = known.get(line)
  if (name === undefined) known.set(line, (name = line.text.length > 300 ? '' : (definedName(line.text) ?? '')))
  return name === '' ? undefined : name
}

export function isComment(text = ''): boolean {
  return COMMENT.test(text)
}

/** Blanks before the first word. */
export function indent(text: string): number {
  return /^\s*/.exec(text)?.[0].replaceAll('\t', '    ').length ?? 0
}
