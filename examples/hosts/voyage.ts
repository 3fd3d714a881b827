import type { ProviderCall, ScriptedReply } from 'daypack-testing'

/** Two questions, each answered by reading one page a day: far more text than the window holds. */
export const QUESTIONS = [question(1, 22), question(23, 44)]
export const SYSTEM = 'You keep the books of a trading ship. Read one log page at a time and keep a running total.'

export function question(from: number, to: number): string {
  return `Add up the cargo of days ${from} to ${to}.`
}

/** The ship's log: about 4 KB a page, with one figure in the middle. */
export function readPage(day: number): string {
  const line = (n: number) =>
    `Watch ${n} of day ${day}: wind ${(day * 7 + n * 3) % 9} from the ${['north', 'east', 'south', 'west'][(day + n) % 4]}, all well.`
  const lines = Array.from({ length: 60 }, (_, n) => line(n))
  lines.splice(20, 0, `LOG OF DAY ${day} cargo: ${cargo(day)} barrels`)
  return lines.join('\n')
}

function cargo(day: number): number {
  return (day * 37) % 101
}

export function answer(from: number, to: number): string {
  let total = 0
  for (let day = from; day <= to; day++) total += cargo(day)
  return `The total is ${total} barrels.`
}

/**
 * A model that knows only what it is shown: it takes the request for the latest days and its own newest running total,
 * reads the next page if it does not see it, and begins again when its notes are gone.
 */
export function sailor(call: ProviderCall): ScriptedReply {
  const asked = [...call.shown.matchAll(/Add up the cargo of days (\d+) to (\d+)\./g)].map(
    (match) => [Number(match[1]), Number(match[2])] as const,
  )
  const [newest] = asked.toSorted(([a], [b]) => b - a)
  if (!newest) return { text: 'What shall I do?' }
  const [from, to] = newest
  const noted = [...call.shown.matchAll(new RegExp(`Days ${from} to (\\d+) make (\\d+)`, 'g'))].at(-1)
  const last = noted ? Number(noted[1]) : from - 1
  const total = noted ? Number(noted[2]) : 0
  if (last >= to) return { text: `The total is ${total} barrels.` }
  const page = new RegExp(`LOG OF DAY ${last + 1} cargo: (\\d+) barrels`).exec(call.shown)
  if (!page) return { calls: [{ tool: 'read_page', input: { day: last + 1 } }] }
  const sum = total + Number(page[1])
  if (last + 1 === to) return { text: `Days ${from} to ${to} make ${sum}. The total is ${sum} barrels.` }
  return { text: `Days ${from} to ${last + 1} make ${sum}.`, calls: [{ tool: 'read_page', input: { day: last + 2 } }] }
}

/** What is left of an answer when the running notes are taken away. */
export function finalAnswer(text: string): string {
  return /The total is \d+ barrels\./.exec(text)?.[0] ?? text
}
