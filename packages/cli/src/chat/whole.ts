import type { Block, Message, Session } from 'daypack'

export async function whole(session: Session, message: Message): Promise<Message> {
  return { ...message, blocks: await Promise.all(message.blocks.map((block) => wholeBlock(session, block))) }
}

async function wholeBlock<B extends Block>(session: Session, block: B): Promise<B> {
  if (block.type !== 'tool-result' && block.type !== 'media') return block
  const { content } = block
  const text =
    'text' in content
      ? content.text
      : await session.readBack(content).catch(() => `[${content.bytes} bytes, no longer kept: ${content.ref}]`)
  if (block.type === 'media' || !block.attachments) return { ...block, content: { text } }
  const attachments = await Promise.all(block.attachments.map((part) => wholeBlock(session, part)))
  return { ...block, content: { text }, attachments }
}
