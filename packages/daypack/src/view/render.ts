import { isReasoning, isStored, type Block, type Content, type MediaBlock } from '../model/message.ts'
import type { Rendered, RenderedMessage } from '../model/codec.ts'
import type { BlockId, Crop, Seq, SizedCrop, Span } from '../model/edit.ts'
import type { BlockSize } from '../model/entry.ts'
import { isDaypackError } from '../model/errors.ts'
import type { Size } from '../model/json.ts'
import { MESSAGE_OVERHEAD, minus, plus } from '../tokens/count.ts'
import { blockId, parseBlockId } from './read.ts'
import type { Item, ShownBlock, ShownMessage, Slot, View } from './view.ts'

const NOTHING: Size = { tokens: 0, bytes: 0 }

export type ReadText = (content: Content, span?: Span) => Promise<string>

/**
 * The view as messages: the only reader of blobs.
 *
 * @example
 * import { project, render } from 'daypack'
 *
 * const { messages } = await render(project([]), { read: async () => '' })
 * if (messages.length !== 0) throw new Error('nothing was said')
 */
export async function render(view: View, options: { readonly read: ReadText }): Promise<Rendered> {
  const messages: RenderedMessage[] = []
  for (const [index, item] of view.items.entries()) {
    const message = await renderItem(item, options.read)
    if (message) messages.push(message)
    const reply = index < view.items.length - 1 ? replyTo(item) : undefined
    if (reply) messages.push(reply)
  }
  const system = await renderSystem(view, options.read)
  return system ? { system, messages } : { messages }
}

export function renderSystem(view: View, read: ReadText): Promise<RenderedMessage | undefined> {
  return view.system ? renderItem(view.system, read) : Promise.resolve(undefined)
}

export function replyTo(item: Item): RenderedMessage | undefined {
  if (item.kind !== 'fold' || item.summary.reply === undefined) return undefined
  return { role: 'assistant', blocks: [{ type: 'text', text: item.summary.reply }] }
}

export async function renderItem(item: Item, read: ReadText): Promise<RenderedMessage | undefined> {
  if (item.kind === 'fold')
    return { role: 'user', blocks: [{ type: 'text', text: item.summary.text }], ...(item.cuts && { cut: true }) }
  const blocks: Block[] = []
  for (const shown of item.blocks) {
    const block = await renderBlock(shown, read)
    if (block) blocks.push(block)
  }
  if (blocks.length === 0 && item.blocks.length > 0) return undefined
  return { ...item.message, blocks }
}

async function renderBlock(shown: ShownBlock, read: ReadText): Promise<Block | undefined> {
  const { block, crop } = shown
  if (shown.stale) return undefined
  switch (block.type) {
    case 'text':
      return crop ? textBlock(await cropText({ text: block.text }, crop, read)) : block
    case 'tool-call':
      return block
    case 'tool-result': {
      const text = await textOrGone(block.content, crop ? cropText(block.content, crop, read) : read(block.content))
      const attachments = []
      const notes = []
      for (const part of shown.attachments ?? []) {
        const rendered = await renderBlock(part, read)
        if (rendered?.type === 'text') notes.push(rendered.text)
        else if (rendered?.type === 'media' || rendered?.type === 'opaque') attachments.push(rendered)
      }
      const { attachments: _, ...rest } = block
      const content = { text: [text, ...notes].filter((part, index) => index === 0 || part !== '').join('\n') }
      return attachments.length > 0 ? { ...rest, content, attachments } : { ...rest, content }
    }
    case 'media':
      if (crop) return textBlock(crop.note.text)
      return keptMedia(block, read)
    case 'opaque':
      return crop ? textBlock(crop.note.text) : block
  }
}

/** Retention may have taken the bytes: then that is what is shown. */
async function textOrGone(content: Content, text: Promise<string>): Promise<string> {
  try {
    return await text
  } catch (error) {
    if (!isStored(content) || !isDaypackError(error, 'blob-gone')) throw error
    return `[no longer kept: ${content.bytes} bytes, sha256 ${content.ref}]`
  }
}

async function keptMedia(block: MediaBlock, read: ReadText): Promise<Block> {
  if (!isStored(block.content)) return block
  const text = await textOrGone(block.content, read(block.content))
  return text.startsWith('[no longer kept') ? { type: 'text', text } : { ...block, content: { text } }
}

