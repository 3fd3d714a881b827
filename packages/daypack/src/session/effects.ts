import { isStored, type Block, type Content } from '../model/block.ts'
import type { BlobStore } from '../model/driver.ts'
import type { Span } from '../model/edit.ts'
import { DaypackError } from '../model/errors.ts'
import type { Effects } from '../plan/plan.ts'
import type { Count } from '../passes/pass.ts'
import type { ReadText } from '../view/render.ts'

export type { Effects }

/** What planning may ask of the world: blobs to read and to store, and whatever else it is given. */
export function effectsOn(
  blobs: BlobStore,
  count: Count,
  more: Pick<Effects, 'store'> & Partial<Pick<Effects, 'archive' | 'summarize' | 'readFile' | 'signal'>>,
): Effects {
  const readText = textReader(blobs)
  return {
    ...more,
    count,
    readText,
    read: (shown) => readText(contentOf(shown.block)),
    slice: (shown, from, to) => bytesOf(contentOf(shown.block), from, to, blobs),
    path: (ref) => blobs.path(ref),
  }
}

/** Reads content wherever it sits, whole or by byte span. */
export function textReader(blobs: BlobStore): ReadText {
  return async (content: Content, span?: Span) => {
    if (!isStored(content)) {
      return span ? Buffer.from(content.text).toString('utf8', span.from, span.to) : content.text
    }
    const data = await blobs.get(content.ref, span)
    if (data instanceof Uint8Array) return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8')
    const what = data
      ? 'was removed by retention or forgotten'
      : 'is missing from the blob store (somebody deleted it; restore it from a backup)'
    throw new DaypackError(
      'blob-gone',
      `The content ${content.ref} (${content.bytes} bytes) ${what}. Its size and hash are still in the log.`,
      {
        details: { ref: content.ref, bytes: content.bytes },
      },
    )
  }
}

/** Reads from both, writes to the upper one. */
export function above(upper: BlobStore, lower: BlobStore): BlobStore {
  return {
    ...upper,
    get: async (ref, range) => (await upper.get(ref, range)) ?? lower.get(ref, range),
    info: async (ref) => (await upper.info(ref)) ?? lower.info(ref),
    path: (ref) => lower.path(ref),
  }
}

/** Not by way of text: a cut inside a character would shift every byte behind it. */
export async function bytesOf(content: Content, from: number, to: number, blobs: BlobStore): Promise<Uint8Array> {
  const data = isStored(content) ? await blobs.get(content.ref, { from, to }) : undefined
  return data instanceof Uint8Array ? data : Buffer.from(await textReader(blobs)(content)).subarray(from, to)
}

function contentOf(block: Block): Content {
  switch (block.type) {
    case 'tool-result':
    case 'media':
      return block.content
    case 'text':
      return { text: block.text }
    case 'tool-call':
      return { text: JSON.stringify(block.input) }
    case 'opaque':
      return { text: JSON.stringify(block.wire) }
  }
}
