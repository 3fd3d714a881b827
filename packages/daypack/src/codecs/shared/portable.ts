import { inlineText } from '../../model/message.ts'
import type { Block, MediaBlock, Message, OpaqueBlock, TextBlock } from '../../model/message.ts'
import { imageSize } from './image-size.ts'
import { isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { asResidue, opaque, type Residue } from './wire.ts'

/** Non-empty text of blocks, as paragraphs. */
export function paragraphs(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === 'text' && block.text !== '' ? [block.text] : [])).join('\n\n')
}

/** Blocks of another codec, as every wire can write them: no residues, nothing opaque, no text without a word. */
export function portableBlocks(blocks: readonly Block[]): Exclude<Block, OpaqueBlock>[] {
  return blocks.flatMap((block) =>
    block.type === 'opaque' || (block.type === 'text' && block.text.trim() === '') ? [] : [portable(block)],
  )
}

function portable(block: Exclude<Block, OpaqueBlock>): Exclude<Block, OpaqueBlock> {
  const { wire: _, ...rest } = block
  if (rest.type !== 'tool-result' || !rest.attachments) return rest
  const media = rest.attachments.flatMap((part) => (part.type === 'media' ? [portable(part) as MediaBlock] : []))
  return { ...rest, attachments: media }
}

/** Text alone as one text, and the assistant's text and calls without pictures: every wire takes these as a string. */
export function joinedText(role: Message['role'], blocks: readonly Block[]): Block[] {
  if (role !== 'assistant' && blocks.some((block) => block.type !== 'text')) return [...blocks]
  const text = paragraphs(blocks)
  const calls = blocks.filter((block) => block.type === 'tool-call')
  return text === '' ? calls : [{ type: 'text', text }, ...calls]
}

/** Documents have no form that every server takes: what remains is their kind. */
export function asPicture<B extends Block>(block: B): B | TextBlock {
  if (block.type !== 'media' || block.mediaType === '' || block.mediaType.startsWith('image/')) return block
  return { type: 'text', text: `(${block.mediaType} attachment left out)` }
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

/** Where a wire has the data or address of a medium: `['image_url', 'url']`, `['data']`, `['source', 'data']` … */
type Path = readonly string[]
type MediaResidue = Residue & { readonly path?: Path }

/** The medium found at the first of the paths that leads to a text; what a `data:` address says before the data stays in the shape. */
export function readMediaAt(wire: JsonObject, paths: readonly Path[], mediaType = ''): MediaBlock | OpaqueBlock {
  const path = paths.find((candidate) => textAt(wire, candidate) !== undefined)
  const found = path && textAt(wire, path)
  if (!path || found === undefined) return opaque(wire)
  const [before = '', inner = mediaType] = /^data:([^;,]+);base64,/.exec(found) ?? []
  const residue: MediaResidue = { shape: withText(wire, path, before), path }
  return { ...mediaWithSize(inner, found.slice(before.length)), wire: residue as JsonObject }
}

/** Undefined for a medium of another codec. */
export function writeMediaAt(block: MediaBlock): JsonObject | undefined {
  const { shape, path } = asResidue<MediaResidue>(block.wire) ?? {}
  return shape && path && withText(shape, path, (textAt(shape, path) ?? '') + inlineText(block.content))
}

function textAt(wire: JsonObject, path: Path): string | undefined {
  const end = path
    .slice(0, -1)
    .reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), wire)
  return stringAt(end, path.at(-1) ?? '')
}

function withText(wire: JsonObject, [key = '', ...rest]: Path, text: string): JsonObject {
  const inner = wire[key]
  return { ...wire, [key]: rest.length > 0 && isObject(inner) ? withText(inner, rest, text) : text }
}
