import { definedName } from './defines.ts'
import { indent } from './definitions.ts'
import type { FileModel, KnownFile } from './known.ts'
import type { KnownLine } from './lines.ts'
import { pathWorth } from './path-worth.ts'
import { isComment, opensList, worthOf } from './worth.ts'

/** Lines of a file that are told together: a comment and what it is about, a short list of values, or one line. */
export type Unit = {
  readonly file: KnownFile
  /** Positions in the file, without lines that tell nothing. */
  readonly lines: readonly number[]
  /** The line that defines what it belongs to. */
  readonly owner: number | undefined
  readonly value: number
}

export type RankOptions = {
  /** Position of the newest message. */
  readonly now: number
  /** How much a name was spoken of; 0: not at all. */
  readonly weight: (name: string) => number
  /** The names in a line. */
  readonly names: (line: KnownLine) => readonly string[]
}

/** Of so many known lines, newest files first, telling ones are looked for: an epoch's work has an end. */
const MOST_LINES = 12_000
/** Messages after which having been shown counts half. */
const HALF = 200

/** What the known files say, best first: what is defined, values, comments with reasons; what was spoken of before others. */
export function unitsIn(model: FileModel, options: RankOptions): Unit[] {
  const found: Unit[] = []
  let looked = 0
  for (const file of [...model.files.values()].toSorted((one, other) => other.touched - one.touched)) {
    if (file.rev !== undefined || file.lines.length === 0) continue
    if (looked > MOST_LINES) break
    looked += file.lines.length
    const kind = pathWorth(file.path)
    if (kind > 0) found.push(...unitsOf(file, kind, options))
  }
  return found.sort((one, other) => other.value - one.value)
}

/** A paragraph on one line is cut here. */
export const MOST_CHARS = 300

/** The characters a line takes where it is told. */
export function chars(line: KnownLine | undefined): number {
  return Math.min(MOST_CHARS, line?.text.trim().length ?? 0) + 3
}

/** Lines of a comment beyond this are told apart. */
const MOST_COMMENTS = 14

function unitsOf(file: KnownFile, kind: number, { now, weight, names }: RankOptions): Unit[] {
  const found: Unit[] = []
  const open: { at: number; depth: number; weight: number }[] = []
  for (let at = 0; at < file.lines.length; at++) {
    const from = at
    while (at - from < MOST_COMMENTS && isComment(file.lines[at]) && file.lines[at + 1]) at++
    const line = file.lines[at]
    if (!line) continue
    const depth = indent(line.text)
    if (line.text.trim() !== '') while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= depth) open.pop()
    const owner = open.at(-1)
    const name = definedName(line.text)
    if (name !== undefined) open.push({ at, depth, weight: weight(name) })
    if (opensList(line.text)) at = listEnd(file, at, depth)
    const telling = tellingLines(file, from, at)
    if (telling.length === 0) continue
    const lines = telling.flatMap((one) => file.lines[one] ?? [])
    const worth = Math.max(...lines.map((one) => worthOf(one)))
    const said = [...new Set(lines.flatMap((one) => names(one)))].reduce((sum, one) => sum + weight(one), 0)
    const about = name === undefined ? (owner?.weight ?? 0) : weight(name)
    const near = 1 + Math.min(1.5, said * 0.5) + Math.min(2, about)
    const cost = lines.reduce((sum, one) => sum + chars(one), 0)
    const value = (worth * kind * near * 0.5 ** ((now - line.shown) / HALF)) / (cost + 40) ** 0.7
    found.push({ file, lines: telling, owner: owner?.at, value })
  }
  return found
}

function tellingLines(file: KnownFile, from: number, to: number): number[] {
  const found: number[] = []
  for (let at = from; at <= to; at++) {
    const line = file.lines[at]
    if (line && worthOf(line) > 0) found.push(at)
  }
  return found
}

/** A longer list is told line by line. */
const MOST_LISTED = 14

/** The last line of the list that opens at `at`; `at` itself when it is long or not known to its end. */
function listEnd(file: KnownFile, at: number, depth: number): number {
  for (let next = at + 1; next <= at + MOST_LISTED; next++) {
    const text = file.lines[next]?.text
    if (text === undefined) return at
    if (text.trim() !== '' && indent(text) <= depth) return next
  }
  return at
}
