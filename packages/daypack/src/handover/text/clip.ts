import { factsIn, isCourtesy } from './facts.ts'

/** At most `max` characters, cut between words; what is left out is marked. A word longer than a name is cut anyway. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text
  const end = Math.max(0, Math.floor(max) - 1)
  const cut = text.slice(0, wordEnd(text, end))
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

/** No further back than this for the start of a word, an id or a number. */
const WORD = 40
/** Scripts without blanks between words may be cut anywhere. */
const INSIDE = /[\p{L}\p{N}_#$@]/u
const ANYWHERE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

function wordEnd(text: string, end: number): number {
  const isWord = (at: number): boolean => {
    const char = text[at] ?? ''
    if (INSIDE.test(char)) return !ANYWHERE.test(char)
    return '.,-'.includes(char) && char !== '' && INSIDE.test(text[at + 1] ?? '') && INSIDE.test(text[at - 1] ?? '')
  }
  if (!isWord(end)) return end
  let at = end
  while (at > 0 && end - at < WORD && isWord(at - 1)) at--
  return at > end / 2 && !isWord(at - 1) ? at : end
}

/** Head and tail of a long text. */
export function clipMiddle(text: string, head: number, tail: number): string {
  if (text.length <= head + tail + 5) return text
  const end = text.slice(text.length - tail)
  return `${clip(text, head)} … ${/^[\uDC00-\uDFFF]/.test(end) ? end.slice(1) : end}`
}

/** On one line. */
export function flat(text: string): string {
  return text.replaceAll(/[\s\u001c-\u001f\u0085]+/g, ' ').trim()
}

/** Beyond this the middle of a text is not looked at. */
const MAX_TEXT = 40_000

type As = 'speech' | 'page' | 'outcome' | 'wish'

/** A sentence, a list item's head, a row: the least that is kept or left out. */
export type Unit = { readonly text: string; readonly value: number; readonly opens: boolean; readonly item?: boolean }

/**
 * What somebody said, in at most `max` characters: whole if it fits, else the sentences that matter in their order. The
 * end, questions, facts and the head of every list item go before the middle; courtesies and openers that say nothing go
 * first. Sentences end where their script ends them; none is cut while a whole one would fit. A `page` asks nobody: there
 * neither its questions nor its end count, only what it states. Of what is long over only the `outcome` counts: what was
 * decided, found or done, with figures and reasons; questions were answered since. A `wish` is what somebody wants, with
 * its figures and names, wherever in the text it stands.
 */
export function clipSpeech(given: string, max: number, as: As = 'speech'): string {
  const text = tidy(given)
  if (text.length <= max) return text
  return max < 16 ? clip(flat(text), max) : clipUnits(unitsOf(text, as), max, as)
}

/** The units that matter most within `max` characters, in their order. */
export function clipUnits(whole: readonly Unit[], max: number, as: As): string {
  const units = as === 'page' ? whole : evenItems(whole, max)
  const order = units
    .map((_, at) => at)
    .sort((a, b) => (units[b]?.value ?? 0) - (units[a]?.value ?? 0) || (as === 'page' ? a - b : b - a))
  const chosen = new Map<number, string>()
  let left = max - 2
  for (const at of order) {
    const unit = units[at] as Unit
    const size = unit.text.length + 3
    if (size <= left && !(at === 0 && units.length > 1 && isEmpty(unit.text))) {
      chosen.set(at, unit.text)
      left -= size
    } else if (chosen.size === 0 || (unit.value >= HEAD && left > 60)) {
      const cut = clip(unit.text, Math.max(8, left - 3))
      chosen.set(at, cut)
      left -= cut.length + 3
    }
    if (left < 20) break
  }
  return joined(units, chosen)
}

/** Items of a list that does not fit are cut alike, so that each keeps its head. */
function evenItems(units: readonly Unit[], max: number): readonly Unit[] {
  const lengths = units
    .filter((unit) => unit.item)
    .map((unit) => unit.text.length + 3)
    .sort((a, b) => a - b)
  let left = max * ITEMS_SHARE
  for (const [at, length] of lengths.entries()) {
    const each = left / (lengths.length - at)
    if (length > each) {
      if (each < LEAST_ITEM) return units
      return units.map((unit) => (unit.item ? { ...unit, text: clip(unit.text, each - 3) } : unit))
    }
    left -= length
  }
  return units
}

const ITEMS_SHARE = 0.75
const LEAST_ITEM = 44

/** Without trailing blanks and empty lines: the same words in less room. */
function tidy(text: string): string {
  return text
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
}

function joined(units: readonly Unit[], chosen: ReadonlyMap<number, string>): string {
  let text = ''
  let last = -1
  for (const at of [...chosen.keys()].sort((a, b) => a - b)) {
    const gap = at > last + 1 && !chosen.get(at)?.startsWith('…') && !text.endsWith('…') ? '… ' : ''
    const before = text === '' ? '' : units[at]?.opens ? '\n' : ' '
    text += before + gap + (chosen.get(at) ?? '')
    last = at
  }
  return last < units.length - 1 && !text.endsWith('…') ? `${text} …` : text
}

const END = 6
const LAST = 9
const HEAD = 4
/** What only says which call comes next: the call itself is told. */
const ANNOUNCES = /[:：]$|^(?:now,? )?(?:let me|let's|I'll|I will|now I)\b|^(?:现在)?(?:让我|我来|我先|接下来)/i
const ITEM = /^\s*(?:[-*+•▪●]\s|\d{1,3}[.)、．]|[（(]?[一二三四五六七八九十]{1,3}[)）、.])\s*/

