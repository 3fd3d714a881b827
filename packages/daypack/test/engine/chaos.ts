import fc from 'fast-check'
import type { BlockId, Edit } from '../../src/model/edit.ts'
import type { Pass } from '../../src/passes/pass.ts'
import type { View } from '../../src/view/view.ts'

/**
 * A pass that proposes anything: crops with odd spans, of calls, of pinned and unknown blocks, folds that cut through
 * pairs and folds. Whatever it says, the laws must hold.
 */
export function chaosPass(seed: number, options: { fresh?: boolean; costly?: boolean } = {}): Pass {
  return {
    name: `chaos-${seed}`,
    ...options,
    propose(view, ctx) {
      const random = generator(seed)
      const edits: Edit[] = []
      const from = ctx.tide === 'none' && ctx.timing === 'tide' ? ctx.fresh : 0
      for (const item of view.items) {
        if (item.kind !== 'message' || item.seq < from) continue
        for (const shown of item.blocks) {
          if (random() < 0.4) edits.push(oddCrop(shown.id, random))
          for (const part of shown.attachments ?? [])
            if (random() < 0.3) edits.push({ op: 'crop', block: part.id, keep: [], note: { text: '[picture]' } })
        }
      }
      if (ctx.tide !== 'none') for (let count = 0; count < 3; count++) edits.push(oddFold(view, random))
      return { why: 'chaos', edits }
    },
  }
}

function oddCrop(block: BlockId, random: () => number): Edit {
  const from = Math.floor(random() * 40)
  const to = from + Math.floor(random() * 60)
  const keep = random() < 0.3 ? [] : random() < 0.8 ? [{ from: 0, to: from }] : [{ from, to }]
  const note = random() < 0.2 ? '' : '[cut]'
  return { op: 'crop', block: random() < 0.95 ? block : '999999.0', keep, note: { text: note } }
}

function oddFold(view: View, random: () => number): Edit {
  const pick = () => view.slots[Math.floor(random() * view.slots.length)]?.seq ?? 0
  const a = pick()
  const b = pick()
  const request = view.slots.findLast((slot) => slot.message.role === 'user')
  const quotes = random() < 0.5 && request
  const said = quotes ? request.message.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n') : ''
  const summary = { text: `[folded] ${said}`, ...(quotes && { request: request.seq }) }
  return { op: 'fold', from: Math.min(a, b), to: Math.max(a, b), summary }
}

/** Small, repeatable randomness: the same seed proposes the same on the same view. */
function generator(seed: number): () => number {
  let state = seed | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

export const arbSeed: fc.Arbitrary<number> = fc.integer({ min: 1, max: 2 ** 31 - 1 })
