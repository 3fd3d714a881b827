import type { Item, ShownBlock, View } from 'daypack'
import { keyOf } from 'daypack/internal'
import type { Part } from 'daypack-inspector/api'

export type Sums = Record<Part, number>

export const NO_SUMS: Sums = { system: 0, tools: 0, user: 0, agent: 0, results: 0, folds: 0 }

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

export type ViewComparison = {
  /** Items at the beginning that are the same bytes: what a provider's prompt cache can hold. -1: not even the system prompt. */
  readonly same: number
  readonly stateOf: (item: Item) => 'same' | 'new' | 'changed'
  readonly gone: number
}

/** Which items of a view are the same bytes as in an earlier one, which changed and which are new. */
export function compareViews(before: View | undefined, after: View): ViewComparison {
  const known = new Map(before?.items.map((item) => [keyOf(item), item]))
  const system = before?.system
  const now = new Set(after.items.map(keyOf))
  return {
    same: before ? sameUntil(before, after) : -1,
    stateOf(item) {
      const was = item === after.system ? system : known.get(keyOf(item))
      return was ? (sameItem(was, item) ? 'same' : 'changed') : 'new'
    },
    gone: before?.items.filter((item) => !now.has(keyOf(item))).length ?? 0,
  }
}

export function sameUntil(before: View, after: View): number {
  if (!sameItem(before.system, after.system)) return -1
  const most = Math.min(before.items.length, after.items.length)
  let at = 0
  while (at < most && (before.items[at] === after.items[at] || sameItem(before.items[at], after.items[at]))) at++
  return at
}

function sameItem(a: Item | undefined, b: Item | undefined): boolean {
  if (a === b) return true
  if (!a || !b || a.seq !== b.seq) return false
  if (a.kind === 'fold' || b.kind === 'fold')
    return a.kind === 'fold' && b.kind === 'fold' && a.batch === b.batch && a.to === b.to
  const isAlike = a.hash === b.hash && a.slot.since === b.slot.since
  return isAlike && a.blocks.every((shown, index) => sameBlock(shown, b.blocks[index]))
}

function sameBlock(a: ShownBlock, b: ShownBlock | undefined): boolean {
  if (!b || a.crop !== b.crop || a.stale !== b.stale) return false
  return (a.attachments ?? []).every((part, index) => part.crop === b.attachments?.[index]?.crop)
}
