import { isStored, type Block, type Content } from '../model/message.ts'
import { localTime } from '../model/day.ts'
import type { SessionId } from '../model/driver.ts'
import type { Json, JsonObject } from '../model/json.ts'
import type { Slot } from '../view/view.ts'

export type DialogMessage = {
  readonly id: string
  readonly name: string
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string | readonly Json[]
  readonly timestamp: string
}

export type ToDialog = {
  readonly zone: string
  /** The whole text of a content. Content that is gone is replaced by its hash, size and lines. */
  readonly read: (content: Content) => Promise<string>
}

export async function dialogMessage(session: SessionId, slot: Slot, by: ToDialog): Promise<DialogMessage> {
  const { role, blocks } = slot.message
  const [first, ...others] = blocks
  const isPlain = first?.type === 'text' && others.length === 0 && role !== 'tool'
  const speaker = role === 'tool' ? 'system' : role
  return {
    id: `${session}:${slot.seq}`,
    name: speaker,
    role: speaker,
    content: isPlain ? first.text : await Promise.all(blocks.map((block) => dialogBlock(block, by))),
    timestamp: localTime(slot.at, by.zone),
  }
}

async function dialogBlock(block: Block, by: ToDialog): Promise<Json> {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text }
    case 'tool-call':
      return { type: 'tool_use', id: block.callId, name: block.tool, input: block.input }
    case 'tool-result': {
      const parts = await Promise.all((block.attachments ?? []).map((part) => dialogBlock(part, by)))
      const text = await wholeOf(block.content, by)
      return {
        type: 'tool_result',
        id: block.callId,
        name: block.tool,
        output: parts.length > 0 || typeof text !== 'string' ? [asBlock(text), ...parts] : text,
        ...(block.isError && { is_error: true }),
      }
    }
    case 'media': {
      const kind = /^(?:image|audio|video)(?=\/)/.exec(block.mediaType)?.[0] ?? 'image'
      const { content } = block
      const url = !isStored(content) && /^[a-z][a-z0-9+.-]*:/i.test(content.text.slice(0, 32))
      if (isStored(content))
        return { type: kind, source: { type: 'stored', media_type: block.mediaType, ...gone(content) } }
      return {
        type: kind,
        source: url
          ? { type: 'url', url: content.text }
          : { type: 'base64', media_type: block.mediaType, data: content.text },
      }
    }
    case 'opaque': {
      const wire = block.wire as JsonObject
      const thought = typeof wire === 'object' && wire !== null ? wire['thinking'] : undefined
      return typeof thought === 'string' ? { type: 'thinking', thinking: thought } : block.wire
    }
  }
}

async function wholeOf(content: Content, by: ToDialog): Promise<string | JsonObject> {
  try {
    return await by.read(content)
  } catch {
    return isStored(content) ? gone(content) : content.text
  }
}

function gone({ ref, bytes, lines }: Extract<Content, { ref: string }>): JsonObject {
  return { ref, bytes, lines }
}

function asBlock(text: string | JsonObject): Json {
  return typeof text === 'string' ? { type: 'text', text } : { type: 'stored', ...text }
}
