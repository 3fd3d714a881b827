import type { JsonObject } from 'daypack/internal'
import type { Json } from 'daypack'
import { createHash } from 'node:crypto'
import { arrayOf, objectOf, textOf, without } from './json.ts'

export type Piece = {
  readonly section: 'tools' | 'system' | 'messages'
  readonly role: string
  readonly block: JsonObject
  /** Without the cache marker, which no comparison looks at. */
  readonly text: string
  readonly marker?: JsonObject
  readonly isThinking: boolean
}

export function pieces(body: JsonObject): Piece[] {
  const found: Piece[] = []
  for (const tool of arrayOf(body['tools'])) found.push(piece('tools', '', objectOf(tool)))
  for (const block of blocks(body['system'])) found.push(piece('system', '', block))
  for (const message of arrayOf(body['messages'])) {
    const { role, content } = objectOf(message)
    for (const block of blocks(content)) found.push(piece('messages', textOf(role), block))
  }
  return markLast(found, body['cache_control'])
}

/** Rolling hashes: the n-th covers pieces 0 to n. `start` is whatever else a prefix is bound to. */
export function chain(list: readonly Piece[], start = ''): string[] {
  let last = start
  return list.map((one) => (last = digest(`${last}\0${one.section}\0${one.role}\0${one.text}`)))
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function blocks(content: Json | undefined): JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return arrayOf(content).map(objectOf)
}

function piece(section: Piece['section'], role: string, block: JsonObject): Piece {
  const marker = block['cache_control']
  const isThinking = block['type'] === 'thinking' || block['type'] === 'redacted_thinking'
  const text = JSON.stringify(marker === undefined ? block : without(block, 'cache_control'))
  return { section, role, block, text, isThinking, ...(marker ? { marker: objectOf(marker) } : {}) }
}

function markLast(list: Piece[], marker: Json | undefined): Piece[] {
  if (!marker) return list
  const index = list.findLastIndex((one) => !one.isThinking && !one.marker)
  const last = list[index]
  if (last) list[index] = { ...last, marker: objectOf(marker) }
  return list
}
