import { blockId, parseBlockId, type BlockId, type Seq, type SizedCrop, type SizedFold } from '../model/edit.ts'
import type { Block } from '../model/block.ts'
import type { BlockSize } from '../model/entry.ts'
import type { Size } from '../model/json.ts'
import { MESSAGE_OVERHEAD, minus, plus } from '../tokens/size.ts'
import { cutsLoop } from './loop.ts'
import { staleness } from './stale.ts'
import type { Batch, FoldedRun, Item, ShownBlock, ShownMessage, Slot } from './view.ts'

const NOTHING: Size = { tokens: 0, bytes: 0 }

/** All items from scratch: slots, with the crops and folds in force and stale reasoning left out. */
export function rebuild(
  slots: readonly Slot[],
  system: Slot | undefined,
  batches: readonly Batch[],
  pins: ReadonlySet<Seq>,
): { items: Item[]; size: Size } {
  const crops = cropsInForce(batches)
  const isStale = staleness(slots, batches)
  const folds = foldsInForce(slots, batches)
  const items: Item[] = []
  let size = system ? showSlot(system, pins).size : NOTHING
  for (let index = 0; index < slots.length;) {
    const slot = slots[index] as Slot
    const fold = folds.get(index)
    const item = fold?.item ?? showSlot(slot, pins, crops.get(slot.seq), isStale(slot))
    items.push(item)
    size = plus(size, item.size)
    index = fold ? fold.next : index + 1
  }
  return { items, size }
}

type CropInForce = { readonly crop: SizedCrop; readonly since: Seq }

/** A message as it is shown. */
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

/** The same message with one more crop in force. */
export function recrop(item: ShownMessage, crop: SizedCrop): ShownMessage {
  const { index, attachment } = parseBlockId(crop.block)
  const blocks = item.blocks.map((shown, at) => {
    if (at !== index) return shown
    if (attachment === undefined) return cropped(shown, crop)
    const parts = shown.attachments?.map((part, partAt) => (partAt === attachment ? cropped(part, crop) : part)) ?? []
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
  const isHidden = isStale && block.type === 'opaque' && block.purpose === 'reasoning'
  return isHidden ? { ...shown, stale: true, size: NOTHING } : applyCrop(shown, crops)
}

function applyCrop(shown: ShownBlock, crops: ReadonlyMap<BlockId, SizedCrop>): ShownBlock {
  const crop = crops.get(shown.id)
  return crop ? cropped(shown, crop) : shown
}

function cropped(shown: ShownBlock, crop: SizedCrop): ShownBlock {
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

function cropsInForce(batches: readonly Batch[]): Map<Seq, CropInForce[]> {
  const crops = new Map<Seq, CropInForce[]>()
  for (const batch of batches) {
    if (!batch.active) continue
    for (const edit of batch.edits) {
      if (edit.op !== 'crop') continue
      const { seq } = parseBlockId(edit.block)
      const known = crops.get(seq)
      if (known) known.push({ crop: edit, since: batch.seq })
      else crops.set(seq, [{ crop: edit, since: batch.seq }])
    }
  }
  return crops
}

/** For the first slot of each shown fold: its item and the slot after it. A newer fold hides the older ones inside it. */
function foldsInForce(
  slots: readonly Slot[],
  batches: readonly Batch[],
): Map<number, { item: FoldedRun; next: number }> {
  const at = new Map(slots.map((slot, index) => [slot.seq, index]))
  const shown = new Map<number, { fold: SizedFold; batch: Seq; to: number }>()
  for (const batch of batches) {
    if (!batch.active) continue
    for (const edit of batch.edits) {
      const from = edit.op === 'fold' ? at.get(edit.from) : undefined
      const to = edit.op === 'fold' ? at.get(edit.to) : undefined
      if (edit.op !== 'fold' || from === undefined || to === undefined) continue
      for (const key of shown.keys()) if (key >= from && key <= to) shown.delete(key)
      shown.set(from, { fold: edit, batch: batch.seq, to })
    }
  }
  const items = new Map<number, { item: FoldedRun; next: number }>()
  for (const [from, { fold, batch, to }] of shown) {
    const cuts = cutsLoop(slots, from, to, batch)
    items.set(from, { item: foldItem(fold, batch, to - from + 1, cuts), next: to + 1 })
  }
  return items
}

function foldItem(fold: SizedFold, batch: Seq, messages: number, cuts: boolean): FoldedRun {
  const size = plus({ tokens: fold.tokens, bytes: fold.bytes }, MESSAGE_OVERHEAD)
  return { kind: 'fold', seq: fold.from, to: fold.to, summary: fold.summary, batch, messages, size, cuts }
}