/** A tidy text, taken apart and weighed. */
export function unitsOf(given: string, as: As): Unit[] {
  const text = given.length > MAX_TEXT ? clipMiddle(given, MAX_TEXT / 2, MAX_TEXT / 2) : given
  const lines = text.split('\n')
  const units: Unit[] = []
  let fenced = false
  for (const [at, line] of lines.entries()) {
    const late = as === 'page' ? 0 : (at + 1) / lines.length
    if (/^\s*(?:```|~~~)/.test(line)) {
      fenced = !fenced
      continue
    }
    if (/^[\s\-–—_*=~}{)(\];,.|]*$/.test(line)) continue
    if (fenced) units.push({ text: line.trimEnd(), value: 0.5 + late / 2, opens: true })
    else if (/^\s*(?:#{1,6}\s|\|)/.test(line)) units.push({ text: line.trim(), value: 2 + late, opens: true })
    else {
      const isItem = ITEM.test(line)
      for (const [index, sentence] of sentencesOf(line.trim()).entries()) {
        const item = index === 0 && isItem
        units.push({
          text: sentence,
          value: (item ? (as === 'speech' ? HEAD : HEAD / 2) : 1.5) + late + valueOf(sentence, as),
          opens: index === 0,
          ...(item && { item }),
        })
      }
    }
  }
  if (as === 'page') return bestOfEach(once(units))
  // What it ends in, courtesies aside.
  let last = units.length - 1
  while (last > 0 && isCourtesy(units[last]?.text ?? '')) last--
  for (let at = Math.max(0, last - 1); at <= last; at++) {
    const unit = units[at]
    if (!unit) continue
    const says = at === last ? unit.value >= 1 : unit.value >= 1.5
    if (!says || ANNOUNCES.test(unit.text)) continue
    const more = as !== 'speech' ? 1 : at === last ? LAST : END
    units[at] = { ...unit, value: unit.value + more }
  }
  const first = units[0]
  if (first && units.length > 2 && !isEmpty(first.text)) units[0] = { ...first, value: first.value + 1 }
  return units
}

/** Without what stands there twice. */
function once(units: readonly Unit[]): Unit[] {
  const seen = new Set<string>()
  return units.filter(({ text }) => !seen.has(text) && seen.add(text))
}

/** Of a page the two sentences that state most below each heading go first: no section takes the room of all. */
function bestOfEach(units: readonly Unit[]): Unit[] {
  let section = 0
  const sections = Map.groupBy(units.keys(), (at) => (/^#{1,6}\s/.test(units[at]?.text ?? '') ? ++section : section))
  const best = new Set<number>()
  for (const own of sections.values())
    for (const at of own
      .filter((index) => !/^#{1,6}\s/.test(units[index]?.text ?? ''))
      .sort((a, b) => (units[b]?.value ?? 0) - (units[a]?.value ?? 0) || a - b)
      .slice(0, 2))
      best.add(at)
  return units.map((unit, at) => (best.has(at) ? { ...unit, value: unit.value + 1.5 } : unit))
}

/** All it says is what comes next. */
export function announces(text: string): boolean {
  if (text.length > 400) return false
  return text.split('\n').every((line) => sentencesOf(line.trim()).every((one) => isEmpty(one) || ANNOUNCES.test(one)))
}

/** Courtesies and nothing else. */
export function isPolite(text: string): boolean {
  if (text.length > 300) return false
  return text.split('\n').every((line) => sentencesOf(line.trim()).every((one) => isCourtesy(one)))
}

function valueOf(sentence: string, as: As): number {
  const asks = /[?？؟]["'”’)\]*_]*$/.test(sentence)
  if (isCourtesy(sentence)) return asks ? 0 : -1.45
  if (asks) return as === 'speech' ? END - 2 : as === 'wish' ? 1 + factsIn(sentence) : -1
  if (isEmpty(sentence)) return -1.4
  return ANNOUNCES.test(sentence) ? -1 : factsIn(sentence) * (as === 'outcome' || as === 'wish' ? 1.5 : 1)
}

/** Short and without a name, a number or a quote: "There it is.", "Let me check." */
function isEmpty(sentence: string): boolean {
  return sentence.length <= 24 && !/[0-9`"“'/_]|[a-z][A-Z]|[.\w]\.\w|[^\p{ASCII}]{6,}/u.test(sentence)
}

/** A line in sentences; linear. CJK ends need no blank behind them. */
export function sentencesOf(line: string): string[] {
  const found: string[] = []
  let from = 0
  for (let at = 0; at < line.length; at++) {
    const char = line[at] as string
    const wide = '。！？｡'.includes(char)
    if (!wide && !'.!?؟।'.includes(char)) continue
    let end = at + 1
    while (end < line.length && '"\'”’)]*_`」』）'.includes(line[end] as string)) end++
    if (!wide && end < line.length && line[end] !== ' ') continue
    if (end - from < 12 && !wide) continue
    found.push(line.slice(from, end).trim())
    from = end
    at = end - 1
  }
  const rest = line.slice(from).trim()
  if (rest !== '') found.push(rest)
  return found
}

/** A list in at most `max` characters: every line a little, or as many as can be told and how many more there are. */
export function clipList(given: string, max: number): string {
  const text = given.trim()
  if (text.length <= max) return text
  const lines = text.split('\n')
  const most = Math.max(1, Math.min(lines.length, Math.floor(max / LIST_LINE)))
  const shown = lines.slice(0, most)
  const more = lines.length > most ? `\n… and ${lines.length - most} more` : ''
  let left = max - more.length
  return (
    shown
      .map((line, at) => {
        const cut = clip(line, Math.max(12, left / (most - at) - 1))
        left -= cut.length + 1
        return cut
      })
      .join('\n') + more
  )
}

const LIST_LINE = 64

/** An output in at most `max` characters: its head and its end, whole lines where they are not huge. */
export function clipOutput(given: string, max: number): string {
  const text = given.trim()
  if (text.length <= max) return text
  if (max < 240)
    return clip(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' ⏎ '),
      max,
    )
  const head = lineBreak(text.slice(0, Math.floor(max * 0.6)), 'before')
  const tail = lineBreak(text.slice(text.length - Math.floor(max * 0.4) + 24), 'after')
  return `${head}\n… [${text.length - head.length - tail.length} characters] …\n${tail}`
}

function lineBreak(part: string, side: 'before' | 'after'): string {
  const at = side === 'before' ? part.lastIndexOf('\n') : part.indexOf('\n')
  const whole = side === 'before' ? part.slice(0, at) : part.slice(at + 1)
  const cut = at >= 0 && whole.length > part.length / 2 ? whole : part
  return cut.replace(/[\uD800-\uDBFF]$/, '').replace(/^[\uDC00-\uDFFF]/, '')
}

/** The first of them, and how many more there are. */
export function list(items: readonly string[], most: number, between = ', '): string {
  const more = items.length > most ? ` and ${items.length - most} more` : ''
  return `${items.slice(0, most).join(between)}${more}`
}
