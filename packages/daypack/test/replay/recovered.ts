import { hash } from 'node:crypto'
import type { BlobStore, LogStore } from '../../src/model/driver.ts'
import type { Codec } from '../../src/model/codec.ts'
import type { JsonObject } from '../../src/model/json.ts'
import { isStored, type Block, type Content, type Message } from '../../src/model/message.ts'

export type Recovery = { readonly bytes: number; readonly missing: number }

/**
 * What a caller sent, read back from the log and its blobs: every message, in order, byte for byte. Answers how many bytes
 * were looked for, and how many are not there.
 */
export async function recovered(
  driver: { readonly log: LogStore; readonly blobs: BlobStore },
  session: string,
  codec: Codec<JsonObject>,
  request: JsonObject,
): Promise<Recovery> {
  const { entries } = await driver.log.read(session)
  const held: string[] = []
  for (const entry of entries)
    if (entry.kind === 'message') held.push(fingerprint(await whole(driver.blobs, entry.message)))
  let [bytes, missing, from] = [0, 0, 0]
  for (const message of codec.decode(request).messages) {
    const size = Buffer.byteLength(JSON.stringify(message.blocks))
    const at = held.indexOf(fingerprint(message), from)
    bytes += size
    if (at < 0) missing += size
    else from = at + 1
  }
  return { bytes, missing }
}

function fingerprint({ role, blocks }: Message): string {
  return hash('sha256', JSON.stringify([role, blocks]))
}

/** A message with what was put into blobs in its place again. */
async function whole(blobs: BlobStore, message: Message): Promise<Message> {
  const inline = async <C extends Content>(content: C) => {
    if (!isStored(content)) return content
    const found = await blobs.get(content.ref)
    if (!(found instanceof Uint8Array) || hash('sha256', found) !== content.ref) return content
    return { text: Buffer.from(found).toString() }
  }
  const restored = async (block: Block): Promise<Block> => {
    if (block.type === 'media') return { ...block, content: await inline(block.content) }
    if (block.type !== 'tool-result') return block
    const { attachments } = block
    return {
      ...block,
      content: await inline(block.content),
      ...(attachments && { attachments: (await Promise.all(attachments.map(restored))) as typeof attachments }),
    }
  }
  return { ...message, blocks: await Promise.all(message.blocks.map(restored)) }
}
