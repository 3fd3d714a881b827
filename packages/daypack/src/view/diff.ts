import type { BlockId, Seq } from '../model/edit.ts'
import type { Size } from '../model/json.ts'
import type { Item, ShownBlock, View } from './view.ts'

export type Change =
  | {
      readonly what: 'cropped' | 'restored' | 'dropped'
      readonly block: BlockId
      readonly before: Size
      readonly after: Size
    }
  | {
      readonly what: 'folded' | 'unfolded'
      readonly from: Seq
      readonly to: Seq
      readonly messages: number
      readonly size: Size
    }
  | { readonly what: 'added' | 'removed'; readonly seq: Seq; readonly size: Size }

/**
 * What changed from one view to another of the same session.
 *
 * @example
 * import { createDaypack, diff } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * const before = session.view
 * await session.append({ role: 'user', blocks: [{ type: 'text', text: 'Hello.' }] })
 * if (diff(before, session.view)[0]?.what !== 'added') throw new Error('one message more')
 * await pack.close()
 */
export function diff(before: View, after: View): Change[] {
  const old = new Map(before.items.map((item) => [keyOf(item), item]))
  const changes: Change[] = []
  const foldsNow = after.items.filter((item) => item.kind === 'fold')
  const foldsThen = before.items.filter((item) => item.kind === 'fold')
  for (const item of after.items) {
    const was = old.get(keyOf(item))
    old.delete(keyOf(item))
    if (was === item) continue
    if (item.kind === 'fold') {
      if (!was) changes.push({ what: 'folded', from: item.seq, to: item.to, messages: item.messages, size: item.size })
    } else if (was?.kind === 'message') changes.push(...blockChanges(was.blocks, item.blocks))
    else if (!foldsThen.some((fold) => covers(fold, item.seq)))
      changes.push({ what: 'added', seq: item.seq, size: item.size })
  }
  for (const item of old.values()) {
    if (item.kind === 'fold') {
      if (!foldsNow.some((fold) => covers(fold, item.seq))) {
        changes.push({ what: 'unfolded', from: item.seq, to: item.to, messages: item.messages, size: item.size })
      }
    } else if (!foldsNow.some((fold) => covers(fold, item.seq)))
      changes.push({ what: 'removed', seq: item.seq, size: item.size })
  }
  return changes
}

function blockChanges(before: readonly ShownBlock[], after: readonly ShownBlock[]): Change[] {
  return after.flatMap((shown, index): Change[] => {
    const was = before[index]
    if (!was || was === shown) return []
    const parts = shown.attachments ? blockChanges(was.attachments ?? [], shown.attachments) : []
    if (was.crop === shown.crop && was.stale === shown.stale) return parts
    const what = shown.stale ? 'dropped' : shown.crop ? 'cropped' : 'restored'
    return [{ what, block: shown.id, before: was.size, after: shown.size }, ...parts]
  })
}

function covers(fold: Item, seq: Seq): boolean {
  return fold.kind === 'fold' && seq >= fold.seq && seq <= fold.to
}

export function keyOf(item: Item): string {
  return item.kind === 'fold' ? `fold ${item.batch} ${item.seq}` : `message ${item.seq}`
}
