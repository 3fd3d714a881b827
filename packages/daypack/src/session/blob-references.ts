import { isStored, type Block, type Ref } from '../model/message.ts'
import { DAY_MS } from '../model/day.ts'
import type { Driver } from '../model/driver.ts'
import type { Millis } from '../model/json.ts'
import type { References } from '../log/retention.ts'
import { project } from '../view/project.ts'
import type { Slot, View } from '../view/view.ts'

const REF = /\b[0-9a-f]{64}\b/g

/** Views touched within `liveMs`, their summaries, and notes; older sessions only tell when a blob was last needed. */
export async function blobReferences(
  driver: Driver,
  now: Millis,
  liveMs: Millis,
  oldest: Millis = -Infinity,
): Promise<References> {
  const live = new Set<Ref>()
  const lastSeen = new Map<Ref, Millis>()
  for (const session of (await driver.log?.sessions()) ?? []) {
    const last = await driver.log?.last?.(session)
    // Not live, and last written before the oldest blob was stored, so it refers to none. Clocks may differ by a day.
    if (last !== undefined && last + DAY_MS < Math.min(oldest, now - liveMs)) continue
    const { entries = [] } = (await driver.log?.read(session)) ?? {}
    const view = project(entries)
    const isLive = now - view.touchedAt < liveMs
    const shown = shownRefs(view)
    for (const slot of view.slots) {
      for (const ref of refsOf(slot)) {
        if (isLive && shown.has(ref)) live.add(ref)
        else lastSeen.set(ref, Math.max(lastSeen.get(ref) ?? 0, view.touchedAt))
      }
    }
    if (isLive) for (const ref of shown) live.add(ref)
  }
  for (const path of (await driver.notes?.list()) ?? []) {
    const note = await driver.notes?.read(path)
    for (const [ref] of note?.text.matchAll(REF) ?? []) live.add(ref)
  }
  return { live, lastSeen }
}

/** Refs of everything in view: contents, what crops point at, what summaries point at or quote. */
function shownRefs(view: View): Set<Ref> {
  const refs = new Set<Ref>()
  for (const item of view.items) {
    if (item.kind === 'fold') {
      for (const ref of item.summary.refs ?? []) refs.add(ref)
      for (const [ref] of item.summary.text.matchAll(REF)) refs.add(ref)
      continue
    }
    for (const ref of refsOf(item.slot)) refs.add(ref)
    for (const { crop } of item.blocks) if (crop?.note.ref !== undefined) refs.add(crop.note.ref)
  }
  return refs
}

function refsOf(slot: Slot): Ref[] {
  const parts = (block: Block): Block[] =>
    block.type === 'tool-result' ? [block, ...(block.attachments ?? [])] : [block]
  return slot.message.blocks.flatMap(parts).flatMap((block) => {
    const content = block.type === 'tool-result' || block.type === 'media' ? block.content : undefined
    return content && isStored(content) ? [content.ref] : []
  })
}
