import type { Seq, SizedCrop, SizedEdit } from '../model/edit.ts'
import { parseBlockId, position } from './read.ts'
import { SYSTEM_SLOT } from '../model/entry.ts'
import type { Draft, EditsEntry, Entry, MarkEntry, MessageEntry } from '../model/entry.ts'
import { sumOf, type Millis } from '../model/json.ts'
import { minus, plus } from '../tokens/count.ts'
import { rebuild, NOT_LOADED, loadedSummary } from './items.ts'
import { recrop, showSlot } from './render.ts'
import type { Slot, View, Batch } from './view.ts'
import { contentOf, isStored, type Block, type Message } from '../model/message.ts'

const KEPT_USAGES = 8

export const EMPTY_VIEW: View = {
  head: 0,
  items: [],
  slots: [],
  replacedAt: 0,
  size: { tokens: 0, bytes: 0 },
  sent: 0,
  batches: [],
  usages: [],
  grown: { tokens: 0, steps: 0 },
  pins: new Set(),
  marks: new Map(),
  touchedAt: 0,
}

/**
 * What the log says is shown. No clock, no budget, no I/O: same log, same view.
 *
 * @example
 * import { project } from 'daypack'
 *
 * const view = project([{ seq: 1, at: 0, kind: 'mark', name: 'seen' }])
 * if (view.head !== 1 || !view.marks.has('seen')) throw new Error('the same log gives the same view')
 */
export function project(entries: readonly Entry[]): View {
  return extend(EMPTY_VIEW, entries)
}

/** The view after more entries: `extend(project(a), b)` equals `project([...a, ...b])`, at the price of b alone. */
export function extend(view: View, entries: readonly Entry[]): View {
  if (entries.length === 0) return view
  const builder = new ViewBuilder(view)
  for (const entry of entries) builder.push(entry)
  return builder.view()
}

class ViewBuilder {
  private readonly next
  private system: Slot | undefined
  private moved = false

  constructor(view: View) {
    this.next = copyOf(view)
    this.system = view.system?.slot
  }

  push(entry: Entry): void {
    this.next.head = entry.seq
    switch (entry.kind) {
      case 'message':
        this.message(entry)
        break
      case 'edits':
        this.edits(entry)
        break
      case 'usage':
        this.next.usages.push({ ...entry.usage, seq: entry.seq, at: entry.at })
        if (this.next.usages.length > KEPT_USAGES) this.next.usages.shift()
        this.next.sent = Math.max(this.next.sent, entry.usage.head)
        this.next.touchedAt = entry.at
        break
      case 'mark':
        this.mark(entry)
        break
    }
  }

  private message(entry: Entry & MessageEntry): void {
    const slot: Slot = {
      seq: entry.replaces ?? entry.seq,
      at: entry.at,
      message: entry.message,
      hash: entry.hash,
      origin: entry.origin ?? 'caller',
      sizes: entry.sizes,
      since: entry.seq,
    }
    this.next.touchedAt = entry.at
    if (entry.replaces === SYSTEM_SLOT) {
      this.system = { ...slot, seq: this.system?.seq ?? entry.seq }
      this.moved = true
      return
    }
    const tokens = sumOf(entry.sizes, (size) => size.tokens)
    const isReply = entry.message.role === 'assistant'
    this.next.grown = { tokens: this.next.grown.tokens + tokens, steps: this.next.grown.steps + (isReply ? 1 : 0) }
    if (entry.replaces !== undefined) {
      this.next.replacedAt = entry.seq
      const at = this.next.slots.findIndex((known) => known.seq === entry.replaces)
      const old = this.next.slots[at]
      if (old) this.reopenFolds(old, entry)
      if (old) this.next.slots[at] = { ...slot, at: old.at }
      this.moved = true
      return
    }
    this.next.slots.push(slot)
    if (isReply && slot.origin === 'caller') this.next.sent = entry.seq
    if (this.moved) return
    const item = showSlot(slot, this.next.pins)
    this.next.items.push(item)
    this.next.size = plus(this.next.size, item.size)
  }

  /** A message changed: folds that quote its old text are dropped for good, and the messages they covered are shown again. */
  private reopenFolds(old: Slot, { seq, message }: Entry & MessageEntry): void {
    this.next.batches.forEach((batch, index) => {
      if (!quotesChangedText(batch, old, message)) return
      const turns = batch.active ? [...batch.turns, seq] : batch.turns
      this.next.batches[index] = { ...batch, active: false, turns, isVoid: true }
    })
  }

  private edits(entry: Entry & EditsEntry): void {
    const { seq, at, by, why, saved, epoch, edits } = entry
    for (const edit of edits) if (edit.op === 'revert') this.revert(edit.seq, seq)
    this.next.batches.push({
      seq,
      at,
      by,
      why,
      saved,
      edits,
      turns: [seq],
      active: true,
      ...(epoch !== undefined && { epoch }),
    })
    const isFresh =
      !this.moved && edits.every((edit) => edit.op === 'crop' && parseBlockId(edit.block).seq > this.next.sent)
    if (!isFresh) this.moved = true
    else for (const edit of edits) if (edit.op === 'crop') this.crop(edit)
  }

