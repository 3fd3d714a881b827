import { isStored, type Block, type Content, type StoredContent } from '../model/block.ts'
import type { MessageEntry, Origin } from '../model/entry.ts'
import type { Seq } from '../model/edit.ts'
import type { Message } from '../model/message.ts'
import type { Counter } from '../tokens/count.ts'
import { messageSizes } from '../tokens/size.ts'
import { hashOf } from './hash.ts'

export type Intake = {
  readonly counter: Counter
  /** Content above this goes to the blob store. */
  readonly inlineMaxBytes: number
  /** Durable when it resolves: a ref is never visible before its blob. */
  store(text: string): Promise<StoredContent>
}

/** A message on its way into the log: sized, hashed, its big content stored. */
export async function intake(
  message: Message,
  by: Intake,
  options: { origin?: Origin; replaces?: Seq } = {},
): Promise<MessageEntry> {
  const sizes = messageSizes(message, by.counter.count)
  const hash = hashOf(message)
  const blocks: Block[] = []
  for (const block of message.blocks) blocks.push(await slim(block, by))
  const { origin, replaces } = options
  return {
    kind: 'message',
    message: { ...message, blocks },
    hash,
    sizes,
    counter: by.counter.name,
    ...(origin && origin !== 'caller' && { origin }),
    ...(replaces !== undefined && { replaces }),
  }
}

async function slim<B extends Block>(block: B, by: Intake): Promise<B> {
  if (block.type === 'media') return { ...block, content: await settled(block.content, by) }
  if (block.type !== 'tool-result') return block
  const content = await settled(block.content, by)
  if (!block.attachments) return { ...block, content }
  const attachments = []
  for (const part of block.attachments) attachments.push(await slim(part, by))
  return { ...block, content, attachments }
}

/** Text with lone surrogates stays in the log, where JSON keeps it exactly: UTF-8 could not. */
async function settled(content: Content, by: Intake): Promise<Content> {
  if (isStored(content) || content.text.length * 3 <= by.inlineMaxBytes) return content
  if (Buffer.byteLength(content.text) <= by.inlineMaxBytes || !content.text.isWellFormed()) return content
  return by.store(content.text)
}
