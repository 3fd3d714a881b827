import { bytesOf, isStored, type MediaBlock } from '../model/message.ts'
import type { Crop } from '../model/edit.ts'
import { isMessage, since } from '../view/read.ts'
import type { Item, ShownBlock } from '../view/view.ts'
import { kilobytes, mediaName } from './describe.ts'
import type { Pass, PassContext } from './pass.ts'

export type MediaOptions = {
  /** How many of the newest images and documents stay. */
  readonly keep?: number
  /** One above this is replaced before it is ever sent (bytes of its data, not of the base64). */
  readonly maxBytes?: number
}

/**
 * Images and attachments over the limits become a note with a ref; the newest stay.
 *
 * @example
 * import { media } from 'daypack/presets'
 * import { openDesk, request } from 'daypack-testing'
 *
 * const desk = openDesk()
 * const picture = { type: 'media' as const, mediaType: 'image/png', content: { text: 'A'.repeat(40_000) } }
 * for (let turn = 0; turn < 3; turn++) await desk.say({ role: 'user', blocks: [picture] }, request('And this one?'))
 * const plan = await desk.run([media({ keep: 1 })], { isForced: true })
 * if (plan.after.bytes >= plan.before.bytes) throw new Error('the newest stays, the others are notes')
 */
export function media(options: MediaOptions = {}): Pass {
  const { keep = 10, maxBytes = 5_000_000 } = options
  return {
    name: 'media',
    fresh: true,
    leaves: () => true,
    async propose(view, ctx) {
      const isCalm = ctx.tide === 'none' && ctx.timing === 'tide'
      const all = mediaOf(isCalm ? since(view, ctx.fresh) : view.items)
      const old = isCalm ? [] : all.slice(0, Math.max(0, all.length - keep))
      const edits: Crop[] = []
      for (const shown of all) {
        if (!old.includes(shown) && dataBytes(shown.block as MediaBlock) <= maxBytes) continue
        const crop = await mediaNote(shown, shown.block as MediaBlock, ctx)
        if (crop) edits.push(crop)
      }
      return { why: `${edits.length} images or attachments over the limits`, edits }
    },
  }
}

function mediaOf(items: readonly Item[]): ShownBlock[] {
  return items.flatMap((item) => {
    if (!isMessage(item) || item.pinned) return []
    return item.blocks
      .flatMap((shown) => [shown, ...(shown.attachments ?? [])])
      .filter(({ block, crop }) => block.type === 'media' && !crop)
  })
}

export async function mediaNote(shown: ShownBlock, block: MediaBlock, ctx: PassContext): Promise<Crop | undefined> {
  const name = mediaName(block)
  if (isAddress(block)) return note(shown, `[${name} left out: ${(block.content as { text: string }).text}]`)
  try {
    const stored = isStored(block.content) ? block.content : await ctx.store(block.content.text)
    const path = ctx.path(stored.ref)
    return note(shown, `[${name}, ${kilobytes(dataBytes(block))}, left out. Its base64 is saved as ${path}]`, {
      ref: stored.ref,
      path,
    })
  } catch {
    return undefined
  }
}

function note(shown: ShownBlock, text: string, place: { ref?: string; path?: string } = {}): Crop {
  return { op: 'crop', block: shown.id, keep: [], note: { text, ...place } }
}

function isAddress({ content }: MediaBlock): boolean {
  return !isStored(content) && /^(?!data:)[a-z][a-z0-9+.-]*:/i.test(content.text.slice(0, 32))
}

function dataBytes(block: MediaBlock): number {
  return isAddress(block) ? 0 : Math.floor((bytesOf(block.content) * 3) / 4)
}
