import { clip, clipMiddle, flat } from './clip.ts'
import { shows } from './words.ts'
import { factsIn, isCourtesy } from './facts.ts'

/** Beyond this the middle of a text is not looked at. */
const MAX_TEXT = 40_000

/** What a text is read for. */
type As = 'speech' | 'wish' | 'page'

/** A sentence, a list item's head, a row: the least that is kept or left out. */
type Unit = { readonly text: string; readonly value: number; readonly opens: boolean }

/**
 * What somebody said, in at most `max` characters: whole if it fits, else the sentences that matter in their order. The
 * end, questions, facts and the head of every list item go before the middle; courtesies and openers that say nothing go
 * first. Sentences end where their script ends them; none is cut while a whole one would fit. A `page` asks nobody: there
 * neither its questions nor its end count, only what it states. In a `wish` of the user's what they rule goes before facts.
 */
export function clipSpeech(given: string, max: number, as: As = 'speech'): string {
  const text = given
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
  if (text.length <= max) return text
  return max < 16 ? clip(flat(text), max) : clipUnits(unitsOf(text, as), max, as)
}

/** The units that matter most within `max` characters, in their order. */
function clipUnits(units: readonly Unit[], max: number, as: As): string {
  const order = [...units.entries()].sort(
    ([a, one], [b, other]) => other.value - one.value || (as === 'page' ? a - b : b - a),
  )
  const chosen = new Map<number, string>()
  let left = max - 2
  for (const [at, { text, value }] of order) {
    const fits = text.length + 3 <= left && !(at === 0 && isEmpty(text))
    if (!fits && chosen.size > 0 && (value < HEAD || left <= 60)) continue
    const cut = fits ? text : clip(text, Math.max(8, left - 3))
    chosen.set(at, cut)
    left -= cut.length + 3
    if (left < 20) break
  }
  // What leads to something says nothing without it.
  for (const at of [...chosen.keys()].sort((a, b) => b - a))
    if (LEADS.test(units[at]?.text ?? '') && chosen.size > 1 && !chosen.has(at + 1)) chosen.delete(at)
  return joined(units, chosen)
}

const LEADS = /^#{1,6}\s|[:：]\**$/

function joined(units: readonly Unit[], chosen: ReadonlyMap<number, string>): string {
  let text = ''
  let last = -1
  for (const [at, part] of [...chosen].sort(([a], [b]) => a - b)) {
    const gap = at > last + 1 && !part.startsWith('…') && !text.endsWith('…') ? '… ' : ''
    const before = text === '' ? '' : units[at]?.opens ? '\n' : ' '
    text += before + gap + part
    last = at
  }
  return last < units.length - 1 && !text.endsWith('…') ? `${text} …` : text
}

