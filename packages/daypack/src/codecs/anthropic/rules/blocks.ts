import { isList, isObject, stringAt } from '../../../model/json.ts'
import type { Json, JsonObject } from '../../../model/json.ts'

/** `blocks`: those of all messages, each with its place. */
export type Messages = {
  readonly request: JsonObject
  readonly messages: readonly WireMessage[]
  readonly blocks: readonly PlacedBlock[]
}
export type WireMessage = {
  readonly role: string
  readonly content: Json | undefined
  readonly blocks: readonly JsonObject[]
}
export type PlacedBlock = {
  readonly block: JsonObject
  readonly type: string
  readonly path: string
  readonly at: number
}

export function readMessages(request: JsonObject): Messages {
  const list = isList(request['messages']) ? request['messages'] : []
  const messages = list.map((wire): WireMessage => {
    const content = isObject(wire) ? wire['content'] : undefined
    const blocks = isList(content)
      ? content.filter(isObject)
      : typeof content === 'string'
        ? [{ type: 'text', text: content }]
        : []
    return { role: stringAt(wire, 'role') ?? '', content, blocks }
  })
  const blocks = messages.flatMap((message, at) =>
    message.blocks.map((block, index): PlacedBlock => {
      return { block, type: stringAt(block, 'type') ?? '', path: `messages.${at}.content.${index}`, at }
    }),
  )
  return { request, messages, blocks }
}

export function isThinking(block: JsonObject | undefined): boolean {
  return block?.['type'] === 'thinking' || block?.['type'] === 'redacted_thinking'
}

export type Marker = {
  readonly path: string
  readonly ttl: string
  readonly block: JsonObject
}

export function markersOf({ request, blocks }: Messages): Marker[] {
  const found: Marker[] = []
  const visit = (block: Json, path: string): void => {
    if (!isObject(block)) return
    const marker = block['cache_control']
    if (isObject(marker)) found.push({ path, ttl: stringAt(marker, 'ttl') ?? '5m', block })
    const parts = isList(block['content']) ? block['content'] : []
    parts.forEach((part, index) => visit(part, `${path}.content.${index}`))
  }
  for (const part of ['tools', 'system']) {
    const list = request[part]
    if (isList(list)) list.forEach((block, index) => visit(block, `${part}.${index}`))
  }
  for (const { block, path } of blocks) visit(block, path)
  visit({ cache_control: request['cache_control'] ?? null }, 'cache_control')
  return found
}

export function withoutMarkers(value: Json): Json {
  if (isList(value)) return value.map(withoutMarkers)
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([key]) => key !== 'cache_control')
  return Object.fromEntries(entries.map(([key, part]) => [key, key === 'content' ? withoutMarkers(part) : part]))
}
