import type { Item, ShownBlock, ShownMessage, View } from 'daypack'
import type { Part } from 'daypack-inspector/api'

export type Sums = Record<Part, number>

export const NO_SUMS: Sums = { system: 0, tools: 0, user: 0, agent: 0, results: 0, folds: 0 }

export const PARTS = Object.keys(NO_SUMS) as Part[]

/** What kind of content an item of a view is. */
export function partOf(item: Item): Part {
  if (item.kind === 'fold') return 'folds'
  switch (item.message.role) {
    case 'system':
      return 'system'
    case 'assistant':
      return 'agent'
    case 'tool':
      return 'results'
    case 'user':
      return 'user'
  }
}

/** How many items at the beginning are shown alike in both: what a provider's prompt cache can hold. */
export function sameUntil(before: View, after: View): number {
  if (!sameItem(before.system, after.system)) return -1
  const most = Math.min(before.items.length, after.items.length)
  let at = 0
  while (at < most && (before.items[at] === after.items[at] || sameItem(before.items[at], after.items[at]))) at++
  return at
}

/** The same bytes, as far as the log can tell. */
export function sameItem(a: Item | undefined, b: Item | undefined): boolean {
  if (a === b) return true
  if (!a || !b || a.seq !== b.seq) return false
  if (a.kind === 'fold' || b.kind === 'fold') return a.kind === b.kind && a.kind === 'fold' && foldsAlike(a, b)
  return a.hash === b.hash && a.slot.since === b.slot.since && sameBlocks(a, b)
}

function foldsAlike(a: Item, b: Item): boolean {
  return a.kind === 'fold' && b.kind === 'fold' && a.batch === b.batch && a.to === b.to
}

function sameBlocks(a: ShownMessage, b: ShownMessage): boolean {
  return a.blocks.every((shown, index) => sameBlock(shown, b.blocks[index]))
}

function sameBlock(a: ShownBlock, b: ShownBlock | undefined): boolean {
  if (!b || a.crop !== b.crop || a.stale !== b.stale) return false
  return (a.attachments ?? []).every((part, index) => part.crop === b.attachments?.[index]?.crop)
}
