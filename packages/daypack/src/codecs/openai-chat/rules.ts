import { isList, isObject, parsedJson, stringAt } from '../../model/json.ts'
import type { JsonObject } from '../../model/json.ts'
import { type Report, ruleBook, type ValidateOptions } from '../shared/rules.ts'

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

function reportUnanswered(report: Report, at: number, ids: readonly string[]): void {
  if (ids.length === 0) return
  const text = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`
  report(`messages.[${at}].role`, text)
}

function callsAnswered({ messages }: Chat, report: Report): void {
  const answered = new Set(messages.map(resultId))
  for (const { at, missing } of openCalls(messages))
    reportUnanswered(
      report,
      at,
      missing.filter((id) => !answered.has(id)),
    )
}

/** The result is there, but not directly after its call. */
function nothingBetween({ messages }: Chat, report: Report): void {
  const answered = new Set(messages.map(resultId))
  for (const { at, missing } of openCalls(messages))
    reportUnanswered(
      report,
      at,
      missing.filter((id) => answered.has(id)),
    )
}

function resultsCalled({ messages }: Chat, report: Report): void {
  const called = new Set<string>()
  let calls: readonly string[] = []
  messages.forEach((message, at) => {
    if (message.role !== 'tool') {
      calls = ids(message)
      for (const call of calls) called.add(call)
      return
    }
    const id = resultId(message) ?? ''
    if (calls.length > 0 ? calls.includes(id) : called.has(id)) return
    if (calls.length === 0)
      report(
        `messages.[${at}].role`,
        "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      )
    else
      report(
        `messages.[${at}].tool_call_id`,
        `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`,
      )
  })
}

function idLength({ messages }: Chat, report: Report): void {
  const check = (path: string, { length }: string) => {
    const text = `Invalid '${path}': string too long. Expected a string with maximum length ${MAX_ID}, but got a string with length ${length} instead.`
    if (length > MAX_ID) report(path, text)
  }
  messages.forEach((message, at) => {
    ids(message).forEach((id, index) => check(`messages[${at}].tool_calls[${index}].id`, id))
    check(`messages[${at}].tool_call_id`, resultId(message) ?? '')
  })
}

const ROLES = ['system', 'assistant', 'user', 'tool', 'function']
const KNOWS_DEVELOPER = /(^|[/:])(gpt|o\d|chatgpt|codex|ft|computer-use)/

function roles({ model, messages }: Chat, report: Report): void {
  messages.forEach(({ role }, at) => {
    if (ROLES.includes(role)) return
    if (role === 'developer' && (model === '' || KNOWS_DEVELOPER.test(model))) return
    report(`messages.[${at}].role`, `${role} is not one of ['system', 'assistant', 'user', 'tool', 'function']`)
  })
}

function argumentsAreText({ messages }: Chat, report: Report, { strict }: ValidateOptions): void {
  messages.forEach((message, at) =>
    message.calls.forEach((call, index) => {
      const inner = call['function']
      if (!isObject(inner)) return
      const path = `messages[${at}].tool_calls[${index}].function.arguments`
      const text = inner['arguments']
      if (typeof text !== 'string') report(path, `Invalid type for '${path}': expected a string.`)
      else if (parsedJson(text) === undefined)
        report(path, `Invalid '${path}': not valid JSON`, strict ? undefined : 'warning')
    }),
  )
}

const INSTEAD = ['refusal', 'function_call', 'audio']

function contentPresent({ messages }: Chat, report: Report): void {
  const isMissing = (value: unknown) => value === null || value === undefined
  messages.forEach(({ role, wire, calls }, at) => {
    const isReplaced = calls.length > 0 || INSTEAD.some((key) => !isMissing(wire[key]))
    const isWanted = role === 'tool' || (role === 'assistant' && !isReplaced)
    if (isMissing(wire['content']) && isWanted)
      report(`messages.[${at}].content`, `Invalid value for 'content': expected a string, got null.`)
  })
}
