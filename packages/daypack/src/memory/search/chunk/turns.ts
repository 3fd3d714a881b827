import { pack, type Bound, type Piece } from './pack.ts'
import { speakerOf } from './speaker.ts'

/** A piece with what is known of it beside its text. */
export type Cut = Piece & { readonly speaker?: string; readonly continues?: boolean }

/** One cut per turn, several where it is too long; a line without a speaker goes on with the turn before it. */
export function turns(lines: readonly string[], startLine: number, bound: Bound): Cut[] {
  const result: Cut[] = []
  let from = 0
  for (let at = 1; at <= lines.length; at++) {
    if (at < lines.length && speakerOf(lines[at] as string) === undefined) continue
    result.push(...parts(pack(lines.slice(from, at), startLine + from, bound), speakerOf(lines[from] as string)))
    from = at
  }
  return result
}

/** Pieces of one text: all are said by its speaker, and the later ones go on with the first. */
export function parts(pieces: readonly Piece[], speaker: string | undefined): Cut[] {
  return pieces.map((piece, nth) => ({
    ...piece,
    ...(speaker !== undefined && { speaker }),
    ...(nth > 0 && { continues: true }),
  }))
}
