import type { Item, ShownBlock, Slot, View } from 'daypack'
import { numberOf, parseBlockId } from 'daypack/internal'

/** What the page calls a block: the number of its message, and its place in it. The system prompt is 0. */
export function blockId(view: View, shown: Pick<ShownBlock, 'id'>): string {
  const [, ...rest] = shown.id.split('.')
  return [numberOf(view, parseBlockId(shown.id).seq), ...rest].join('.')
}

/** What it calls what stands in for messages: by the first of them. */
export function foldId(view: View, { seq }: Pick<Item, 'seq'>): string {
  return `fold-${numberOf(view, seq)}`
}

export function slotIn(view: View, id: string): Slot | undefined {
  const number = Number.parseInt(id.replace('fold-', ''), 10)
  return number === 0 ? view.system?.slot : view.slots[number - 1]
}
