import type { Block } from '../../model/message.ts'

/** What blocks say, a paragraph each: for wires whose messages are one text. */
export function paragraphs(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === 'text' && block.text !== '' ? [block.text] : [])).join('\n\n')
}
