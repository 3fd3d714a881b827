/** Never inside a character, a surrogate pair, CRLF or a grapheme cluster. */
export function boundaryBefore(data: Buffer, at: number): number {
  return clusterAt(data, at).from
}

export function boundaryAfter(data: Buffer, at: number): number {
  const { from, to } = clusterAt(data, at)
  return from >= at ? from : to
}

/** How many bytes around a cut decide where it may be made: a caller with part of a text passes this many more. */
export const MARGIN = 1_024
const CR = 0x0d
const LF = 0x0a

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

function clusterAt(data: Buffer, at: number): { from: number; to: number } {
  if (at <= 0) return { from: 0, to: 0 }
  if (at >= data.length) return { from: data.length, to: data.length }
  if (isAscii(data[at - 1]) && isAscii(data[at])) {
    return data[at - 1] === CR && data[at] === LF ? { from: at - 1, to: at + 1 } : { from: at, to: at }
  }
  const start = safeStart(data, characterStart(data, at))
  const end = characterStart(data, Math.min(data.length, at + MARGIN))
  const text = data.toString('utf8', start, end)
  const offset = data.toString('utf8', start, characterStart(data, at)).length
  const segment = segmenter.segment(text).containing(Math.min(offset, text.length - 1))
  if (!segment || (segment.index === 0 && start > 0 && !isAscii(data[start - 1])))
    return { from: characterStart(data, at), to: characterEnd(data, at) }
  const from = start + Buffer.byteLength(text.slice(0, segment.index))
  return from === at ? { from: at, to: at } : { from, to: from + Buffer.byteLength(segment.segment) }
}

/** A place not far before `at` where a cluster certainly starts, or MARGIN bytes back when there is none. */
function safeStart(data: Buffer, at: number): number {
  const lowest = Math.max(0, at - MARGIN)
  for (let start = at - 1; start > lowest; start--) {
    if (isAscii(data[start]) && isAscii(data[start - 1]) && data[start] !== LF) return start
  }
  return characterStart(data, lowest)
}

function characterStart(data: Buffer, at: number): number {
  while (at > 0 && at < data.length && isContinuation(data[at])) at--
  return at
}

function characterEnd(data: Buffer, at: number): number {
  while (at < data.length && isContinuation(data[at])) at++
  return at
}

function isAscii(byte: number | undefined): boolean {
  return byte !== undefined && byte < 0x80
}

export function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
