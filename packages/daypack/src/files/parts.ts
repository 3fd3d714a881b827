import { withoutNotes } from './notes.ts'
import type { NumberedLine } from './numbered.ts'
import type { Piece } from '../tools/actions.ts'

type FilePiece = Extract<Piece, { type: 'file' }>

/**
 * The files in one output, told apart: each part has a known number of lines or ends at a line that was echoed. Nothing is
 * told when the lengths do not add up.
 */
export function partsOf(parts: readonly Piece[], output: string): { piece: FilePiece; lines: NumberedLine[] }[] {
  const { lines, cut } = withoutNotes(output)
  const all = lines.at(-1) === '' ? lines.slice(0, -1) : lines
  const found: { piece: FilePiece; lines: NumberedLine[] }[] = []
  let at = 0
  for (const [index, piece] of parts.entries()) {
    if (piece.type === 'line') {
      if (all[at]?.trim() !== piece.text.trim()) return []
      at++
    }
    if (piece.type !== 'file') continue
    const next = parts[index + 1]
    const mark = next?.type === 'line' && next.text.trim() !== '' ? next.text.trim() : undefined
    const end =
      next === undefined
        ? all.length
        : mark === undefined
          ? piece.count === undefined
            ? -1
            : at + piece.count
          : all.findIndex((line, place) => place >= at && line.trim() === mark)
    if (end < at || end > all.length) return []
    const from = piece.from ?? 1
    found.push({ piece, lines: all.slice(at, end).map((text, step) => ({ number: from + step, text })) })
    at = end
  }
  const last = found.at(-1)
  const count = last?.piece.count
  // A file before the last that was shorter than asked for would leave its place to the next: only full parts are sure.
  const isCounted = parts
    .slice(0, -1)
    .some((piece, index) => piece.type === 'file' && parts[index + 1]?.type !== 'line')
  const fits =
    count === undefined ? !isCounted : isCounted ? last?.lines.length === count : (last?.lines.length ?? 0) <= count
  return at === all.length && fits && !cut ? found : []
}
