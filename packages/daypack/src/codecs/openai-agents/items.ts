import { isList, isObject, stringOf, type Json, type JsonObject } from '../../model/json.ts'
import type { Block, Message } from '../../model/message.ts'
import type { Portable } from '../shared/rows.ts'

/** Where the SDK puts a text into an object, the object is kept here and the text takes its place. */
const AROUND = '$output'
const TO_KEYS: Readonly<Record<string, string>> = { callId: 'call_id' }
const FROM_KEYS: Readonly<Record<string, string>> = { call_id: 'callId' }
const TO_TYPES: Readonly<Record<string, string>> = {
  function_call_result: 'function_call_output',
  computer_call_result: 'computer_call_output',
}
const FROM_TYPES = Object.fromEntries(Object.entries(TO_TYPES).map(([theirs, type]) => [type, theirs]))

/** An item of the SDK as the Responses API writes it; unknown fields stay. */
export function toResponses(item: Json): Json {
  if (!isObject(item)) return item
  const { output } = item
  const isText = isObject(output) && output['type'] === 'text' && typeof output['text'] === 'string'
  const said = isText ? { ...item, output: output['text'] ?? '', [AROUND]: { ...output, text: '' } } : item
  return withParts(renamed(said, TO_KEYS, TO_TYPES), 'image', 'image_url')
}

export function fromResponses(item: Json): Json {
  if (!isObject(item)) return item
  const { [AROUND]: around, ...said } = item
  const { output } = said
  const isText = isObject(around) && typeof output === 'string'
  const whole = isText ? { ...said, output: { ...around, text: output } } : said
  return withParts(renamed(whole, FROM_KEYS, FROM_TYPES), 'image_url', 'image')
}

function renamed(
  item: JsonObject,
  keys: Readonly<Record<string, string>>,
  types: Readonly<Record<string, string>>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(item).map(([key, value]): [string, Json] => [
      keys[key] ?? key,
      key === 'type' ? (types[stringOf(value)] ?? value) : value,
    ]),
  )
}

function withParts(item: JsonObject, key: string, next: string): JsonObject {
  const parts = (list: Json): Json =>
    isList(list)
      ? list.map((part) => (isObject(part) && isImage(part, key) ? renamed(part, { [key]: next }, {}) : part))
      : list
  const lists = ['content', 'output'].flatMap((name) =>
    isList(item[name]) ? [[name, parts(item[name])] as const] : [],
  )
  return lists.length > 0 ? { ...item, ...Object.fromEntries(lists) } : item
}

/** An uploaded file is named by an object, which only the SDK knows. */
function isImage(part: JsonObject, key: string): boolean {
  return part['type'] === 'input_image' && typeof part[key] === 'string'
}

/** In the shapes the SDK writes; results come before what was said with them. */
export function adopt({ role, blocks: all }: Portable): readonly Message[] {
  const blocks = all.filter(({ type }) => role !== 'assistant' || type !== 'media')
  const results = blocks.filter(({ type }) => type === 'tool-result')
  const others = blocks.filter(({ type }) => type !== 'tool-result')
  const message = { type: 'message', role: 0, ...(role === 'assistant' && { status: 'completed' }), content: 0 }
  const shaped = [...results, ...others].map((block): Block => {
    const status = 'completed'
    if (block.type === 'tool-call')
      return { ...block, wire: { shape: { type: 'function_call', call_id: 0, name: 0, status, arguments: 0 } } }
    if (block.type === 'tool-result') {
      const shape = { type: 'function_call_output', name: block.tool, call_id: 0, status, output: 0 }
      return { ...block, wire: { shape: { ...shape, [AROUND]: { type: 'text', text: '' } } } }
    }
    const isMore = role !== 'assistant' && block !== others[0]
    return { ...block, wire: isMore ? { more: true } : { item: { shape: message, form: 'list' } } }
  })
  return [{ role, blocks: shaped }]
}