export async function cropText(content: Content, crop: Crop, read: ReadText): Promise<string> {
  let text = crop.note.before ?? ''
  for (const [nth, span] of crop.keep.entries()) text += gapBefore(crop, nth) + (await read(content, span))
  return text + crop.note.text
}

export function gapBefore({ note }: Crop, nth: number): string {
  if (nth === 0) return ''
  return (nth === 1 ? note.between : (note.further ?? note.between)) ?? ''
}

/** An empty text block is rejected by providers: it is left out instead. */
function textBlock(text: string): Block | undefined {
  return text === '' ? undefined : { type: 'text', text }
}

export type CropInForce = { readonly crop: SizedCrop; readonly since: Seq }

export function showSlot(
  slot: Slot,
  pins: ReadonlySet<Seq>,
  crops: readonly CropInForce[] = [],
  isStale = false,
): ShownMessage {
  const byBlock = new Map(crops.filter((entry) => entry.since > slot.since).map(({ crop }) => [crop.block, crop]))
  const blocks = slot.message.blocks.map((block, index) =>
    showBlock(blockId(slot.seq, index), block, slot.sizes[index] ?? NOTHING, byBlock, isStale),
  )
  const { seq, at, message, hash, origin } = slot
  return {
    kind: 'message',
    seq,
    at,
    message,
    hash,
    origin,
    pinned: pins.has(seq),
    slot,
    whole: isWhole(blocks),
    blocks,
    size: shownSize(blocks),
  }
}

export function recrop(item: ShownMessage, crop: SizedCrop): ShownMessage {
  const { index, attachment } = parseBlockId(crop.block)
  const blocks = item.blocks.map((shown, at) => {
    if (at !== index) return shown
    if (attachment === undefined) return withCrop(shown, crop)
    const parts = shown.attachments?.map((part, partAt) => (partAt === attachment ? withCrop(part, crop) : part)) ?? []
    const grown = parts.reduce(
      (total, part, partAt) => plus(total, minus(part.size, shown.attachments?.[partAt]?.size ?? NOTHING)),
      NOTHING,
    )
    return { ...shown, attachments: parts, size: plus(shown.size, grown) }
  })
  return { ...item, whole: false, blocks, size: shownSize(blocks) }
}

function showBlock(
  id: BlockId,
  block: Block,
  full: BlockSize,
  crops: ReadonlyMap<BlockId, SizedCrop>,
  isStale: boolean,
): ShownBlock {
  const own = { tokens: full.tokens, bytes: full.bytes }
  const parts = block.type === 'tool-result' ? block.attachments : undefined
  const { seq, index } = parseBlockId(id)
  const attachments = parts?.map((part, at) => {
    const partId = blockId(seq, index, at)
    return applyCrop(
      { id: partId, block: part, size: full.attachments?.[at] ?? NOTHING, full: full.attachments?.[at] ?? NOTHING },
      crops,
    )
  })
  const whole = attachments?.reduce((total, part) => plus(total, part.size), own) ?? own
  const shown: ShownBlock = {
    id,
    block,
    size: whole,
    full: attachments ? plus(own, sum(attachments.map((part) => part.full))) : own,
    ...(attachments && { attachments }),
  }
  const isHidden = isStale && isReasoning(block)
  return isHidden ? { ...shown, stale: true, size: NOTHING } : applyCrop(shown, crops)
}

function applyCrop(shown: ShownBlock, crops: ReadonlyMap<BlockId, SizedCrop>): ShownBlock {
  const crop = crops.get(shown.id)
  return crop ? withCrop(shown, crop) : shown
}

function withCrop(shown: ShownBlock, crop: SizedCrop): ShownBlock {
  const attached = sum(shown.attachments?.map((part) => part.size) ?? [])
  return { ...shown, crop, size: plus({ tokens: crop.tokens, bytes: crop.bytes }, attached) }
}

function isWhole(blocks: readonly ShownBlock[]): boolean {
  return blocks.every((shown) => !shown.crop && !shown.stale && !shown.attachments?.some((part) => part.crop))
}

function shownSize(blocks: readonly ShownBlock[]): Size {
  const total = sum(blocks.map((block) => block.size))
  return total.tokens === 0 && total.bytes === 0 && blocks.length > 0 ? NOTHING : plus(total, MESSAGE_OVERHEAD)
}

function sum(sizes: readonly Size[]): Size {
  return sizes.reduce(plus, NOTHING)
}
