import type { Json } from './json.ts'

/** The content hash of a blob: lower-case hex sha256 of its bytes. */
export type Ref = string

/** Text in the log itself, or a ref to a blob: big content sits in the blob store. */
export type Content = InlineContent | StoredContent
export type InlineContent = { readonly text: string }
export type StoredContent = {
  readonly ref: Ref
  /** UTF-8 bytes of the text, or raw bytes of a medium. */
  readonly bytes: number
  /** Newlines + 1; 0 for media and for empty text. */
  readonly lines: number
}

/** What a codec needs beyond the fields we understand, to write the block back exactly. Only codecs look inside. */
type Residue = { readonly wire?: Json }

export type TextBlock = { readonly type: 'text'; readonly text: string } & Residue
export type ToolCallBlock = {
  readonly type: 'tool-call'
  readonly callId: string
  readonly tool: string
  readonly input: Json
} & Residue
export type ToolResultBlock = {
  readonly type: 'tool-result'
  readonly callId: string
  /** Empty when the wire does not name it and the call is not in the request. */
  readonly tool: string
  /** All text parts, joined by a newline; the codec's residue remembers where the parts met. */
  readonly content: Content
  /** Images, documents and foreign parts of the result, in order. */
  readonly attachments?: readonly (MediaBlock | OpaqueBlock)[]
  readonly isError?: boolean
} & Residue
export type MediaBlock = {
  readonly type: 'media'
  /** Such as image/png; empty when the wire gives only an address. */
  readonly mediaType: string
  /** Base64 text, a blob of it, or the address it can be fetched from. */
  readonly content: Content
  /** Pixels, when the codec could read them from the data. */
  readonly width?: number
  readonly height?: number
} & Residue
export type OpaqueBlock = {
  readonly type: 'opaque'
  /** `reasoning` may be bound to the bytes before it; everything else is carried as it is. */
  readonly purpose: 'reasoning' | 'hosted' | 'other'
  /** The wire form itself: carried exactly, never edited, only left out as a whole. */
  readonly wire: Json
}

export type Block = TextBlock | ToolCallBlock | ToolResultBlock | MediaBlock | OpaqueBlock

export function isReasoning(block: Block): block is OpaqueBlock {
  return block.type === 'opaque' && block.purpose === 'reasoning'
}

export function isStored(content: Content): content is StoredContent {
  return 'ref' in content
}

/** The block with its content, and those of its attachments, as `change` makes them; the same where they stay. */
export async function withContents<B extends Block>(
  block: B,
  change: (content: Content) => Promise<Content>,
): Promise<B> {
  if (block.type !== 'media' && block.type !== 'tool-result') return block
  const content = await change(block.content)
  if (block.type === 'media' || !block.attachments) return { ...block, content }
  const attachments = []
  for (const part of block.attachments) attachments.push(await withContents(part, change))
  return { ...block, content, attachments }
}

/** What a block says, as a text; of what is not text, its JSON. */
export function contentOf(block: Block): Content {
  switch (block.type) {
    case 'tool-result':
    case 'media':
      return block.content
    case 'text':
      return { text: block.text }
    case 'tool-call':
      return { text: JSON.stringify(block.input) }
    case 'opaque':
      return { text: JSON.stringify(block.wire) }
  }
}

export function inlineText(content: Content): string {
  return isStored(content) ? '' : content.text
}

export function bytesOf(content: Content): number {
  return isStored(content) ? content.bytes : Buffer.byteLength(content.text)
}

export type Role = 'system' | 'user' | 'assistant' | 'tool'

/** A user message that also answers tool calls is a `tool` message with its text after the results. */
export type Message = {
  readonly role: Role
  readonly blocks: readonly Block[]
  /** The codec whose residues the blocks carry; other codecs ignore them. */
  readonly codec?: string
  /** The codec's residue for the message as a whole. */
  readonly wire?: Json
}

export function toolCalls(message: Message): ToolCallBlock[] {
  return message.blocks.filter((block) => block.type === 'tool-call')
}

export function toolResults(message: Message): ToolResultBlock[] {
  return message.blocks.filter((block) => block.type === 'tool-result')
}

export function textOf(message: Message): string {
  return message.blocks
    .filter((block): block is TextBlock => block.type === 'text')
    .map((block) => block.text)
    .join('\n')
}
