import type { Json } from 'daypack'
import { anthropic, openaiChat } from 'daypack/codecs'
import { isList, isObject, type JsonObject, stringAt } from 'daypack/internal'
import { assemble, type Transcript } from './transcript.ts'

/** A request as it was sent to Anthropic or to Chat Completions: the last one of a session holds all of it. */
export function readBody(body: JsonObject): Transcript {
  const messages = isList(body['messages']) ? body['messages'] : []
  const isAnthropic = 'system' in body || messages.some(hasAnthropicBlock)
  const { system, messages: decoded } = isAnthropic
    ? anthropic.decode({ ...body, messages })
    : openaiChat.decode({ ...body, messages })
  const model = stringAt(body, 'model')
  return assemble(
    'request-body',
    decoded.map((message) => ({ message })),
    { system, model },
  )
}

/** `{ messages: […] }` with roles in them. */
export function isBody(value: Json | undefined): value is JsonObject {
  if (!isObject(value) || 'history' in value) return false
  const messages = value['messages']
  return isList(messages) && messages.length > 0 && messages.every((message) => stringAt(message, 'role') !== undefined)
}

export function hasAnthropicBlock(message: Json): boolean {
  const content = isObject(message) ? message['content'] : undefined
  return isList(content) && content.some((part) => ANTHROPIC.has(stringAt(part, 'type') ?? ''))
}

const ANTHROPIC = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking'])
