import { isStored, type Ref } from '../../model/message.ts'
import { toolOf } from '../../tools/table.ts'
import type { MessageNumber } from '../../view/read.ts'
import type { View } from '../../view/view.ts'
import type { HandoverContext } from '../read/context.ts'
import { flat } from '../text/clip.ts'
import type { SavedOutput } from './guide.ts'

const OUTPUTS = 8

type Output = SavedOutput & { readonly ref: Ref }

/** The newest results that are kept as blobs: read again by path. */
export function savedOutputs(view: View, ctx: HandoverContext, covered: (number: MessageNumber) => boolean): Output[] {
  const found: Output[] = []
  for (let number = view.slots.length; number > 0 && found.length < OUTPUTS; number--) {
    if (!covered(number)) continue
    for (const block of view.slots[number - 1]?.message.blocks ?? []) {
      if (block.type !== 'tool-result' || !isStored(block.content) || toolOf(block.tool, ctx.tools)?.does === 'read')
        continue
      const { ref, bytes } = block.content
      found.push({ ref, path: ctx.path(ref), what: `${flat(block.tool)}, ${bytes} bytes, of [${number}]` })
    }
  }
  return found.slice(0, OUTPUTS)
}
