import type { DayPlace } from '../../model/driver.ts'
import type { Seq } from '../../model/edit.ts'
import { isStored, type Ref } from '../../model/message.ts'
import { toolOf } from '../../tools/table.ts'
import type { MessageNumber } from '../../view/read.ts'
import type { View } from '../../view/view.ts'
import type { HandoverContext } from '../read/context.ts'
import { flat } from '../text/clip.ts'

/** A result that is kept as a blob, and where it is read again. */
type SavedOutput = { readonly ref: Ref; readonly path: string; readonly what: string }

/** Where the folded dialog can be read: real day files, line ranges and counts, and outputs kept apart. */
export function renderGuide(
  places: readonly DayPlace[],
  numberOf: (seq: Seq) => number,
  outputs: readonly SavedOutput[],
  readTool: string,
  isShort = false,
): string {
  const lines: string[] = []
  const files = Map.groupBy(places, (place) => place.file)
  for (const [file, own] of files) {
    const numbers = own.map((place) => place.line)
    const from = Math.min(...numbers)
    const to = Math.max(...numbers)
    const told = own.map((place) => numberOf(place.seq))
    lines.push(`- ${file} lines ${from}-${to}: messages ${Math.min(...told)}-${Math.max(...told)}`)
  }
  if (lines.length > 0) {
    lines.unshift(
      `${isShort ? '' : 'The folded dialog is kept whole, one JSON message a line, oldest first. '}Read it${readTool === '' ? '' : ` with \`${readTool}\``}, from the end backwards:`,
    )
  }
  if (outputs.length > 0)
    lines.push('Long outputs kept apart:', ...outputs.map((output) => `- ${output.path}: ${output.what}`))
  return lines.join('\n')
}

const OUTPUTS = 4

/** The newest results that are kept as blobs: read again by path. */
export function savedOutputs(
  view: View,
  ctx: HandoverContext,
  covered: (number: MessageNumber) => boolean,
): SavedOutput[] {
  const found: SavedOutput[] = []
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
