import { isStored, type Content } from '../model/block.ts'
import type { BlobStore } from '../model/driver.ts'
import type { Span } from '../model/edit.ts'
import { DaypackError } from '../model/errors.ts'
import type { ReadText } from '../view/render.ts'

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
