import type { Span } from '../../model/edit.ts'
import { boundaryAfter, boundaryBefore, isContinuation } from './boundary.ts'
import { newlines } from '../../model/lines.ts'

const LF = 0x0a

/** `to`: bytes kept from the start. Reading continues at `line`, and at `column` if the cut is inside a line. */
export type HeadCut = { readonly to: number; readonly line: number; readonly column?: number }

/** Whole lines, or part of a line that takes more than half of `limit`. `data` needs MARGIN bytes beyond it. */
export function cutHead(data: Buffer, limit: number): HeadCut {
  const end = boundaryBefore(data, Math.max(0, limit))
  if (end >= data.length) return headCutAt(data, data.length)
  const line = end === 0 ? 0 : data.lastIndexOf(LF, end - 1) + 1
  return line * 2 >= end && line > 0 ? { to: line, line: newlines(data, 0, line) + 1 } : headCutAt(data, end)
}

/** The same for the end of a text; `data` needs MARGIN bytes before the limit. */
export function cutTail(data: Buffer, limit: number): number {
  const wanted = data.length - Math.max(0, limit)
  if (wanted <= 0) return 0
  const start = boundaryAfter(data, wanted)
  if (data[start - 1] === LF) return start
  const line = data.indexOf(LF, start) + 1
  return line > 0 && (data.length - line) * 2 >= limit ? line : start
}

/** `data` needs three bytes for each of `chars`, and MARGIN more; half a character takes its other half along. */
export function cutHeadChars(data: Buffer, chars: number): HeadCut {
  return headCutAt(data, boundaryBefore(data, Buffer.byteLength(data.toString('utf8').slice(0, chars))))
}

export function cutTailChars(data: Buffer, chars: number): number {
  if (chars <= 0) return data.length
  return boundaryAfter(data, Math.max(0, data.length - Buffer.byteLength(data.toString('utf8').slice(-chars))))
}

const ERROR_LINE =
  /\b(?:error|exception|failed|failure|fatal|panic|traceback|assertion|undefined reference|cannot|not ok|segfault)\b|\bE[A-Z]{4,}\b|^\s*(?:✗|×|FAIL\b)/i
const MAX_ERROR_LINE = 400

/** Lines that tell of an error inside [from, to), the last ones first, until `budget` bytes are used; in text order. */
export function errorLines(data: Buffer, from: number, to: number, budget: number): Span[] {
  const found: Span[] = []
  let left = budget
  for (let end = to; end > from && left > 0;) {
    const start = Math.max(from, end < 2 ? 0 : data.lastIndexOf(LF, end - 2) + 1)
    const size = end - start
    if (size <= MAX_ERROR_LINE && size <= left && ERROR_LINE.test(data.toString('utf8', start, end))) {
      const before = found.at(-1)
      if (before?.from === end) found[found.length - 1] = { from: start, to: before.to }
      else found.push({ from: start, to: end })
      left -= size
    }
    end = start
  }
  return found.reverse()
}

function headCutAt(data: Buffer, to: number): HeadCut {
  const { line, column } = placeOf(data, to)
  return column === 1 ? { to, line } : { to, line, column }
}

type Place = { readonly line: number; readonly column: number }

export function lineStart(data: Buffer, line: number): number {
  let at = 0
  for (let count = 1; count < line; count++) {
    const next = data.indexOf(LF, at)
    if (next < 0) return data.length
    at = next + 1
  }
  return at
}

export function placeOf(data: Buffer, at: number): Place {
  const start = at === 0 ? 0 : data.lastIndexOf(LF, at - 1) + 1
  return { line: newlines(data, 0, at) + 1, column: codePoints(data, start, at) + 1 }
}

export function byteAt(data: Buffer, place: { line: number; column?: number }): number {
  let at = lineStart(data, place.line)
  for (let column = 1; column < (place.column ?? 1) && at < data.length && data[at] !== LF; column++) {
    at++
    while (isContinuation(data[at])) at++
  }
  return at
}

function codePoints(data: Buffer, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) if (!isContinuation(data[at])) count++
  return count
}
