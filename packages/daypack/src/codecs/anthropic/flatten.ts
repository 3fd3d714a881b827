import { inlineText, isReasoning, type Block, type Message } from '../../model/message.ts'
import type { RenderedMessage } from '../../model/codec.ts'
import { isList, stringAt } from '../../model/json.ts'
import { alwaysThinks } from './rules/models.ts'

type Request = {
  readonly model?: unknown
  readonly tools?: unknown
  readonly mcp_servers?: unknown
  readonly thinking?: unknown
}

/** Tool blocks with no legal form become text; the choice depends only on what came before. */
export function flattenLoops(
  messages: readonly RenderedMessage[],
  like: Request,
  codec: string,
): readonly RenderedMessage[] {
  const isForeign = (message: RenderedMessage) => message.source === undefined && message.codec !== codec
  if (!messages.some(isForeign)) return messages
  const hasTools = (isList(like.tools) && like.tools.length > 0) || isList(like.mcp_servers)
  const mode = stringAt(like.thinking, 'type')
  const isFree = thinksAtWill(like, mode)
  let isCut = false
  let isOpened = false
  return messages.map((message) => {
    if (message.role === 'user') {
      isCut = message.cut === true
      isOpened = false
    }
    isOpened ||= message.codec === codec && startsWithThinking(message)
    const lacksThinking = !isOpened && ((isCut && !isFree) || (mode === 'enabled' && isForeign(message)))
    return lacksThinking || (!hasTools && isForeign(message)) ? asText(message) : message
  })
}

/** The model decides by itself when it thinks: no loop has to start with thinking, in no request. */
function thinksAtWill(like: Request, mode: string | undefined): boolean {
  return mode === 'adaptive' || (mode !== 'enabled' && alwaysThinks(stringAt(like, 'model') ?? ''))
}

function startsWithThinking({ role, blocks: [first] }: Message): boolean {
  return role === 'assistant' && first !== undefined && isReasoning(first)
}

function asText(message: RenderedMessage): Message {
  if (!message.blocks.some((block) => block.type === 'tool-call' || block.type === 'tool-result')) return message
  const { source: _, ...rest } = message
  return { ...rest, role: message.role === 'tool' ? 'user' : message.role, blocks: message.blocks.flatMap(textBlocks) }
}

function textBlocks(block: Block): readonly Block[] {
  if (block.type === 'tool-call')
    return [{ type: 'text', text: `(called ${block.tool} with ${JSON.stringify(block.input)})` }]
  if (block.type !== 'tool-result') return [block]
  const text = `(result of ${block.tool || 'the tool'})\n${inlineText(block.content)}`
  return [{ type: 'text', text }, ...(block.attachments ?? [])]
}
