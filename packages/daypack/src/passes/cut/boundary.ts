/** Never inside a character, a surrogate pair, CRLF or a grapheme cluster. */
export function boundaryBefore(data: Buffer, at: number): number {
  return clusterAt(data, at).from
}

export function boundaryAfter(data: Buffer, at: number): number {
  return clusterAt(data, at).to
}

/** How many bytes around a cut decide where it may be made: a caller with part of a text passes this many more. */
export const MARGIN = 1_024

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** What may not be divided around `at`; where a cluster starts there, nothing. */
function clusterAt(data: Buffer, at: number): { from: number; to: number } {
  if (at >= data.length) return { from: data.length, to: data.length }
  const character = characterStart(data, at)
  const start = safeStart(data, character)
  const text = data.toString('utf8', start, characterStart(data, at + MARGIN))
  const offset = data.toString('utf8', start, character).length
  const { index, segment } = segmenter.segment(text).containing(offset) as Intl.SegmentData
  if (index === 0 && start > 0 && !isAscii(data[start - 1])) return { from: character, to: characterEnd(data, at) }
  const from = start + Buffer.byteLength(text.slice(0, index))
  return { from, to: from === at ? at : from + Buffer.byteLength(segment) }
}

/** A place not far before `at` where a cluster certainly starts, or MARGIN bytes back when there is none. */
function safeStart(data: Buffer, at: number): number {
  const lowest = Math.max(0, at - MARGIN)
  for (let start = at - 1; start > lowest; start--) if (isAscii(data[start]) && isAscii(data[start - 1])) return start
  return characterStart(data, lowest)
}

function characterStart(data: Buffer, at: number): number {
  while (at > 0 && isContinuation(data[at])) at--
  return at
}

function characterEnd(data: Buffer, at: number): number {
  while (isContinuation(data[at])) at++
  return at
}

function isAscii(byte: number | undefined): boolean {
  return byte !== undefined && byte < 0x80
}

export function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
