const TABLE = 1 << 16
const SMALL = 2_048
const table = new Uint8Array(TABLE)

/** Whether a plain string stands in a part of a text, all in lower case. */
export type Holds = (part: string, hint: string) => boolean

/**
 * For one text and its parts, until the next text. In a large one most of what is not there is known from one look at
 * it, whatever the number of strings asked for.
 */
export function hintsIn(lower: string): Holds {
  if (lower.length < SMALL) return (part, hint) => part.includes(hint)
  const marks = marksOf(lower)
  return (part, hint) => {
    for (let at = 2; at < hint.length; at++)
      if (marks[markOf(hint.charCodeAt(at - 2), hint.charCodeAt(at - 1), hint.charCodeAt(at))] === 0) return false
    return part.includes(hint)
  }
}

/** Which three characters follow one another. */
function marksOf(lower: string): Uint8Array {
  table.fill(0)
  let first = lower.charCodeAt(0)
  let second = lower.charCodeAt(1)
  for (let at = 2; at < lower.length; at++) {
    const third = lower.charCodeAt(at)
    table[markOf(first, second, third)] = 1
    first = second
    second = third
  }
  return table
}

function markOf(first: number, second: number, third: number): number {
  return ((first << 10) ^ (second << 5) ^ third) & (TABLE - 1)
}
