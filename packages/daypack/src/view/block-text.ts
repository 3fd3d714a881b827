import type { Block } from '../model/message.ts'

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
