import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { shortWrite } from './failure.ts'
import type { Lease } from './lock.ts'
import type { Place, Tree } from './paths.ts'
import { closeQuietly, ifThere, type VfsFile } from './vfs.ts'

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

const TEMPORARY = /^\.tmp-[0-9a-f-]{36}$/

/** A file that is durable under a temporary name. It appears under its own name with `commit`, or never. */
export type Staged = {
  /** May be called once; the name is durable when it resolves. */
  commit(place: Place): Promise<void>
  /** Never rejects. */
  discard(): Promise<void>
}

export async function stage(tree: Tree, folder: readonly string[], chunks: Chunks): Promise<Staged> {
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

/** Replace a whole file: readers see the old bytes or the new ones, also after a crash. The lease is asked right before. */
export async function writeWhole(tree: Tree, place: Place, chunks: Chunks, lease?: Lease): Promise<void> {
  const staged = await stage(tree, place.folder, chunks)
  try {
    await lease?.check()
    await staged.commit(place)
  } catch (error) {
    await staged.discard()
    throw error
  }
}

/** Removes what killed writes left half done in the workspace's folders: it may contain text that was forgotten since. */
export async function sweepTemporary(tree: Tree, before: number): Promise<void> {
  for (const folder of STAGING_FOLDERS) await sweepFolder(tree, folder, before)
}

const STAGING_FOLDERS = [[], ['log'], ['tool_result'], ['dialog'], ['memory'], ['.quarantine']]

async function sweepFolder(tree: Tree, folder: readonly string[], before: number): Promise<void> {
  const path = await ifThere(tree.folder(folder))
  if (path === undefined) return
  for (const { name, kind } of await tree.vfs.readdir(path)) {
    if (kind === 'directory' && folder.length > 0) await sweepFolder(tree, [...folder, name], before)
    if (kind !== 'file' || !TEMPORARY.test(name)) continue
    const file = join(path, name)
    // Another process may have finished with it in between.
    const there = await ifThere(tree.vfs.stat(file))
    if (there !== undefined && there.modified < before) await ifThere(tree.vfs.unlink(file))
  }
}

async function writeAll(file: VfsFile, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const written = await file.write(chunk.subarray(done))
    if (written === 0) throw shortWrite(done, chunk.length)
    done += written
  }
}
