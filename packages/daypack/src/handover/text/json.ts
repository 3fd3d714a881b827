import { isList, isObject, parsedJson as parsed, stringAt, type Json } from '../../model/json.ts'
import { flat } from './clip.ts'
import { clipSpeech } from './sentences.ts'
import { pageText } from './page.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** JSON without its punctuation, the same values in less room: `order_id: #W1, items: [name: Mug, price: 9]`. Values in `known` are left out. */
export function compactJson(value: Json, known = NOTHING, depth = 0): string {
  if (typeof value === 'string') return depth === 0 ? value : flat(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (isList(value)) {
    const parts = value.filter((one) => !isNothing(one)).map((one) => compactJson(one, known, depth + 1))
    const inner = parts.join(parts.some((part) => part.length > 60) ? '\n' : ', ')
    return depth === 0 ? inner : `[${inner}]`
  }
  const fields = Object.entries(value).filter(
    ([, one]) => !isNothing(one) && !(known.size > 0 && known.has(JSON.stringify(one))),
  )
  const inner = fields.map(([key, one]) => `${key}: ${compactJson(one, known, depth + 1)}`).join(', ')
  return depth < 2 ? inner : `{${inner}}`
}

/** A text that is JSON, told briefly; any other text as it is. */
export function plainJson(text: string, known = NOTHING): string {
  const value = parsedJson(text)
  return value === undefined ? text : compactJson(value, known)
}

/** A text field this long is worth a line of its own. */
const LONG = 120
const LINE = 200
const KEY = /^"([^"\n]{1,80})":\s?/
const BRACKET = /^\s*(?:"[^"\n]{1,80}":\s?)?[[\]{}]{1,2},?\s*$/
/** The share of lines in a cut text that must look like JSON. */
const MOSTLY = 0.8
/** When and by whom a record was touched, and counts of nothing. */
const BOOKKEEPING = /^(?:created|updated|started|authored|committed|modified)(?:_|[A-Z]|$)|avatar|node_?id$|email/i

/**
 * JSON as lines a reader can use: the short fields of a record on one line, each longer text on its own; brackets, empty values
 * and bookkeeping left out. Works on printed JSON that was cut as well; undefined for any other text.
 */
export function recordLines(text: string): string[] | undefined {
  const value = parsedJson(text)
  const lines = value === undefined ? text.split('\n') : JSON.stringify(value, undefined, 1).split('\n')
  if (value === undefined && !looksLikeJson(lines)) return undefined
  const told: string[] = []
  let short: string[] = []
  let long: string[] = []
  for (const line of [...lines, '}']) {
    if (BRACKET.test(line)) {
      told.push(...short, ...long)
      short = []
      long = []
      continue
    }
    const entry = line.trim()
    const [start = '', key = ''] = KEY.exec(entry) ?? []
    const said = scalar(entry.slice(start.length, entry.endsWith(',') ? -1 : undefined))
    if (said === '' || BOOKKEEPING.test(key) || (said === '0' && /count$/i.test(key))) continue
    const field = key === '' ? said : `${key}: ${said}`
    if (said.length >= LONG) long.push(field)
    else if (short.length === 0 || (short.at(-1)?.length ?? 0) + field.length > LINE) short.push(field)
    else short[short.length - 1] += `, ${field}`
  }
  return told.length === 0 ? undefined : told
}

function looksLikeJson(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== '')
  const like = filled.filter((line) => BRACKET.test(line) || /^\s*"[^"\n]{1,80}":\s/.test(line))
  return like.length > 4 && like.length >= filled.length * MOSTLY
}

function scalar(printed: string): string {
  if (/^(?:null|\[\]|\{\})?$/.test(printed)) return ''
  const whole = printed.startsWith('"') ? parsed(printed) : printed
  return flat(typeof whole === 'string' ? whole : printed.slice(1).replaceAll(/\\n|\\t/g, ' '))
}

const TITLE = ['title', 'name']
const ADDRESS = ['url', 'link', 'href']
const WORDS = ['snippet', 'description', 'content', 'text', 'summary']
const WORDS_CHARS = 400

/** The results of a search in the web, a line each; undefined when the text is something else. */
export function webResults(text: string): string | undefined {
  const value = parsedJson(text)
  const lists = (isObject(value) ? Object.values(value) : [value]).filter(isList)
  const found = lists.map((list) => list.map(resultIn)).find((lines) => lines.length > 0 && !lines.includes(undefined))
  return found?.join('\n')
}

/** By title, address and first words; undefined where one of the first two is missing. */
function resultIn(value: Json): string | undefined {
  const field = (names: readonly string[]): string =>
    names.map((name) => stringAt(value, name)).find((one) => one !== undefined) ?? ''
  if (field(TITLE) === '' || field(ADDRESS) === '') return undefined
  const words = clipSpeech(flat(pageText(field(WORDS))), WORDS_CHARS, 'page')
  return `${flat(field(TITLE))} — ${field(ADDRESS)}${words === '' ? '' : `: ${words}`}`
}

/** A text that is an object or a list in JSON. */
export function parsedJson(text: string): Json | undefined {
  return /^\s*[[{]/.test(text) ? (parsed(text) as Json | undefined) : undefined
}

function isNothing(value: Json | undefined): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
