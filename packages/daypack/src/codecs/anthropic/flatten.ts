import { isStored, type Block, type ToolResultBlock } from '../../model/block.ts'
import type { RenderedMessage } from '../../model/codec.ts'
import type { Message } from '../../model/message.ts'
import { isList, stringAt } from '../shared/json.ts'

type Request = { readonly tools?: unknown; readonly mcp_servers?: unknown; readonly thinking?: unknown }

/**
 * After a change of provider some tool blocks have no legal form: all of them where the request defines no tools,
 * and those of an open loop that thinking must open but did not. What was called and came back is then told as text.
 */
export function flattened(
  messages: readonly RenderedMessage[],
  like: Request,
  codec: string,
): readonly RenderedMessage[] {
  const isForeign = (message: RenderedMessage) => message.source === undefined && message.codec !== codec
  if (!messages.some(isForeign)) return messages
  const hasTools = (isList(like.tools) && like.tools.length > 0) || isList(like.mcp_servers)
  const from = hasTools ? openFrom(messages, like, codec) : 0
  return messages.map((message, index) => (index >= from && isForeign(message) ? asText(message) : message))
}

/** Where the open loop starts, if it lacks the thinking it needs; else behind the end. */
function openFrom(messages: readonly RenderedMessage[], like: Request, codec: string): number {
  if (stringAt(like.thinking, 'type') !== 'enabled') return messages.length
  const start = messages.findLastIndex((message) => message.role === 'user') + 1
  const turn = messages.slice(start)
  const isOpened = turn.some(
    (message) =>
      message.codec === codec && message.blocks[0]?.type === 'opaque' && message.blocks[0].purpose === 'reasoning',
  )
  return isOpened || turn.at(-1)?.role !== 'tool' ? messages.length : start
}

function asText(message: RenderedMessage): Message {
  if (!message.blocks.some((block) => block.type === 'tool-call' || block.type === 'tool-result')) return message
  const { source: _, ...rest } = message
  return { ...rest, role: message.role === 'tool' ? 'user' : message.role, blocks: message.blocks.flatMap(told) }
}

function told(block: Block): Block[] {
  if (block.type === 'tool-call')
    return [{ type: 'text', text: `(called ${block.tool} with ${JSON.stringify(block.input)})` }]
  if (block.type !== 'tool-result') return [block]
  return [
    { type: 'text', text: `(result of ${block.tool || 'the tool'})\n${textOf(block)}` },
    ...(block.attachments ?? []),
  ]
}

function textOf({ content }: ToolResultBlock): string {
  return isStored(content) ? '' : content.text
}
