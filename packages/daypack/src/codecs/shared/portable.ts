import { inlineText, type Block, type MediaBlock, type OpaqueBlock, type ToolResultBlock } from '../../model/message.ts'
import { imageSize } from './image-size.ts'

/** Non-empty text of blocks, as paragraphs. */
export function paragraphs(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === 'text' && block.text !== '' ? [block.text] : [])).join('\n\n')
}

export function withoutWire<B extends Exclude<Block, OpaqueBlock>>(block: B): B {
  const { wire: _, ...rest } = block
  return rest as B
}

/** Blocks of another codec, as every wire can write them: no residues, nothing opaque, no empty text. */
export function portableBlocks(blocks: readonly Block[]): Exclude<Block, OpaqueBlock>[] {
  return blocks.flatMap((block) =>
    block.type === 'opaque' || (block.type === 'text' && block.text === '') ? [] : [portable(block)],
  )
}

function portable(block: Exclude<Block, OpaqueBlock>): Exclude<Block, OpaqueBlock> {
  const rest = withoutWire(block)
  return rest.type === 'tool-result' && rest.attachments ? { ...rest, attachments: mediaIn(rest) } : rest
}

export function mediaIn({ attachments = [] }: ToolResultBlock): MediaBlock[] {
  return attachments.flatMap((part) => (part.type === 'media' ? [withoutWire(part)] : []))
}

/** Documents have no form that every server takes: what remains is their kind. */
export function picture(block: MediaBlock): Block {
  const media = withoutWire(block)
  if (media.mediaType === '' || media.mediaType.startsWith('image/')) return media
  return { type: 'text', text: `(${media.mediaType} attachment left out)` }
}

export function isAddress(block: MediaBlock): boolean {
  return block.mediaType === '' || /^https?:/.test(inlineText(block.content))
}

/** The medium of an address: a `data:` address contains it, any other says where to fetch it. */
export function mediaOf(url: string): MediaBlock {
  const data = /^data:([^;,]+);base64,/.exec(url)
  return data
    ? mediaWithSize(data[1] ?? '', url.slice(data[0].length))
    : { type: 'media', mediaType: '', content: { text: url } }
}

export function mediaWithSize(mediaType: string, text: string): MediaBlock {
  const size = mediaType.startsWith('image/') ? imageSize(text) : undefined
  return { type: 'media', mediaType, content: { text }, ...size }
}

export function urlOf(block: MediaBlock): string {
  const text = inlineText(block.content)
  return isAddress(block) ? text : `data:${block.mediaType};base64,${text}`
}
