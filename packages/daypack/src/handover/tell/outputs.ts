import type { Seq } from '../../model/edit.ts'
import { isStored, type Ref } from '../../model/message.ts'
import { toolOf } from '../../tools/table.ts'
import type { View } from '../../view/view.ts'
import type { HandoverContext } from '../read/context.ts'
import { flat } from '../text/clip.ts'
import type { SavedOutput } from './guide.ts'

const OUTPUTS = 8

type Output = SavedOutput & { readonly ref: Ref }

/** The newest results that are kept as blobs: read again by path. */
export function savedOutputs(view: View, ctx: HandoverContext, covered: (seq: Seq) => boolean): Output[] {
  const found: Output[] = []
  for (const slot of view.slots.toReversed()) {
    if (found.length >= OUTPUTS) break
    for (const block of slot.message.blocks) {
      if (block.type !== 'tool-result' || !isStored(block.content) || toolOf(block.tool, ctx.tools)?.does === 'read')
        continue
      if (!covered(slot.seq)) continue
      const { ref, bytes } = block.content
      found.push({ ref, path: ctx.path(ref), what: `${flat(block.tool)}, ${bytes} bytes, of [${slot.seq}]` })
    }
  }
  return found.slice(0, OUTPUTS)
}
