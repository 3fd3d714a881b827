import type { Item, ShownBlock, Slot, View } from 'daypack'
import { numberOf, parseBlockId } from 'daypack/internal'

/** One block that a view shows: a fold is one, and so is every attachment. */
export type Place = { readonly id: string; readonly item: Item; readonly shown?: ShownBlock }

/** Everything a view shows, block by block, the system prompt first. */
export function placesIn(view: View): Place[] {
  return itemsIn(view).flatMap((item): Place[] => {
    if (item.kind === 'fold') return [{ id: foldId(view, item), item }]
    const blocks = item.blocks.flatMap((shown) => [shown, ...(shown.attachments ?? [])])
    return blocks.map((shown) => ({ id: blockId(view, shown), item, shown }))
  })
}

export function itemsIn(view: View): readonly Item[] {
  return view.system ? [view.system, ...view.items] : view.items
}

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
