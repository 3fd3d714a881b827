// Requests as peers read them: Anthropic messages, their results and their tails.
import { stringAt } from '../../../packages/daypack/src/model/json.ts'
import type { Json, JsonObject } from '../../../packages/daypack/src/model/json.ts'
import type { Step } from '../../../lab/src/measure/session.ts'

export type Wire = JsonObject

export const field = (block: JsonObject, name: string): string => stringAt(block, name) ?? ''

export const blocks = (message: Wire): readonly JsonObject[] =>
  Array.isArray(message['content'])
    ? (message['content'] as readonly JsonObject[])
    : [{ type: 'text', text: field(message, 'content') }]

export type Result = { readonly id: string; readonly text: string; readonly at: number }

export function results(message: Wire, at = 0): Result[] {
  const content = message['content']
  if (!Array.isArray(content)) return []
  return (content as readonly JsonObject[]).flatMap((block) =>
    block['type'] === 'tool_result' ? [{ id: field(block, 'tool_use_id'), text: textOf(block['content']), at }] : [],
  )
}

export function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content
  return Array.isArray(content)
    ? (content as readonly JsonObject[])
        .map((part) => (typeof part['text'] === 'string' ? part['text'] : ''))
        .join('\n')
    : ''
}

export function messagesOf(step: Step): readonly Wire[] {
  return step.request['messages'] as readonly Wire[]
}

export function user(text: string): Wire {
  return { role: 'user', content: [{ type: 'text', text }] }
}

/** Position of the newest assistant message with calls, or the end: the exchange that must stay whole. */
export function lastExchange(messages: readonly Wire[]): number {
  const last = messages.length - 1
  return results(messages[last] ?? {}).length > 0 ? Math.max(0, last - 1) : last
}

export function isRequest(message: Wire | undefined): boolean {
  return message?.['role'] === 'user' && results(message).length === 0
}

export function latestRequest(messages: readonly Wire[]): Wire | undefined {
  return messages.findLast((message) => isRequest(message))
}

export function textOfWire(message: Wire | undefined): string {
  const content = message?.['content']
  return typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? (content as readonly JsonObject[])
          .map((block) => (block['type'] === 'text' ? field(block, 'text') : ''))
          .join('\n')
      : ''
}