  /** Nothing sent changes, so no reasoning goes stale: only this message is projected again. */
  private crop(edit: SizedCrop): void {
    const at = position(this.next, parseBlockId(edit.block).seq)
    const item = this.next.items[at]
    if (item?.kind !== 'message' || item.seq !== parseBlockId(edit.block).seq) return
    const shown = recrop(item, edit)
    this.next.items[at] = shown
    this.next.size = plus(this.next.size, minus(shown.size, item.size))
  }

  /** Reverting a revert brings the batch back, unless what it covers has changed since. */
  private revert(target: Seq, at: Seq): void {
    const index = this.next.batches.findIndex((batch) => batch.seq === target)
    const batch = this.next.batches[index]
    if (!batch || batch.isVoid) return
    this.next.batches[index] = { ...batch, active: !batch.active, turns: [...batch.turns, at] }
    for (const edit of batch.edits) if (edit.op === 'revert') this.revert(edit.seq, at)
    this.moved = true
  }

  private mark(entry: Entry & MarkEntry): void {
    const { seq, at, name, data } = entry
    this.next.marks.set(name, { seq, at, ...(data !== undefined && { data }) })
    const fields = data as { after?: Seq; seq?: Seq } | undefined
    if (name === 'rewind') {
      const after = fields?.after ?? 0
      while ((this.next.slots.at(-1)?.seq ?? 0) > after) this.next.slots.pop()
      this.next.sent = Math.min(this.next.sent, after)
      this.moved = true
    } else if (name === 'pin' || name === 'unpin') {
      if (name === 'pin') this.next.pins.add(fields?.seq ?? 0)
      else this.next.pins.delete(fields?.seq ?? 0)
      this.moved = true
    }
  }

  view(): View {
    if (!this.moved) return this.next
    const { slots, batches, pins } = this.next
    const system = this.system && showSlot(this.system, pins)
    return { ...this.next, ...rebuild(slots, this.system, batches, pins), ...(system && { system }) }
  }
}

function copyOf(view: View) {
  const { items, slots, batches, usages, pins, marks } = view
  const lists = { items: [...items], slots: [...slots], batches: [...batches], usages: [...usages] }
  return { ...view, ...lists, pins: new Set(pins), marks: new Map(marks) }
}

export function number(view: View, drafts: readonly Draft[], at: Millis): Entry[] {
  return drafts.map((draft, index) => ({ seq: view.head + 1 + index, at, ...draft }))
}

/** The same view without the text of hidden hand-overs; a long session would otherwise keep them all in memory. */
export function withoutHiddenText(view: View): View {
  const shown = new Set(view.items.map((item) => (item.kind === 'fold' ? item.summary : undefined)))
  const isHidden = (edit: SizedEdit) => edit.op === 'fold' && edit.summary !== NOT_LOADED && !shown.has(edit.summary)
  if (!view.batches.some(({ edits }) => edits.some(isHidden))) return view
  const without = (edit: SizedEdit) => (isHidden(edit) ? { ...edit, summary: NOT_LOADED } : edit)
  return { ...view, batches: view.batches.map((batch) => ({ ...batch, edits: batch.edits.map(without) })) }
}

/** Long enough to be searched for in a summary; shorter words occur in any text. */
const WORD = /[^\s"'`,;()[\]{}<>]{6,}/g

/** True when a fold of the batch covers the slot or quotes removed text; stored contents count as quoted. */
export function quotesChangedText(batch: Batch, old: Slot, next: Message): boolean {
  const folds = batch.edits.filter((edit) => edit.op === 'fold')
  if (folds.length === 0 || batch.seq < old.since) return false
  if (folds.some((fold) => fold.from <= old.seq && old.seq <= fold.to)) return true
  const gone = removedWords(old.message, next)
  return (
    gone === undefined || folds.some((fold) => gone.some((word) => loadedSummary(fold.summary).text.includes(word)))
  )
}

function removedWords(old: Message, next: Message): string[] | undefined {
  const before = textsOf(old)
  const after = textsOf(next)
  if (!before) return undefined
  const left = after?.join('\n') ?? ''
  return [...new Set(before.flatMap((text) => text.match(WORD) ?? []))].filter((word) => !left.includes(word))
}

function textsOf(message: Message): string[] | undefined {
  const texts = message.blocks.map(textOf)
  return texts.every((text) => text !== undefined) ? texts : undefined
}

function textOf(block: Block): string | undefined {
  if (block.type === 'media') return ''
  const content = contentOf(block)
  return isStored(content) ? undefined : content.text
}
