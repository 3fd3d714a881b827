/** Control characters, and those that reverse or hide the text around them. */
const OBEYED =
  /[\u{0}-\u{8}\u{b}-\u{1f}\u{7f}-\u{9f}\u{61c}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2066}-\u{2069}\u{e0000}-\u{e007f}]/gu

/** Text that only shows. A carriage return stays before a line end, and at the very start, where a line is redrawn. */
export function clean(text: string): string {
  return text.replace(OBEYED, (char, at: number) => (char === '\r' && (at === 0 || text[at + 1] === '\n') ? char : ''))
}

/** JSON in which nothing is obeyed and nothing is lost. */
export function cleanJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(OBEYED, (char) =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}

const raw = new WeakMap<NodeJS.WriteStream, NodeJS.WriteStream>()

/** Cleans everything written to this stream: the one place between foreign text and the terminal. */
export function cleanStream(stream: NodeJS.WriteStream): void {
  if (raw.has(stream)) return
  const write = stream.write.bind(stream)
  raw.set(stream, Object.create(stream, { write: { value: write } }) as NodeJS.WriteStream)
  stream.write = (data: string | Uint8Array, ...rest: []) =>
    write(typeof data === 'string' ? clean(data) : data, ...rest)
}

/** The same stream as it was: for a line editor, which draws, and for data that goes to a file or another program. */
export function rawStream(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return raw.get(stream) ?? stream
}

/** What moves the cursor or clears: no text that comes from elsewhere can be one. */
export type Move = { readonly move: string }

export const TOP_LEFT: Move = { move: '\u001B[H' }
/** Back to the beginning of the line, which is emptied. */
export const LINE_AGAIN: Move = { move: '\r\u001B[2K' }
export const CLEAR_REST_OF_LINE: Move = { move: '\u001B[K' }
export const CLEAR_BELOW: Move = { move: '\u001B[J' }

/** Draws on a terminal in one write; texts are cleaned as everywhere, the moves between them are obeyed. */
export function draw(stream: NodeJS.WriteStream, parts: readonly (string | Move)[]): void {
  rawStream(stream).write(parts.map((part) => (typeof part === 'string' ? clean(part) : part.move)).join(''))
}
