import { isList, isObject, parsedJson, stringAt } from '../../model/json.ts'
import type { JsonObject } from '../../model/json.ts'
import { ruleBook, type Finding } from '../shared/rules.ts'

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

const MAX_ID = 40
const ROLES = ['system', 'assistant', 'user', 'tool', 'function']
const KNOWS_DEVELOPER = /(^|[/:])(gpt|o\d|chatgpt|codex|ft|computer-use)/
/** What an assistant says in place of content. */
const INSTEAD = ['refusal', 'function_call', 'audio']

export const chatRules = ruleBook<Chat>(readChat, {
  'C-01': ({ messages }) => unanswered(messages, (id, answered) => !answered.has(id)),
  'C-02': ({ messages }) => uncalled(messages),
  // The result is there, but not directly after its call.
  'C-03': ({ messages }) => unanswered(messages, (id, answered) => answered.has(id)),
  'C-04': ({ messages }) =>
    messages.flatMap((message, at) => [
      ...ids(message).map((id, index) => tooLong(`messages[${at}].tool_calls[${index}].id`, id)),
      tooLong(`messages[${at}].tool_call_id`, resultId(message) ?? ''),
    ]),
  'C-05': ({ model, messages }) =>
    messages.map(({ role }, at) => {
      const isDeveloper = role === 'developer' && (model === '' || KNOWS_DEVELOPER.test(model))
      const text = `${role} is not one of ['system', 'assistant', 'user', 'tool', 'function']`
      return !ROLES.includes(role) && !isDeveloper && [`messages.[${at}].role`, text]
    }),
  'C-06': ({ messages }, { strict }) =>
    messages.flatMap((message, at) =>
      message.calls.map((call, index): Finding | false => {
        const path = `messages[${at}].tool_calls[${index}].function.arguments`
        const inner = call['function']
        const text = isObject(inner) ? inner['arguments'] : '{}'
        if (typeof text !== 'string') return [path, `Invalid type for '${path}': expected a string.`]
        return (
          parsedJson(text) === undefined && [path, `Invalid '${path}': not valid JSON`, strict ? undefined : 'warning']
        )
      }),
    ),
  'C-07': {
    level: 'warning',
    check: ({ messages }) =>
      messages.map(({ role, wire, calls }, at) => {
        const isReplaced = calls.length > 0 || INSTEAD.some((key) => !isMissing(wire[key]))
        const isWanted = role === 'tool' || (role === 'assistant' && !isReplaced)
        const text = `Invalid value for 'content': expected a string, got null.`
        return isMissing(wire['content']) && isWanted && [`messages.[${at}].content`, text]
      }),
  },
})

function ids(message: ChatMessage): readonly string[] {
  return message.calls.map((call) => stringAt(call, 'id') ?? '')
}

function resultId(message: ChatMessage | undefined): string | undefined {
  return message?.role === 'tool' ? stringAt(message.wire, 'tool_call_id') : undefined
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined
}

/** Calls that the tool messages right after their message leave unanswered. */
function unanswered(
  messages: readonly ChatMessage[],
  isMeant: (id: string, answered: ReadonlySet<string | undefined>) => boolean,
): (Finding | false)[] {
  const answered = new Set(messages.map(resultId))
  return messages.map((message, at) => {
    const answers = new Set<string | undefined>()
    for (let next = at + 1; messages[next]?.role === 'tool'; next++) answers.add(resultId(messages[next]))
    const missing = ids(message).filter((id) => !answers.has(id) && isMeant(id, answered))
    const text = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${missing.join(', ')}`
    return missing.length > 0 && [`messages.[${at}].role`, text]
  })
}

const NO_CALL = "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."

function uncalled(messages: readonly ChatMessage[]): (Finding | false)[] {
  const called = new Set<string>()
  let calls: readonly string[] = []
  return messages.map((message, at) => {
    if (message.role !== 'tool') {
      calls = ids(message)
      for (const call of calls) called.add(call)
      return false
    }
    const id = resultId(message) ?? ''
    if (calls.length === 0) return !called.has(id) && [`messages.[${at}].role`, NO_CALL]
    const text = `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`
    return !calls.includes(id) && [`messages.[${at}].tool_call_id`, text]
  })
}

function tooLong(path: string, { length }: string): Finding | false {
  const text = `Invalid '${path}': string too long. Expected a string with maximum length ${MAX_ID}, but got a string with length ${length} instead.`
  return length > MAX_ID && [path, text]
}
