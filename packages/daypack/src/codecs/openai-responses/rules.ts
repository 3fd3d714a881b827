import { sameJson } from '../shared/wire.ts'
import { isList, isObject, stringAt, type JsonObject } from '../../model/json.ts'
import { ruleBook } from '../shared/rules.ts'
import type { ResponsesRequest } from './index.ts'
import { CALL, OUTPUT } from './items.ts'

type Responses = { readonly request: JsonObject; readonly items: readonly PlacedItem[] }
type PlacedItem = {
  readonly wire: JsonObject
  readonly type: string
  readonly id: string | undefined
  readonly path: string
}

function readResponses(request: JsonObject): Responses {
  const items = (isList(request['input']) ? request['input'] : []).map((value, at): PlacedItem => {
    const wire = isObject(value) ? value : {}
    const type = stringAt(wire, 'type') ?? ('role' in wire ? 'message' : '')
    return { wire, type, id: stringAt(wire, 'id'), path: `input[${at}]` }
  })
  return { request, items }
}

const MAX_ID = 64

export const responsesRules = ruleBook<Responses>(readResponses, {
  'R-01': ({ items }) =>
    items.map(({ type, id, path }, at) => {
      const text = `Item '${id ?? path}' of type 'reasoning' was provided without its required following item.`
      return type === 'reasoning' && !isProduced(items[at + 1]) && [path, text]
    }),
  'R-03'({ request, items }) {
    const isHeld = isHeldByServer(request)
    const called = new Set<string>()
    const answered = new Set(items.filter(({ type }) => OUTPUT.test(type)).map(callId))
    return items.map((item) => {
      const id = callId(item)
      const name = item.type.replaceAll('_', ' ')
      if (CALL.test(item.type)) {
        called.add(id)
        return !answered.has(id) && !runsOnServer(item) && [item.path, `No tool output found for ${name} ${id}.`]
      }
      const isUncalled = OUTPUT.test(item.type) && !called.has(id) && !isHeld
      return isUncalled && [item.path, `No tool call found for ${name} with call_id ${id}.`]
    })
  },
  'R-04': ({ items }) =>
    items.map(({ wire, path: item }) => {
      const { length } = stringAt(wire, 'call_id') ?? ''
      const path = `${item}.call_id`
      const text = `Invalid '${path}': string too long. Expected a string with maximum length ${MAX_ID}, but got a string with length ${length} instead.`
      return length > MAX_ID && [path, text]
    }),
  'R-05': ({ request, items }) =>
    items.map(({ wire, type, id, path }) => {
      const isSealed = typeof wire['encrypted_content'] === 'string'
      const isLookedUp = type === 'item_reference' || (type === 'reasoning' && id !== undefined && !isSealed)
      const text = `Item with id '${id ?? ''}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`
      return request['store'] === false && isLookedUp && [path, text]
    }),
  // Our own rule: what the server holds cannot be trimmed here, so such a request goes out as it came.
  'R-06'({ request, items }, { original }) {
    if (!isObject(original) || !isHeldByServer(original) || sameJson(request['input'], original['input'])) return []
    const text = `the conversation is held by the server: its ${items.length} items must be passed through untouched`
    return [['input', text]]
  },
})

/** Whether the conversation, or a part of it, is with the server: it cannot be trimmed here. */
export function isHeldByServer({ previous_response_id, conversation, input }: ResponsesRequest): boolean {
  const items = isList(input) ? input : []
  const isNamed = [previous_response_id, conversation].some((value) => value !== undefined && value !== null)
  return isNamed || items.some((item) => stringAt(item, 'type') === 'item_reference')
}

function isProduced(item: PlacedItem | undefined): boolean {
  if (!item) return false
  const { type, wire } = item
  if (type === 'message') return wire['role'] === 'assistant'
  return ['reasoning', 'item_reference', 'program', 'compaction'].includes(type) || type.endsWith('_call')
}

function callId({ wire, id }: PlacedItem): string {
  return stringAt(wire, 'call_id') ?? id ?? ''
}

/** A hosted shell, whose output the provider itself has. */
function runsOnServer({ type, wire }: PlacedItem): boolean {
  return type === 'shell_call' && (stringAt(wire['environment'], 'type')?.startsWith('container') ?? false)
}
