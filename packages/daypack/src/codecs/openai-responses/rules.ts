import { sameJson } from '../shared/wire.ts'
import { isList, isObject, stringAt, type JsonObject } from '../../model/json.ts'
import { type Found, ruleBook, type ValidateOptions } from '../shared/rules.ts'

type Responses = { readonly request: JsonObject; readonly items: readonly JsonObject[] }

function readResponses(request: JsonObject): Responses {
  const items = isList(request['input']) ? request['input'].map((item) => (isObject(item) ? item : {})) : []
  return { request, items }
}

export const responsesRules = ruleBook<Responses>(readResponses, [
  { id: 'R-01', check: reasoningFollowed },
  { id: 'R-02', check: reasoningKept, level: 'warning' },
  { id: 'R-03', check: callsAndOutputs },
  { id: 'R-04', check: idLength },
  { id: 'R-05', check: nothingStored },
  { id: 'R-06', check: serverHeldUntouched },
  { id: 'R-07', check: reasoningOfThisModel, level: 'warning' },
])

const MAX_ID = 64

const typeOf = (item: JsonObject | undefined) => stringAt(item, 'type') ?? (item && 'role' in item ? 'message' : '')

function isProduced(item: JsonObject | undefined): boolean {
  const type = typeOf(item)
  return (
    (type === 'message' && item?.['role'] === 'assistant') ||
    type === 'reasoning' ||
    type === 'item_reference' ||
    type.endsWith('_call') ||
    type === 'program' ||
    type === 'compaction'
  )
}

function reasoningFollowed({ items }: Responses): Found[] {
  return items.flatMap((item, at): Found[] => {
    if (typeOf(item) !== 'reasoning' || isProduced(items[at + 1])) return []
    const id = stringAt(item, 'id') ?? `input[${at}]`
    return [
      {
        path: `input[${at}]`,
        text: `Item '${id}' of type 'reasoning' was provided without its required following item.`,
      },
    ]
  })
}

/** Known only from the previous request: the item followed a reasoning item there, and does no longer. */
function reasoningKept({ items }: Responses, { previous }: ValidateOptions): Found[] {
  if (!isObject(previous)) return []
  const before = reasonedIds(readResponses(previous).items)
  const now = reasonedIds(items)
  return items.flatMap((item, at): Found[] => {
    const id = stringAt(item, 'id')
    if (id === undefined || !before.has(id) || now.has(id)) return []
    return [
      {
        path: `input[${at}]`,
        text: `Item '${id}' of type '${typeOf(item)}' was provided without its required 'reasoning' item: '${before.get(id) ?? ''}'.`,
      },
    ]
  })
}

function reasonedIds(items: readonly JsonObject[]): Map<string, string> {
  const found = new Map<string, string>()
  let reasoning: string | undefined
  for (const item of items) {
    const id = stringAt(item, 'id')
    if (typeOf(item) === 'reasoning') reasoning = id
    else if (!isProduced(item)) reasoning = undefined
    else if (reasoning !== undefined && id !== undefined) found.set(id, reasoning)
  }
  return found
}

const CALL = /^(function|custom_tool|computer|local_shell|shell|apply_patch)_call$/
const OUTPUT = /^(function|custom_tool|computer|local_shell|shell|apply_patch)_call_output$/

const callId = (item: JsonObject) => stringAt(item, 'call_id') ?? stringAt(item, 'id') ?? ''

function callsAndOutputs({ request, items }: Responses): Found[] {
  const held = isHeldByServer(request, items)
  const hosted = (item: JsonObject) =>
    typeOf(item) === 'shell_call' && stringAt(item['environment'], 'type')?.startsWith('container')
  const called = new Set<string>()
  const answered = new Set(items.filter((item) => OUTPUT.test(typeOf(item))).map(callId))
  return items.flatMap((item, at): Found[] => {
    const id = callId(item)
    if (CALL.test(typeOf(item))) {
      called.add(id)
      if (answered.has(id) || hosted(item)) return []
      return [{ path: `input[${at}]`, text: `No tool output found for ${words(typeOf(item))} ${id}.` }]
    }
    if (!OUTPUT.test(typeOf(item)) || called.has(id) || held) return []
    return [{ path: `input[${at}]`, text: `No tool call found for ${words(typeOf(item))} with call_id ${id}.` }]
  })
}

function words(type: string): string {
  return type.replaceAll('_', ' ')
}

function idLength({ items }: Responses): Found[] {
  return items.flatMap((item, at): Found[] => {
    const id = stringAt(item, 'call_id') ?? ''
    if (id.length <= MAX_ID) return []
    const text = `Invalid 'input[${at}].call_id': string too long. Expected a string with maximum length ${MAX_ID}, but got a string with length ${id.length} instead.`
    return [{ path: `input[${at}].call_id`, text }]
  })
}

function nothingStored({ request, items }: Responses): Found[] {
  if (request['store'] !== false) return []
  return items.flatMap((item, at): Found[] => {
    const bare =
      typeOf(item) === 'reasoning' &&
      stringAt(item, 'id') !== undefined &&
      typeof item['encrypted_content'] !== 'string'
    if (typeOf(item) !== 'item_reference' && !bare) return []
    const text = `Item with id '${stringAt(item, 'id') ?? ''}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`
    return [{ path: `input[${at}]`, text }]
  })
}

export function isHeldByServer(request: JsonObject, items: readonly JsonObject[]): boolean {
  const named = ['previous_response_id', 'conversation'].some(
    (key) => request[key] !== undefined && request[key] !== null,
  )
  return named || items.some((item) => typeOf(item) === 'item_reference')
}

/** Our own rule: what the server holds cannot be trimmed here, so such a request goes out as it came. */
function serverHeldUntouched({ request, items }: Responses, { original }: ValidateOptions): Found[] {
  if (!isObject(original) || !isHeldByServer(original, readResponses(original).items)) return []
  if (request['input'] === original['input'] || sameJson(request['input'], original['input'])) return []
  return [
    {
      path: 'input',
      text: `the conversation is held by the server: its ${items.length} items must be passed through untouched`,
    },
  ]
}

function reasoningOfThisModel({ request, items }: Responses, { previous }: ValidateOptions): Found[] {
  if (!isObject(previous) || previous['model'] === request['model']) return []
  const before = new Set(readResponses(previous).items.map((item) => stringAt(item, 'encrypted_content')))
  return items.flatMap((item, at): Found[] => {
    const sealed = stringAt(item, 'encrypted_content')
    if (typeOf(item) !== 'reasoning' || sealed === undefined || !before.has(sealed)) return []
    return [
      { path: `input[${at}]`, text: 'The encrypted content could not be verified: it was made by another model.' },
    ]
  })
}
