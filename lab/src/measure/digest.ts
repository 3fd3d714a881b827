import { anthropic } from 'daypack/codecs'
import { type JsonObject, MESSAGE_OVERHEAD, messageSizes, texts } from 'daypack/internal'

/** A block as the meter sees it: equal blocks have equal ids. */
export type DigestBlock = { readonly id: number; readonly tokens: number; readonly thinking: boolean }
/** A wire message, looked at once: its blocks, and everything it says as decoded values. */
export type Digest = {
  readonly blocks: readonly DigestBlock[]
  readonly tokens: number
  readonly text: string
}
export type Digester = (message: JsonObject) => Digest

/** Remembers by object and by content, so that a growing conversation costs what is new. */
export function digester(count: (text: string) => number): Digester {
  const known = new WeakMap<JsonObject, Digest>()
  const byContent = new Map<string, Digest>()
  const ids = new Map<string, number>()
  return (message) => {
    const hit = known.get(message)
    if (hit) return hit
    const written = JSON.stringify(message, withoutMarkers)
    let digest = byContent.get(written)
    if (!digest) byContent.set(written, (digest = digestOf(message, count, ids)))
    known.set(message, digest)
    return digest
  }
}

function digestOf(wire: JsonObject, count: (text: string) => number, ids: Map<string, number>): Digest {
  const [message] = anthropic.decode({ messages: [wire] }).messages
  if (!message) return { blocks: [], tokens: 0, text: '' }
  const sizes = messageSizes(message, count)
  const content = Array.isArray(wire['content']) ? wire['content'] : [wire['content'] ?? '']
  const blocks = message.blocks.map((block, index): DigestBlock => {
    const key = `${message.role} ${JSON.stringify(content[index], withoutMarkers)}`
    const id = ids.get(key) ?? ids.size + 1
    ids.set(key, id)
    const size = sizes[index]
    const attached = size?.attachments?.reduce((sum, part) => sum + part.tokens, 0) ?? 0
    const overhead = index === 0 ? MESSAGE_OVERHEAD.tokens : 0
    const thinking = block.type === 'opaque' && block.purpose === 'reasoning'
    return { id, tokens: (size?.tokens ?? 0) + attached + overhead, thinking }
  })
  const text = texts(message)
    .map((said) => said.text)
    .join('\n')
  return { blocks, tokens: blocks.reduce((sum, block) => sum + block.tokens, 0), text }
}

/** Cache markers are not part of what is cached. */
function withoutMarkers(key: string, value: unknown): unknown {
  return key === 'cache_control' ? undefined : value
}
