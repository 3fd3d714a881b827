import type { Item, ShownBlock, Slot, View } from 'daypack'
import { numberOf, parseBlockId } from 'daypack/internal'

/** The page's id of a block: the number of its message and its index in it. The system prompt is 0. */
export function blockId(view: View, shown: Pick<ShownBlock, 'id'>): string {
  const [, ...rest] = shown.id.split('.')
  return [numberOf(view, parseBlockId(shown.id).seq), ...rest].join('.')
}

/** The page's id of a fold: the number of its first message. */
export function foldId(view: View, { seq }: Pick<Item, 'seq'>): string {
  return `fold-${numberOf(view, seq)}`
}

export function slotIn(view: View, id: string): Slot | undefined {
  const number = Number.parseInt(id.replace('fold-', ''), 10)
  return number === 0 ? view.system?.slot : view.slots[number - 1]
}
