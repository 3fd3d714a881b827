import { clean, rawStream } from './clean.ts'

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
