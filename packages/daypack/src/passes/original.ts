import { gapBefore } from '../view/render.ts'
import { bytesOf, isStored, type Content } from '../model/message.ts'
import type { ShownBlock } from '../view/view.ts'
import { lineCount } from '../model/lines.ts'
import type { PassContext } from './pass.ts'
import { sumOf } from '../model/json.ts'

export type Original = {
  readonly bytes: number
  readonly lines: number
  chars(): Promise<number>
  range(from: number, to: number): Promise<Buffer>
}

/** Above this a blob is never read whole: its characters are then taken for single bytes. */
export const WHOLE_MAX_BYTES = 64_000_000

export async function originalOf(shown: ShownBlock, content: Content, ctx: PassContext): Promise<Original> {
  if (!isStored(content) || !ctx.slice) {
    const text = await ctx.read(shown)
    const data = Buffer.from(text)
    return {
      bytes: data.length,
      lines: lineCount(data),
      chars: () => Promise.resolve(text.length),
      range: (from, to) => Promise.resolve(data.subarray(from, to)),
    }
  }
  const slice = ctx.slice.bind(ctx)
  const { bytes, lines } = content
  const text = async (): Promise<string> => ctx.read(shown)
  return {
    bytes,
    lines,
    chars: async () => (bytes > WHOLE_MAX_BYTES ? bytes : (await text()).length),
    async range(from, to) {
      const [start, end] = [Math.min(from, bytes), Math.min(to, bytes)]
      const part = Buffer.from(await slice(shown, start, end))
      // A reader that decodes on the way replaces half characters and shifts every byte: then only the whole text is true.
      return part.length === end - start ? part : Buffer.from(await text()).subarray(start, end)
    },
  }
}

export function keptBytes(shown: ShownBlock, content: Content): number {
  if (!shown.crop) return bytesOf(content)
  return sumOf(shown.crop.keep, ({ from, to }) => to - from)
}

export function shownBytes(shown: ShownBlock, content: Content): number {
  const { crop } = shown
  if (!crop) return bytesOf(content)
  const gaps = sumOf(crop.keep, (_, nth) => Buffer.byteLength(gapBefore(crop, nth)))
  return keptBytes(shown, content) + gaps + Buffer.byteLength(crop.note.text)
}
