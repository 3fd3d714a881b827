import type { Block, Message, Session } from 'daypack'

/** A message with everything in it that sits in blobs. What retention took says so. */
export async function whole(session: Session, message: Message): Promise<Message> {
  const blocks = await Promise.all(
    message.blocks.map(async (block): Promise<Block> => {
      if ((block.type !== 'tool-result' && block.type !== 'media') || !('ref' in block.content)) return block
      const { ref, bytes } = block.content
      const text = await session.readBack(block.content).catch(() => `[${bytes} bytes, no longer kept: ${ref}]`)
      return { ...block, content: { text } }
    }),
  )
  return { ...message, blocks }
}

/** A block as one would read it. */
export function blockText(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'tool-call':
      return `[call ${block.tool} ${JSON.stringify(block.input)}]`
    case 'tool-result':
      return `[result of ${block.tool}${block.isError ? ', an error' : ''}] ${'text' in block.content ? block.content.text : `${block.content.bytes} bytes`}`
    case 'media':
      return `[${block.mediaType || 'media'}]`
    case 'opaque':
      return `[${block.purpose}]`
  }
}
