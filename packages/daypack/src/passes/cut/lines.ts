import { newlines } from '../../model/lines.ts'
import { isContinuation } from './boundary.ts'

const LF = 0x0a

export type Place = { readonly line: number; readonly column: number }

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
    while (at < data.length && isContinuation(data[at])) at++
  }
  return at
}

function codePoints(data: Buffer, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) if (!isContinuation(data[at])) count++
  return count
}
