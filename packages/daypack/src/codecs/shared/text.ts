import type { Block } from '../../model/message.ts'

export function paragraphs(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === 'text' && block.text !== '' ? [block.text] : [])).join('\n\n')
}
