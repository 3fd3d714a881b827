import { isList, isObject, stringAt } from '../../model/json.ts'
import type { JsonObject } from '../../model/json.ts'
import { type Found, ruleBook, type ValidateOptions } from '../shared/rules.ts'

type Chat = { readonly model: string; readonly messages: readonly ChatMessage[] }
type ChatMessage = { readonly role: string; readonly wire: JsonObject; readonly calls: readonly JsonObject[] }

function readChat(request: JsonObject): Chat {
  const list = isList(request['messages']) ? request['messages'] : []
  const messages = list.map((value): ChatMessage => {
    const wire = isObject(value) ? value : {}
    const calls = wire['role'] === 'assistant' && isList(wire['tool_calls']) ? wire['tool_calls'].filter(isObject) : []
    return { role: stringAt(wire, 'role') ?? '', wire, calls }
  })
  return { model: stringAt(request, 'model') ?? '', messages }
}

export const chatRules = ruleBook<Chat>(readChat, [
  { id: 'C-01', check: callsAnswered },
  { id: 'C-02', check: resultsCalled },
  { id: 'C-03', check: nothingBetween },
  { id: 'C-04', check: idLength },
  { id: 'C-05', check: roles },
  { id: 'C-06', check: argumentsAreText },
  { id: 'C-07', check: contentPresent, level: 'warning' },
])

const MAX_ID = 40

const ids = (message: ChatMessage) => message.calls.map((call) => stringAt(call, 'id') ?? '')
const resultId = (message: ChatMessage | undefined) =>
  message?.role === 'tool' ? stringAt(message.wire, 'tool_call_id') : undefined

/** The calls of each message that the tool messages right after it leave unanswered. */
function openCalls(messages: readonly ChatMessage[]): { at: number; missing: string[] }[] {
  return messages.flatMap((message, at) => {
    const answers = new Set<string | undefined>()
    for (let next = at + 1; messages[next]?.role === 'tool'; next++) answers.add(resultId(messages[next]))
    const missing = ids(message).filter((id) => !answers.has(id))
    return missing.length > 0 ? [{ at, missing }] : []
  })
}

function unansweredError(at: number, missing: readonly string[]): Found {
  const text = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${missing.join(', ')}`
  return { path: `messages.[${at}].role`, text }
}

function callsAnswered({ messages }: Chat): Found[] {
  const answered = new Set(messages.map(resultId))
  return openCalls(messages).flatMap(({ at, missing }) => {
    const never = missing.filter((id) => !answered.has(id))
    return never.length > 0 ? [unansweredError(at, never)] : []
  })
}

/** The result is there, but not directly after its call. */
function nothingBetween({ messages }: Chat): Found[] {
  const answered = new Set(messages.map(resultId))
  return openCalls(messages).flatMap(({ at, missing }) => {
    const late = missing.filter((id) => answered.has(id))
    return late.length > 0 ? [unansweredError(at, late)] : []
  })
}

function resultsCalled({ messages }: Chat): Found[] {
  const called = new Set<string>()
  let calls: readonly string[] = []
  return messages.flatMap((message, at): Found[] => {
    const id = resultId(message)
    if (message.role !== 'tool') {
      calls = ids(message)
      for (const call of calls) called.add(call)
      return []
    }
    if (calls.length > 0 ? calls.includes(id ?? '') : called.has(id ?? '')) return []
    if (calls.length === 0)
      return [
        {
          path: `messages.[${at}].role`,
          text: "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        },
      ]
    return [
      {
        path: `messages.[${at}].tool_call_id`,
        text: `Invalid parameter: 'tool_call_id' of '${id ?? ''}' not found in 'tool_calls' of previous message.`,
      },
    ]
  })
}

function idLength({ messages }: Chat): Found[] {
  const long = (path: string, id: string): Found[] =>
    id.length <= MAX_ID
      ? []
      : [
          {
            path,
            text: `Invalid '${path}': string too long. Expected a string with maximum length ${MAX_ID}, but got a string with length ${id.length} instead.`,
          },
        ]
  return messages.flatMap((message, at) => [
    ...ids(message).flatMap((id, index) => long(`messages[${at}].tool_calls[${index}].id`, id)),
    ...long(`messages[${at}].tool_call_id`, resultId(message) ?? ''),
  ])
}

const ROLES = ['system', 'assistant', 'user', 'tool', 'function']
const KNOWS_DEVELOPER = /(^|[/:])(gpt|o\d|chatgpt|codex|ft|computer-use)/

function roles({ model, messages }: Chat): Found[] {
  return messages.flatMap((message, at): Found[] => {
    if (ROLES.includes(message.role)) return []
    if (message.role === 'developer' && (model === '' || KNOWS_DEVELOPER.test(model))) return []
    return [
      {
        path: `messages.[${at}].role`,
        text: `${message.role} is not one of ['system', 'assistant', 'user', 'tool', 'function']`,
      },
    ]
  })
}

function argumentsAreText({ messages }: Chat, { strict }: ValidateOptions): Found[] {
  return messages.flatMap((message, at) =>
    message.calls.flatMap((call, index): Found[] => {
      const inner = call['function']
      if (!isObject(inner)) return []
      const path = `messages[${at}].tool_calls[${index}].function.arguments`
      const text = inner['arguments']
      if (typeof text !== 'string') return [{ path, text: `Invalid type for '${path}': expected a string.` }]
      if (isJson(text)) return []
      const found = { path, text: `Invalid '${path}': not valid JSON` }
      return [strict ? found : { ...found, level: 'warning' }]
    }),
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const INSTEAD = ['refusal', 'function_call', 'audio']

function contentPresent({ messages }: Chat): Found[] {
  return messages.flatMap((message, at): Found[] => {
    const missing = message.wire['content'] === null || message.wire['content'] === undefined
    const replaced =
      message.calls.length > 0 || INSTEAD.some((key) => message.wire[key] !== undefined && message.wire[key] !== null)
    const wanted = message.role === 'tool' || (message.role === 'assistant' && !replaced)
    return missing && wanted
      ? [{ path: `messages.[${at}].content`, text: `Invalid value for 'content': expected a string, got null.` }]
      : []
  })
}
