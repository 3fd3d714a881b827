import { gather } from '../shared/bytes.ts'
import type { Place, Tree } from './paths.ts'
import { closeQuietly, ifThere, type VfsFile, type VfsStat } from './vfs.ts'

const CHUNK_BYTES = 1024 * 1024

export async function readWhole(tree: Tree, place: Place): Promise<Buffer | undefined> {
  return (await readWithStat(tree, place))?.bytes
}

export async function readWithStat(tree: Tree, place: Place): Promise<{ bytes: Buffer; stat: VfsStat } | undefined> {
  return await withFile(tree, place, 'read', async (file) => {
    const stat = await file.stat()
    return { bytes: await gather(chunks(file, 0, stat.size)), stat }
  })
}

export async function withFile<T>(
  tree: Tree,
  place: Place,
  mode: 'read' | 'append',
  work: (file: VfsFile) => Promise<T>,
): Promise<T | undefined> {
  const file = await ifThere(tree.open(place, mode))
  if (file === undefined) return undefined
  try {
    return await work(file)
  } finally {
    await closeQuietly(file)
  }
}

export async function* chunks(file: VfsFile, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to;) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, to - at))
    const got = await file.read(buffer, at)
    if (got === 0) return
    yield buffer.subarray(0, got)
    at += got
  }
}
