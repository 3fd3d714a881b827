import { createHash } from 'node:crypto'
import { isStored, type Block, type Content } from '../model/block.ts'
import type { Json } from '../model/json.ts'
import type { Message } from '../model/message.ts'

/**
 * Hash of what a message says. Codec residues (cache markers among them) and reasoning are left out: callers move
 * markers, strip reasoning and switch wires without changing history. Stored and inline content hash alike.
 */
export function hashOf(message: Message): string {
  const parts = message.blocks.filter((block) => block.type !== 'opaque' || block.purpose !== 'reasoning').map(saying)
  return sha256(JSON.stringify([message.role, parts]))
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function saying(block: Block): unknown {
  switch (block.type) {
    case 'text':
      return ['text', block.text]
    case 'tool-call':
      return ['call', block.callId, block.tool, block.input]
    case 'tool-result':
      return [
        'result',
        block.callId,
        identity(block.content),
        block.isError ?? false,
        block.attachments?.map(saying) ?? [],
      ]
    case 'media':
      return ['media', block.mediaType, identity(block.content)]
    case 'opaque':
      return ['opaque', unmarked(block.wire)]
  }
}

/** Callers move the cache marker along from one request to the next. */
function unmarked(wire: Json): Json {
  if (typeof wire !== 'object' || wire === null || !('cache_control' in wire)) return wire
  const { cache_control: _, ...rest } = wire
  return rest
}

function identity(content: Content): string {
  return isStored(content) ? content.ref : sha256(content.text)
}
