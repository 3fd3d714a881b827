import type { Block, OpaqueBlock, ToolResultBlock } from '../../model/message.ts'

function withoutResidue(block: Exclude<Block, OpaqueBlock>): Exclude<Block, OpaqueBlock> {
  const { wire: _, ...rest } = block
  return rest.type === 'tool-result' && rest.attachments ? { ...rest, attachments: media(rest.attachments) } : rest
}

export function portableBlocks(blocks: readonly Block[]): Exclude<Block, OpaqueBlock>[] {
  return blocks.flatMap((block) =>
    block.type === 'opaque' || (block.type === 'text' && block.text === '') ? [] : [withoutResidue(block)],
  )
}

function media(attachments: NonNullable<ToolResultBlock['attachments']>): NonNullable<ToolResultBlock['attachments']> {
  return attachments.flatMap((part) => {
    if (part.type === 'opaque') return []
    const { wire: _, ...rest } = part
    return [rest]
  })
}
