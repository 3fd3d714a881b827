import type { UnitText } from '../../model/index-store.ts'
import { blocks, type Block } from './blocks.ts'
import { pack, type Bound, type Piece } from './pack.ts'
import { isDialogue, speakerOf } from './speaker.ts'

/**
 * Units of a Markdown text: list item, paragraph, dialogue turn, group of table rows (header repeated), code fence; none
 * above the bound. A heading is a unit only where nothing stands under it.
 */
export function markdownUnits(text: string, bound: Bound): UnitText[] {
  const lines = text.split(/\r\n|\n|\r/)
  const all = blocks(lines)
  const units: UnitText[] = []
  for (const [index, block] of all.entries()) {
    const next = all[index + 1]
    if (block.kind === 'heading' && next && next.kind !== 'heading' && next.heading.startsWith(block.heading)) continue
    for (const [nth, piece] of pieces(block, lines, bound).entries()) units.push(unit(piece, block, nth > 0))
  }
  return units
}

function pieces(block: Block, lines: readonly string[], bound: Bound): Piece[] {
  const own = lines.slice(block.from, block.to)
  switch (block.kind) {
    case 'table':
      return tablePieces(own, block.from + 1, bound)
    case 'prose':
      return isDialogue(own) ? turns(own, block.from + 1, bound) : pack(own, block.from + 1, bound)
    default:
      return pack(own, block.from + 1, bound)
  }
}

function unit(piece: Piece, block: Block, goesOn: boolean): UnitText {
  const speaker = block.kind === 'prose' || block.kind === 'item' ? speakerOf(piece.text) : undefined
  const continues = goesOn && speaker === undefined && block.kind !== 'table'
  return {
    ...piece,
    heading: block.heading,
    ...(speaker !== undefined && { speaker }),
    ...(continues && { continues }),
  }
}

/** One piece per turn; a line without a speaker goes on with the turn before it. */
function turns(lines: readonly string[], startLine: number, bound: Bound): Piece[] {
  const result: Piece[] = []
  let from = 0
  for (let at = 1; at <= lines.length; at++) {
    if (at < lines.length && speakerOf(lines[at] as string) === undefined) continue
    result.push(...pack(lines.slice(from, at), startLine + from, bound))
    from = at
  }
  return result
}

/** Rows in groups that fit, each under the table's header unless the header alone takes half of the bound. */
function tablePieces(lines: readonly string[], startLine: number, bound: Bound): Piece[] {
  const header = lines.slice(0, 2).join('\n')
  const headerTokens = bound.count(header) + 2
  if (lines.length < 3 || headerTokens * 2 > bound.maxTokens) return pack(lines, startLine, bound)
  const rows = pack(lines.slice(2), startLine + 2, { ...bound, maxTokens: bound.maxTokens - headerTokens })
  return rows.map((piece, index) => {
    const text = `${header}\n${piece.text}`
    const fits = bound.count(text) <= bound.maxTokens
    return { ...piece, startLine: index === 0 ? startLine : piece.startLine, text: fits ? text : piece.text }
  })
}
