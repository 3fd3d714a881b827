import { definedName } from './defines.ts'
import type { KnownFile } from './known.ts'
import type { KnownLine } from './lines.ts'

/** Something a file defines, as far as it is known: from its comment to its end. */
export type Definition = {
  readonly file: KnownFile
  readonly name: string
  readonly from: number
  readonly lines: readonly KnownLine[]
}

const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!include|define|if|endif)|--|;;|@|"""|'''|<!--)/
const CLOSES = /^\s*(?:[)}\]]|end\b|fi\b|done\b|esac\b|{)/
const MOST_LINES = 60
const MOST_COMMENTS = 6

/** What the known parts of a file define, by the names that are asked for. */
export function definitionsOf(file: KnownFile, wanted: (name: string) => boolean): Definition[] {
  const found: Definition[] = []
  for (let at = 0; at < file.lines.length; at++) {
    const line = file.lines[at]
    if (!line || line.text.length > 300) continue
    const name = nameIn(line)
    if (name === undefined || !wanted(name)) continue
    const from = commentStart(file, at)
    const to = definitionEnd(file, at)
    if (to - at < 1) continue
    found.push({ file, name, from: from + 1, lines: file.lines.slice(from, to + 1) as KnownLine[] })
    at = to
  }
  return found
}

/** A line is never changed, only replaced: what it defines is asked once, so that an epoch looks at what is new. */
const known = new WeakMap<KnownLine, string>()

function nameIn(line: KnownLine): string | undefined {
  let name = known.get(line)
  if (name === undefined) known.set(line, (name = definedName(line.text) ?? ''))
  return name === '' ? undefined : name
}

function commentStart(file: KnownFile, at: number): number {
  let from = at
  while (from > 0 && at - from < MOST_COMMENTS && COMMENT.test(file.lines[from - 1]?.text ?? '')) from--
  return from
}

/** The last line of what opens at `at`: deeper lines belong to it, and one that closes it. */
function definitionEnd(file: KnownFile, at: number): number {
  const depth = indent(file.lines[at]?.text ?? '')
  let end = at
  for (let next = at + 1; next < file.lines.length && next - at < MOST_LINES; next++) {
    const text = file.lines[next]?.text
    if (text === undefined) break
    if (text.trim() === '') continue
    if (indent(text) <= depth && !CLOSES.test(text)) break
    end = next
    if (indent(text) <= depth && /^\s*(?:}|end\b)/.test(text)) break
  }
  return end
}

/** Blanks before the first word. */
export function indent(text: string): number {
  return /^\s*/.exec(text)?.[0].length ?? 0
}
