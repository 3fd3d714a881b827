import type { View } from 'daypack'

/** A run of messages by the numbers `/history` shows, which are the only ones a user sees. */
export function numbers({ slots }: View, from: number, to: number): string {
  const first = slots.findIndex((slot) => slot.seq >= from) + 1
  const last = slots.findLastIndex((slot) => slot.seq <= to) + 1
  return first >= last ? `number ${last}` : `numbers ${first} to ${last}`
}

/** What stands between the tags of a file: the agent's text, in which a bracket is no message. */
const FILES = /(?<=^<(?:file|code)\b[^\n]*>\n)([^]*?)(?=^<\/(?:file|code)>)/m

/** A hand-over names messages by their entries in the log; here by the numbers `/history` shows. Text of files is left alone. */
export function inNumbers(text: string, { slots }: View): string {
  const number = (seq: string) => String(Math.max(1, slots.findLastIndex((slot) => slot.seq <= Number(seq)) + 1))
  const run = (from: string, dash: string, to: string) =>
    number(from) === number(to) ? number(from) : `${number(from)}${dash}${number(to)}`
  const told = (part: string) =>
    part
      .replaceAll(
        /^\[(\d+)(?:(–)(\d+))?\](?= )/gm,
        (_, from: string, dash = '–', to = from) => `[${run(from, dash, to)}]`,
      )
      .replaceAll(/\b(at|since) \[(\d+)\]/g, (_, word: string, seq: string) => `${word} [${number(seq)}]`)
  return text
    .replace(
      /^(\[Hand-over: messages )(\d+)(-)(\d+)/,
      (_, head: string, from: string, dash: string, to: string) => `${head}${run(from, dash, to)}`,
    )
    .split(FILES)
    .map((part, at) => (at % 2 === 0 ? told(part) : part))
    .join('')
}
