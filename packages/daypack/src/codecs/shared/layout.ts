import type { Block, MediaBlock, OpaqueBlock } from '../../model/message.ts'
import { isObject, type Json, type JsonObject } from '../../model/json.ts'
import type { Residue } from './wire.ts'

/** Where the parts of a tool result met: text by its length, in the order it came. */
export type Layout = readonly Piece[]
type Piece = { readonly text: number; readonly wire?: Residue & JsonObject } | 'attachment'
type Attachment = MediaBlock | OpaqueBlock
type Joined = { readonly text: string; readonly attachments: readonly Attachment[]; readonly layout: Layout }

export function joinParts(parts: readonly Json[], decode: (part: Json) => Block): Joined {
  const texts: string[] = []
  const attachments: Attachment[] = []
  const layout = parts.map((part): Piece => {
    const block = decode(part)
    if (block.type === 'text') {
      texts.push(block.text)
      return { text: block.text.length, ...(isObject(block.wire) && { wire: block.wire }) }
    }
    attachments.push(
      block.type === 'media' || block.type === 'opaque' ? block : { type: 'opaque', purpose: 'other', wire: part },
    )
    return 'attachment'
  })
  return { text: texts.join('\n'), attachments, layout }
}

/** The parts again; text that was cut is one part, before the attachments. Undefined: text alone, in no parts. */
export function writeParts(
  text: string,
  attachments: readonly Json[],
  layout: Layout | undefined,
  textPart: (text: string, residue?: Residue) => Json,
): Json[] | undefined {
  const laid = layout && splitParts(text, attachments, layout, textPart)
  if (laid || attachments.length === 0) return laid
  return [...(text === '' ? [] : [textPart(text)]), ...attachments]
}

function splitParts(
  text: string,
  attachments: readonly Json[],
  layout: Layout,
  textPart: (text: string, residue?: Residue) => Json,
): Json[] | undefined {
  const pieces = layout.filter((piece) => piece !== 'attachment')
  const length = pieces.reduce((sum, piece) => sum + piece.text, Math.max(0, pieces.length - 1))
  if (length !== text.length || layout.length - pieces.length !== attachments.length) return undefined
  const result: Json[] = []
  let at = 0
  let next = 0
  for (const piece of layout) {
    if (piece === 'attachment') {
      result.push(attachments[next++] ?? null)
      continue
    }
    if (at > 0 && text[at - 1] !== '\n') return undefined
    result.push(textPart(text.slice(at, at + piece.text), piece.wire))
    at += piece.text + 1
  }
  return result
}
