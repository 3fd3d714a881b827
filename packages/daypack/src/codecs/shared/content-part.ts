import type { Json } from '../../model/json.ts'
import type { MediaBlock, OpaqueBlock, TextBlock } from '../../model/message.ts'
import { asResidue, type Residue } from './wire.ts'

export function encodeContentPart<J extends Json>(
  block: TextBlock | MediaBlock | OpaqueBlock,
  textPart: (text: string, residue?: Residue) => J,
  mediaPart: (block: MediaBlock) => J,
): J | Json {
  switch (block.type) {
    case 'text':
      return textPart(block.text, asResidue(block.wire))
    case 'media':
      return mediaPart(block)
    case 'opaque':
      return block.wire
  }
}
