import { isList, isObject, stringAt } from '../../../model/json.ts'
import type { Json, JsonObject } from '../../../model/json.ts'

export type Messages = { readonly request: JsonObject; readonly messages: readonly WireMessage[] }
export type WireMessage = {
  readonly role: string
  readonly content: Json | undefined
  readonly blocks: readonly JsonObject[]
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
  return { request, messages }
}

export function idsOf(message: WireMessage | undefined, type: string, key: string): string[] {
  return (message?.blocks ?? []).flatMap((block) => (block['type'] === type ? [stringAt(block, key) ?? ''] : []))
}

export function isThinking(block: JsonObject | undefined): boolean {
  return block?.['type'] === 'thinking' || block?.['type'] === 'redacted_thinking'
}

export type Marker = {
  readonly path: string
  readonly ttl: string
  readonly block: JsonObject
  readonly blockIndex: number
}

export function markersOf({ request, messages }: Messages): Marker[] {
  const found: Marker[] = []
  let blockIndex = 0
  const visit = (block: Json, path: string): void => {
    if (!isObject(block)) return
    const marker = block['cache_control']
    if (isObject(marker)) found.push({ path, ttl: stringAt(marker, 'ttl') ?? '5m', block, blockIndex })
    if (isList(block['content'])) block['content'].forEach((part, index) => visit(part, `${path}.content.${index}`))
  }
  for (const part of ['tools', 'system'] as const) {
    const list = request[part]
    if (isList(list)) list.forEach((block, index) => visit(block, `${part}.${index}`))
  }
  messages.forEach((message, at) =>
    message.blocks.forEach((block, index) => {
      blockIndex++
      visit(block, `messages.${at}.content.${index}`)
    }),
  )
  if (isObject(request['cache_control']))
    found.push({
      path: 'cache_control',
      ttl: stringAt(request['cache_control'], 'ttl') ?? '5m',
      block: request,
      blockIndex,
    })
  return found
}
