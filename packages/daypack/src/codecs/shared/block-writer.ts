import type { Json } from '../../model/json.ts'
import type { Block, MediaBlock, ToolCallBlock, ToolResultBlock } from '../../model/message.ts'
import { asResidue, type Residue } from './wire.ts'

type Writers<J> = {
  text(text: string, residue?: Residue): J
  call(block: ToolCallBlock): J
  result(block: ToolResultBlock): J
  media(block: MediaBlock): J
}

/** Writes a block of any kind as a part of a message; what is opaque is on the wire as it came. */
export function blockWriter<J>(write: Writers<J>): (block: Block) => J | Json {
  return (block) => {
    switch (block.type) {
      case 'text':
        return write.text(block.text, asResidue(block.wire))
      case 'tool-call':
        return write.call(block)
      case 'tool-result':
        return write.result(block)
      case 'media':
        return write.media(block)
      case 'opaque':
        return block.wire
    }
  }
}
