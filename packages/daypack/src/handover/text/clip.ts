/** At most `max` characters, cut between words; what is left out is marked. A word longer than a name is cut anyway. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text
  return `${wholeChars(text.slice(0, wordEnd(text, Math.max(0, max - 1))))}…`
}

/** No further back than this for the start of a word, an id or a number. */
const WORD = 40
const BEFORE = /[\p{L}\p{N}_#$@]+(?:[.,-][\p{L}\p{N}_#$@]+)*[.,-]?$/u
const BEHIND = /^[.,-]?[\p{L}\p{N}_#$@]/u
/** Scripts without blanks between words may be cut anywhere. */
const ANYWHERE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

function wordEnd(text: string, end: number): number {
  if (!BEHIND.test(text.slice(end))) return end
  const word = BEFORE.exec(text.slice(Math.max(0, end - WORD), end))?.[0] ?? ''
  return word.length === WORD || word.length >= end / 2 || ANYWHERE.test(word) ? end : end - word.length
}

/** Without half a character at either end. */
function wholeChars(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '').replace(/^[\uDC00-\uDFFF]/, '')
}

/** Head and tail of a long text. */
export function clipMiddle(text: string, head: number, tail: number): string {
  if (text.length <= head + tail + 5) return text
  return `${clip(text, head)} … ${wholeChars(text.slice(text.length - tail))}`
}

/** On one line. */
export function flat(text: string): string {
  return text.replaceAll(/[\s\u001c-\u001f\u0085]+/g, ' ').trim()
}

/** The first of them, and how many more there are. */
export function list(items: readonly string[], most: number, between = ', '): string {
  const more = items.length > most ? ` and ${items.length - most} more` : ''
  return `${items.slice(0, most).join(between)}${more}`
}

const LIST_LINE = 64

/** A list in at most `max` characters: every line a little, or as many as can be told and how many more there are. */
export function clipList(given: string, max: number): string {
  const text = given.trim()
  if (text.length <= max) return text
  const lines = text.split('\n')
  const most = Math.max(1, Math.min(lines.length, Math.floor(max / LIST_LINE)))
  const more = lines.length > most ? `\n… and ${lines.length - most} more` : ''
  let left = max - more.length
  const shown = lines.slice(0, most).map((line, at) => {
    const cut = clip(line, Math.max(12, left / (most - at) - 1))
    left -= cut.length + 1
    return cut
  })
  return shown.join('\n') + more
}

/** An output in at most `max` characters: the lines of it that tell how it went, then two of its beginning for each of its end. */
export function clipOutput(given: string, telling: string, max: number): string {
  const lines = given.trim().split('\n')
  const tells = new Set(telling === given ? [] : telling.replace(/^FAILED: /, '').split('\n'))
  const shown = new Set<number>()
  let left = max - GAP
  const take = (at: number): boolean => {
    if (!shown.has(at)) left -= (lines[at]?.length ?? 0) + 1
    if (left >= 0) shown.add(at)
    return left >= 0
  }
  for (const [at, line] of lines.entries()) if (tells.has(line.trim())) take(at)
  for (let head = 0, tail = lines.length - 1; head <= tail;) {
    const isHead = (head + lines.length - 1 - tail) % 3 < 2
    if (!take(isHead ? head : tail)) break
    if (isHead) head++
    else tail--
  }
  if (shown.size === 0) return clip(telling, max)
  return lines.flatMap((line, at) => (shown.has(at) ? [line] : shown.has(at - 1) ? ['…'] : [])).join('\n')
}

/** Marks of what is left out of an output, about. */
const GAP = 12
