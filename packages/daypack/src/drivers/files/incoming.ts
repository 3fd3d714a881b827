import type { Ref } from '../../model/message.ts'
import { measure } from '../shared/bytes.ts'
import { stage, writeWhole } from './atomic.ts'
import { BLOBS } from './manifest.ts'
import type { Place, Tree } from './paths.ts'
import { chunks, withFile } from './read.ts'
import { ifThere } from './vfs.ts'
import { createHash } from 'node:crypto'
import { newlines } from '../../model/lines.ts'

const EXTENSION = '.txt'

export type Incoming = {
  readonly measured: Measurements
  place(listed: boolean): Promise<void>
  /** Never rejects; does nothing to what has been placed. */
  discard(): Promise<void>
}

export async function receive(tree: Tree, data: string | Uint8Array | AsyncIterable<Uint8Array>): Promise<Incoming> {
  if (typeof data === 'string') return await receiveWhole(tree, Buffer.from(data))
  if (data instanceof Uint8Array) return await receiveWhole(tree, data)
  const meter = measureStream(data)
  const staged = await stage(tree, BLOBS, meter.chunks())
  const measured = meter.result()
  return { measured, place: () => staged.commit(blobPlace(measured.ref)), discard: () => staged.discard() }
}

async function receiveWhole(tree: Tree, data: Uint8Array): Promise<Incoming> {
  const measured = measure(data)
  const place = blobPlace(measured.ref)
  if (await isIntact(tree, measured.ref)) {
    return {
      measured,
      async place(listed) {
        // A file that is not listed may be the work of somebody killed before its name was durable.
        if (!listed || !(await isThere(tree, measured.ref))) await writeWhole(tree, place, [data])
      },
      async discard() {},
    }
  }
  const staged = await stage(tree, BLOBS, [data])
  return { measured, place: () => staged.commit(place), discard: () => staged.discard() }
}

export function blobPlace(ref: Ref): Place {
  return { folder: BLOBS, name: ref + EXTENSION }
}

export function refOf(name: string): Ref | undefined {
  return /^([0-9a-f]{64})\.txt$/.exec(name)?.[1]
}

export async function isThere(tree: Tree, ref: Ref): Promise<boolean> {
  await tree.folder(BLOBS)
  return (await ifThere(tree.vfs.stat(tree.path(blobPlace(ref)))))?.kind === 'file'
}

export async function inspect(tree: Tree, ref: Ref): Promise<Measurements | undefined> {
  return await withFile(tree, blobPlace(ref), 'read', async (file) => {
    const meter = measureStream(chunks(file, 0, (await file.stat()).size))
    for await (const _ of meter.chunks());
    const measured = meter.result()
    return measured.ref === ref ? measured : undefined
  })
}

async function isIntact(tree: Tree, ref: Ref): Promise<boolean> {
  return (await isThere(tree, ref)) && (await inspect(tree, ref)) !== undefined
}

type Measurements = ReturnType<typeof measure>

/** Passes chunks on and adds up what they are; `result` is right once all have passed. */
export function measureStream(source: AsyncIterable<Uint8Array>) {
  const sha256 = createHash('sha256')
  let bytes = 0
  let breaks = 0
  return {
    async *chunks(): AsyncGenerator<Uint8Array> {
      for await (const chunk of source) {
        sha256.update(chunk)
        bytes += chunk.length
        breaks += newlines(chunk)
        yield chunk
      }
    },
    result: (): Measurements => ({ ref: sha256.digest('hex'), bytes, lines: bytes === 0 ? 0 : breaks + 1 }),
  }
}
