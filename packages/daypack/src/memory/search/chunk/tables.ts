import { pack, type Bound } from './pack.ts'
import { parts, type Cut } from './turns.ts'

const SPEAKER_COLUMN = /^(?:speaker|name|role|who|from|author|sender|user|person|说话人|发言人|角色|姓名|谁)$/i

/**
 * Rows in groups that fit, each under the table's header unless the header alone takes half of the bound. In a table of
 * turns every row is a turn.
 */
export function tableCuts(lines: readonly string[], startLine: number, bound: Bound): Cut[] {
  const column = speakerColumn(lines)
  if (column !== undefined) return rowsAsTurns(lines, startLine, bound, column)
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

/** Where the speaker stands: a column headed so in which somebody stands twice. */
function speakerColumn(lines: readonly string[]): number | undefined {
  const column = cells(lines[0] ?? '').findIndex((cell) => SPEAKER_COLUMN.test(cell))
  if (column < 0) return undefined
  const names = lines.slice(2).map((line) => cells(line)[column] ?? '')
  return new Set(names).size < names.length ? column : undefined
}

function rowsAsTurns(lines: readonly string[], startLine: number, bound: Bound, column: number): Cut[] {
  return lines.slice(2).flatMap((line, nth) => {
    const first = nth === 0 ? lines.slice(0, 3) : [line]
    const from = startLine + 2 + nth
    const pieces = pack(first, from - first.length + 1, bound)
    return parts(pieces, cells(line)[column])
  })
}

function cells(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replace(/[*_`]+/g, '').trim())
}
