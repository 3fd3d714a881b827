import { sameJson } from '../shared/wire.ts'
import { isList, isObject, stringAt, type JsonObject } from '../../model/json.ts'
import type { ResponsesRequest } from './index.ts'
import { type Report, ruleBook, type ValidateOptions } from '../shared/rules.ts'

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

function reasoningFollowed({ items }: Responses, report: Report): void {
  items.forEach((item, at) => {
    if (typeOf(item) !== 'reasoning' || isProduced(items[at + 1])) return
    const id = stringAt(item, 'id') ?? `input[${at}]`
    report(`input[${at}]`, `Item '${id}' of type 'reasoning' was provided without its required following item.`)
  })
}

/** Known only from the previous request: the item followed a reasoning item there, and does no longer. */
function reasoningKept({ items }: Responses, report: Report, { previous }: ValidateOptions): void {
  if (!isObject(previous)) return
  const before = reasonedIds(readResponses(previous).items)
  const now = reasonedIds(items)
  items.forEach((item, at) => {
    const id = stringAt(item, 'id') ?? ''
    const reasoning = now.has(id) ? undefined : before.get(id)
    if (reasoning === undefined) return
    const text = `Item '${id}' of type '${typeOf(item)}' was provided without its required 'reasoning' item: '${reasoning}'.`
    report(`input[${at}]`, text)
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

function callsAndOutputs({ request, items }: Responses, report: Report): void {
  const held = isHeldByServer(request)
  const hosted = (item: JsonObject) =>
    typeOf(item) === 'shell_call' && stringAt(item['environment'], 'type')?.startsWith('container')
  const called = new Set<string>()
  const answered = new Set(items.filter((item) => OUTPUT.test(typeOf(item))).map(callId))
  items.forEach((item, at) => {
    const id = callId(item)
    const type = typeOf(item)
    if (CALL.test(type)) {
      called.add(id)
      if (!answered.has(id) && !hosted(item)) report(`input[${at}]`, `No tool output found for ${words(type)} ${id}.`)
    } else if (OUTPUT.test(type) && !called.has(id) && !held)
      report(`input[${at}]`, `No tool call found for ${words(type)} with call_id ${id}.`)
  })
}

function words(type: string): string {
  return type.replaceAll('_', ' ')
}

function idLength({ items }: Responses, report: Report): void {
  items.forEach((item, at) => {
    const { length } = stringAt(item, 'call_id') ?? ''
    const text = `Invalid 'input[${at}].call_id': string too long. Expected a string with maximum length ${MAX_ID}, but got a string with length ${length} instead.`
    if (length > MAX_ID) report(`input[${at}].call_id`, text)
  })
}

function nothingStored({ request, items }: Responses, report: Report): void {
  if (request['store'] !== false) return
  items.forEach((item, at) => {
    const id = stringAt(item, 'id')
    const isSealed = typeof item['encrypted_content'] === 'string'
    const isLookedUp = typeOf(item) === 'reasoning' && id !== undefined && !isSealed
    if (typeOf(item) !== 'item_reference' && !isLookedUp) return
    const text = `Item with id '${id ?? ''}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`
    report(`input[${at}]`, text)
  })
}

/** Whether the conversation, or a part of it, is with the server: it cannot be trimmed here. */
export function isHeldByServer({ previous_response_id, conversation, input }: ResponsesRequest): boolean {
  const items = isList(input) ? input : []
  const isNamed = [previous_response_id, conversation].some((value) => value !== undefined && value !== null)
  return isNamed || items.some((item) => stringAt(item, 'type') === 'item_reference')
}

/** Our own rule: what the server holds cannot be trimmed here, so such a request goes out as it came. */
function serverHeldUntouched({ request, items }: Responses, report: Report, { original }: ValidateOptions): void {
  if (!isObject(original) || !isHeldByServer(original)) return
  if (sameJson(request['input'], original['input'])) return
  report('input', `the conversation is held by the server: its ${items.length} items must be passed through untouched`)
}

function reasoningOfThisModel({ request, items }: Responses, report: Report, { previous }: ValidateOptions): void {
  if (!isObject(previous) || previous['model'] === request['model']) return
  const before = new Set(readResponses(previous).items.map((item) => stringAt(item, 'encrypted_content')))
  items.forEach((item, at) => {
    const sealed = stringAt(item, 'encrypted_content')
    if (typeOf(item) === 'reasoning' && sealed !== undefined && before.has(sealed))
      report(`input[${at}]`, 'The encrypted content could not be verified: it was made by another model.')
  })
}