const END = 6
const LAST = 9
const HEAD = 4
/** What a user demands, forbids or settles counts as much as the end of what they say. */
const RULES = 9
/** What only says which call comes next: the call itself is told. */
const ANNOUNCES =
  /[:：]$|^(?:(?:now|next|then|first|so),? ){0,2}(?:let me|let['’]s|I['’]ll|I will|now I|I['’]m (?:now |just |also )?(?:about to|(?!see|gett|notic|hav|find)\w{2,20}ing))\b|^(?:现在)?(?:让我|我来|我先|接下来)/i
/** What will be made, with its names: a decision more often than a step. */
const INTENDS =
  /^(?:I['’]ll|I will|I['’]m going to) (?!now|also|start|begin|read|look|check|inspect|review|search|run|use)\w/i
const ITEM = /^\s*(?:[-*+•▪●]\s|\d{1,3}[.)、．]|[（(]?[一二三四五六七八九十]{1,3}[)）、.])\s*/

const FENCE = /^\s*(?:```|~~~)/

export function linesOutsideCode(text: string): string[] {
  let isCode = false
  return text.split('\n').filter((line) => {
    const isFence = FENCE.test(line)
    if (isFence) isCode = !isCode
    return !isFence && !isCode
  })
}

/** A tidy text, taken apart and weighed. */
function unitsOf(given: string, as: As): Unit[] {
  const text = given.length > MAX_TEXT ? clipMiddle(given, MAX_TEXT / 2, MAX_TEXT / 2) : given
  const lines = text.split('\n')
  const units: Unit[] = []
  let code: string[] | undefined
  for (const [at, line] of lines.entries()) {
    const late = as === 'page' ? 0 : (at + 1) / lines.length
    const isFence = FENCE.test(line)
    // Code is told whole or not at all.
    if (isFence && code) units.push({ text: code.join('\n'), value: 0.5 + late / 2, opens: true })
    if (isFence) code = code ? undefined : []
    else if (code) code.push(line.trimEnd())
    else if (/^[\s\-–—_*=~}{)(\];,.|]*$/.test(line)) continue
    else if (/^\s*(?:#{1,6}\s|\|)/.test(line)) units.push({ text: line.trim(), value: 2 + late, opens: true })
    else
      for (const [index, sentence] of sentencesOf(line.trim()).entries()) {
        const base = index > 0 || !ITEM.test(line) ? 1.5 : as === 'page' ? HEAD / 2 : HEAD
        units.push({ text: sentence, value: base + late + valueOf(sentence, as), opens: index === 0 })
      }
  }
  if (code) units.push({ text: code.join('\n'), value: 0.5, opens: true })
  return as === 'page' ? [...new Map(units.map((unit) => [unit.text, unit])).values()] : withEnds(units)
}

/** What it begins with, and what it ends in, courtesies aside, count more. */
function withEnds(units: readonly Unit[]): Unit[] {
  const last = units.findLastIndex((unit, at) => at === 0 || !isCourtesy(unit.text))
  return units.map((unit, at) => {
    const { text, value } = unit
    const isEnd = at === last ? value >= 1 : at === last - 1 && value >= 1.5
    const end = !isEnd || isNextStep(text) || value > RULES ? 0 : at === last ? LAST : END
    const start = at === 0 && units.length > 2 && !isEmpty(text) ? 1 : 0
    return { ...unit, value: value + end + start }
  })
}

/** Where something can be read, and little of what stands there. */
function isLinks(text: string): boolean {
  return text.replaceAll(/\[[^\]]*\]\([^)\s]*\)|https?:\/\/\S+/g, '').length < text.length / 3
}

function valueOf(sentence: string, as: As): number {
  const asks = /[?？؟]["'”’)\]*_]*$/.test(sentence)
  if (isCourtesy(sentence)) return asks ? 0 : -1.45
  if (asks) return as === 'page' ? -1 : END - 2
  if (isEmpty(sentence)) return -1.4
  if (isLinks(sentence)) return -1.6
  if (as === 'wish') return factsIn(sentence) + (shows('demands', sentence) || shows('chooses', sentence) ? RULES : 0)
  return isNextStep(sentence) ? -1 : factsIn(sentence)
}

function isNextStep(sentence: string): boolean {
  return ANNOUNCES.test(sentence) && !(INTENDS.test(sentence) && factsIn(sentence) > 0)
}

/** All it says is what comes next. */
export function announces(text: string): boolean {
  return text.length <= 400 && everySentence(text, (one) => isEmpty(one) || isNextStep(one))
}

/** Courtesies and nothing else. */
export function isPolite(text: string): boolean {
  return text.length <= 300 && everySentence(text, isCourtesy)
}

function everySentence(text: string, test: (sentence: string) => boolean): boolean {
  return text.split('\n').every((line) => sentencesOf(line.trim()).every(test))
}

/** Short and without a name, a number or a quote: "There it is.", "Let me check." */
function isEmpty(sentence: string): boolean {
  return sentence.length <= 24 && !/[0-9`"“'/_]|[a-z][A-Z]|[.\w]\.\w|[^\p{ASCII}]{6,}/u.test(sentence)
}

/** Words in a row, as somebody would write them; no table, path or code. Linear. */
export function isProse(line: string): boolean {
  return /(?<![\p{L}'’-])(?:\p{L}[\p{L}'’-]{0,30}[,;:.]? ){7}/u.test(line)
}

/** A line in sentences; linear. CJK ends need no blank behind them. */
export function sentencesOf(line: string): string[] {
  const found: string[] = []
  let from = 0
  for (const { index, 0: end, 1: mark = '' } of line.matchAll(/([.!?؟।。！？｡])["'”’)\]*_`」』）]*/g)) {
    const to = index + end.length
    const isWide = '。！？｡'.includes(mark)
    if (!isWide && ((to < line.length && line[to] !== ' ') || to - from < 12)) continue
    found.push(line.slice(from, to).trim())
    from = to
  }
  const rest = line.slice(from).trim()
  return rest === '' ? found : [...found, rest]
}
