import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { shortWrite } from './failure.ts'
import type { Place, Tree } from './paths.ts'
import { closeQuietly, type VfsFile } from './vfs.ts'

const TEMPORARY = /^\.tmp-[0-9a-f-]{36}$/

/** A file that is durable under a temporary name. It appears under its own name with `commit`, or never. */
export type Staged = {
  /** May be called once; the name is durable when it resolves. */
  commit(place: Place): Promise<void>
  /** Never rejects. */
  discard(): Promise<void>
}

/** Write the chunks to a temporary file in the folder and sync it. */
export async function stage(
  tree: Tree,
  folder: readonly string[],
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<Staged> {
  const path = await tree.folder(folder)
  const temporary = { folder, name: `.tmp-${randomUUID()}` }
  const discard = async () => {
    await tree.vfs.unlink(tree.path(temporary)).catch(() => undefined)
  }
  const file = await tree.open(temporary, 'create')
  try {
    for await (const chunk of chunks) await writeAll(file, chunk)
    await file.datasync()
  } catch (error) {
    await closeQuietly(file)
    await discard()
    throw error
  }
  await closeQuietly(file)
  return {
    async commit({ name }) {
      await tree.vfs.rename(tree.path(temporary), join(path, name))
      await tree.vfs.syncDir(path)
    },
    discard,
  }
}

/** Replace a whole file: readers see the old bytes or the new ones, also after a crash. */
export async function writeWhole(tree: Tree, place: Place, data: Uint8Array): Promise<void> {
  const staged = await stage(tree, place.folder, [data])
  try {
    await staged.commit(place)
  } catch (error) {
    await staged.discard()
    throw error
  }
}

/** Remove temporary files that a crash left behind; younger ones may belong to somebody at work. */
export async function sweepTemporary(tree: Tree, folder: readonly string[], before: number): Promise<void> {
  const path = await tree.folder(folder)
  for (const { name } of await tree.vfs.readdir(path)) {
    if (!TEMPORARY.test(name)) continue
    const file = join(path, name)
    if ((await tree.vfs.stat(file)).modified < before) await tree.vfs.unlink(file)
  }
}

async function writeAll(file: VfsFile, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const written = await file.write(chunk.subarray(done))
    if (written === 0) throw shortWrite(done, chunk.length)
    done += written
  }
}
