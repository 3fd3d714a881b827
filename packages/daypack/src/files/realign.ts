import type { KnownLine } from './lines.ts'
import type { NumberedLine } from './numbered.ts'

/** Shorter lines stand in many places. */
const TELLING = 8
/** The share of what is shown that must be known already, moved by the same number of lines. */
const SAME = 0.6

/**
 * The known lines with room for `shown`, where it is the same version moved: a formatter or somebody else put lines in or
 * took some out before it. What stands before it keeps its numbers, what comes behind it moves along. Undefined: another one.
 */
export function realigned(
  known: readonly (KnownLine | undefined)[],
  shown: readonly NumberedLine[],
): (KnownLine | undefined)[] | undefined {
  const first = shown[0]
  const last = shown.at(-1)
  if (!first || !last) return undefined
  const places = new Map<string, number>()
  for (const [index, line] of known.entries()) {
    const text = line?.text.trim() ?? ''
    if (text.length >= TELLING) places.set(text, places.has(text) ? -1 : index)
  }
  const moves = new Map<number, number>()
  let telling = 0
  for (const { number, text } of shown) {
    const place = places.get(text.trim())
    if (text.trim().length < TELLING || place === -1) continue
    telling++
    if (place !== undefined) moves.set(number - 1 - place, (moves.get(number - 1 - place) ?? 0) + 1)
  }
  const [move, times] = [...moves].toSorted((one, other) => other[1] - one[1])[0] ?? [0, 0]
  if (times === 0 || times < telling * SAME) return undefined
  const before = known.slice(0, Math.max(0, Math.min(first.number - 1, first.number - 1 - move)))
  const gap = first.number - 1 - before.length
  const room = last.number - first.number + 1
  return [
    ...before,
    ...Array.from({ length: gap + room }, () => undefined),
    ...known.slice(Math.max(0, last.number - move)),
  ]
}
