import type { Tokens } from '../../../model/json.ts'

/** A stretch of lines, counted from 1, `endLine` included. */
export type Piece = { readonly startLine: number; readonly endLine: number; readonly text: string }
export type Bound = { readonly maxTokens: Tokens; readonly count: (text: string) => Tokens }

const SENTENCE = /(?<=[.!?;]["'”’)\]]*)\s+|(?<=[。！？；…])(?![”’」』）])/u
const WORD = /(?<=\s)(?=\S)/u

/**
 * Lines cut into pieces of at most `maxTokens`, whatever the input: between lines where possible, else between
 * sentences, words, characters. Nothing overlaps and nothing but blank space is lost.
 */
export function pack(lines: readonly string[], startLine: number, bound: Bound): Piece[] {
  const pieces: Piece[] = []
  let open: { startLine: number; endLine: number; texts: string[]; tokens: number } | undefined
  const flush = (): void => {
    if (open)
      pieces.push(...bounded({ startLine: open.startLine, endLine: open.endLine, text: open.texts.join('\n') }, bound))
    open = undefined
  }
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') {
      open?.texts.push('')
      continue
    }
    const number = startLine + index
    const tokens = bound.count(line) + 1
    if (open && open.tokens + tokens > bound.maxTokens) flush()
    if (open) {
      open.texts.push(line)
      open.endLine = number
      open.tokens += tokens
    } else open = { startLine: number, endLine: number, texts: [line], tokens }
  }
  flush()
  return pieces
}

/** The piece itself; a line that is too long alone as several. */
function bounded(piece: Piece, bound: Bound): Piece[] {
  const text = piece.text.trimEnd()
  return piece.endLine > piece.startLine || bound.count(text) <= bound.maxTokens
    ? [{ ...piece, text }]
    : splitLine(text, bound).map((part) => ({ ...piece, text: part }))
}

function splitLine(line: string, bound: Bound): string[] {
  for (const joint of [SENTENCE, WORD]) {
    const parts = line.split(joint)
    if (parts.length > 1) return join(parts, joint === SENTENCE ? ' ' : '', bound)
  }
  return halves(line, bound)
}

/** Put neighbours together again as far as they fit; a part that does not fit alone is cut further. */
function join(parts: readonly string[], glue: string, bound: Bound): string[] {
  const result: string[] = []
  let open = ''
  let tokens = 0
  const flush = (): void => {
    if (open.trim() !== '')
      result.push(...(bound.count(open) <= bound.maxTokens ? [open.trim()] : halves(open.trim(), bound)))
    open = ''
    tokens = 0
  }
  for (const part of parts) {
    const size = bound.count(part) + 1
    if (tokens > 0 && tokens + size > bound.maxTokens) flush()
    if (size > bound.maxTokens + 1) {
      flush()
      result.push(...splitLine(part, bound))
      continue
    }
    open = open === '' ? part : open + glue + part
    tokens += size
  }
  flush()
  return result
}

/** Halving costs n log n however the text is made; a surrogate pair is never cut. */
function halves(text: string, bound: Bound): string[] {
  if (text.trim() === '') return []
  if (text.length <= 2 || bound.count(text) <= bound.maxTokens) return [text]
  let middle = text.length >> 1
  const code = text.charCodeAt(middle)
  if (code >= 0xdc00 && code <= 0xdfff) middle--
  if (middle === 0) return [text]
  return [...halves(text.slice(0, middle), bound), ...halves(text.slice(middle), bound)]
}
