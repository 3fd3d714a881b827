import { isList, isObject, type Json, type JsonObject } from '../../model/json.ts'
import { flat } from './clip.ts'
import { clipSpeech } from './sentences.ts'
import { pageText } from './page.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** JSON without its punctuation, the same values in less room: `order_id: #W1, items: [name: Mug, price: 9]`. Values in `known` are left out. */
export function brief(value: Json, known = NOTHING, depth = 0): string {
  if (typeof value === 'string') return depth === 0 ? value : flat(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (isList(value)) {
    const parts = value.filter((one) => !isNothing(one)).map((one) => brief(one, known, depth + 1))
    const inner = parts.join(parts.some((part) => part.length > 60) ? '\n' : ', ')
    return depth === 0 ? inner : `[${inner}]`
  }
  const fields = Object.entries(value).filter(
    ([, one]) => !isNothing(one) && !(known.size > 0 && known.has(JSON.stringify(one))),
  )
  const inner = fields.map(([key, one]) => `${key}: ${brief(one, known, depth + 1)}`).join(', ')
  return depth < 2 ? inner : `{${inner}}`
}

/** A text that is JSON, told briefly; any other text as it is. */
export function plainJson(text: string, known = NOTHING): string {
  const value = parsedJson(text)
  return value === undefined ? text : brief(value, known)
}

/** The results of a search in the web, a line each; undefined when the text is something else. */
export function webResults(text: string): string | undefined {
  const value = parsedJson(text)
  const list = isList(value) ? value : isObject(value) ? Object.values(value).find(isResults) : undefined
  if (!isResults(list)) return undefined
  return list
    .filter(isObject)
    .map((one) => {
      const rest = pageText(first(one, ['snippet', 'description', 'content', 'text', 'summary']))
      const title = first(one, ['title', 'name'])
      return `${flat(title)} — ${first(one, ['url', 'link', 'href'])}${rest === '' ? '' : `: ${clipSpeech(flat(rest), 400, 'page')}`}`
    })
    .join('\n')
}

function isResults(value: Json | undefined): value is readonly Json[] {
  if (!isList(value) || value.length === 0) return false
  return value.every(
    (one) => isObject(one) && first(one, ['url', 'link', 'href']) !== '' && first(one, ['title', 'name']) !== '',
  )
}

function first(value: JsonObject, names: readonly string[]): string {
  for (const name of names) if (typeof value[name] === 'string') return value[name]
  return ''
}

/** A text that is an object or a list in JSON. */
export function parsedJson(text: string): Json | undefined {
  const start = text.trimStart()[0]
  if (start !== '{' && start !== '[') return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function isNothing(value: Json | undefined): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
