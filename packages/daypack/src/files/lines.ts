import type { NumberedLine } from './numbered.ts'
import type { Replacement } from '../tools/actions.ts'

/** A line the agent knows; `shown` and `written` are positions of messages. */
export type KnownLine = {
  readonly text: string
  readonly shown: number
  readonly written?: number
  /** Found in its text once, and kept here: tables of all lines of all sessions would hold everybody while they grow. */
  defines?: string
  names?: readonly string[]
}
export type KnownLines = readonly (KnownLine | undefined)[]

/** Files longer than this are not followed line by line. */
export const MAX_LINES = 200_000

/** Lines the agent wrote, by their text, and when. */
export type Own = ReadonlyMap<string, number>
const NONE: Own = new Map()

/** The known lines with those shown put in; what was written by the agent and still stands there, or is among `own`, stays so. */
export function withShown(
  known: KnownLines,
  shown: readonly NumberedLine[],
  at: number,
  own: Own = NONE,
): (KnownLine | undefined)[] {
  const lines = [...known]
  for (const line of shown) put(lines, line, at, own)
  return lines
}

/** One line shown, put into the list itself. */
export function put(
  lines: (KnownLine | undefined)[],
  { number, text }: NumberedLine,
  at: number,
  own: Own = NONE,
): void {
  if (number < 1 || number > MAX_LINES) return
  while (lines.length < number) lines.push(undefined)
  const before = lines[number - 1]
  const written = before?.text === text ? before.written : own.get(text)
  lines[number - 1] = written === undefined ? { text, shown: at } : { text, shown: at, written }
}

/** The lines after one change, and where it was; undefined when its place is not among the known lines. */
export function changed(
  known: KnownLines,
  change: Replacement,
  at: number,
): { lines: (KnownLine | undefined)[]; places: number[] } | undefined {
  const old = change.old.split('\n')
  let lines = [...known]
  const places: number[] = []
  let from = 0
  for (;;) {
    const index = locate(lines, old, from)
    if (index === undefined) break
    const first = lines[index]?.text ?? ''
    const last = lines[index + old.length - 1]?.text ?? ''
    const kept = new Map(lines.slice(index, index + old.length).map((line) => [line?.text, line]))
    const next = replaced(first, last, old, change)
      .split('\n')
      .map((text): KnownLine => ({ ...(kept.get(text) ?? { text, written: at }), shown: at }))
    lines = spliced(lines, index, old.length, next)
    places.push(index + 1)
    from = index + next.length
    if (!change.all) break
  }
  return places.length > 0 ? { lines, places } : undefined
}

export function spliced(
  lines: KnownLines,
  index: number,
  remove: number,
  added: KnownLines,
): (KnownLine | undefined)[] {
  const head = lines.slice(0, index)
  while (head.length < index && head.length < MAX_LINES) head.push(undefined)
  return [...head, ...added, ...lines.slice(index + remove)]
}

/** The lines of a match after the change: what stood before and behind the old text on its first and last line stays. */
function replaced(first: string, last: string, old: readonly string[], change: Replacement): string {
  if (old.length === 1)
    return change.all ? first.split(change.old).join(change.next) : first.replace(change.old, () => change.next)
  return first.slice(0, first.length - (old[0] ?? '').length) + change.next + last.slice((old.at(-1) ?? '').length)
}

/** Where the old text stands among the known lines: first and last line may match in part. */
function locate(lines: KnownLines, old: readonly string[], from: number): number | undefined {
  const first = old[0] ?? ''
  const last = old.at(-1) ?? ''
  if (old.length === 1 && first === '') return undefined
  for (let index = from; index + old.length <= lines.length; index++) {
    const line = lines[index]
    if (!line) continue
    if (old.length === 1 ? !line.text.includes(first) : !line.text.endsWith(first)) continue
    let equal = true
    for (let step = 1; equal && step < old.length; step++) {
      const other = lines[index + step]
      equal = other !== undefined && (step === old.length - 1 ? other.text.startsWith(last) : other.text === old[step])
    }
    if (equal) return index
  }
  return undefined
}

export function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Editors and tools disagree about blanks at the end. */
export function same(one: string, other: string): boolean {
  return one === other || one.trimEnd() === other.trimEnd()
}
