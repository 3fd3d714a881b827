import { join } from 'node:path'
import { DaypackError } from '../../model/errors.ts'
import { closeQuietly, errno, ifThere, type OpenMode, type Vfs, type VfsFile } from './vfs.ts'

export type Place = { readonly folder: readonly string[]; readonly name: string }

export function placeOf(path: string): Place {
  const parts = path.split('/')
  return { folder: parts.slice(0, -1), name: parts.at(-1) ?? '' }
}

/** File access below one root that no symlink leads out of. `root` must be a real path. */
export type Tree = {
  readonly vfs: Vfs
  readonly root: string
  path(place: Place): string
  named(folder: readonly string[]): string
  /** The folder's path, once it is certain that it is where its name says. Rejects with ENOENT when it is missing. */
  folder(names: readonly string[]): Promise<string>
  /** Make the folder and those above it where they are missing. Durable, even if another process made it and was killed. */
  makeFolder(names: readonly string[]): Promise<string>
  open(place: Place, mode: OpenMode): Promise<VfsFile>
}

export type FolderNames = Readonly<Record<string, string>>

export function treeAt(vfs: Vfs, root: string, names: FolderNames = {}): Tree {
  const real = ([first, ...rest]: readonly string[]): readonly string[] =>
    first === undefined ? [] : [...(names[first] ?? first).split('/'), ...rest]
  /** Folders whose names we have synced ourselves. */
  const durable = new Set([root])
  const checked = async (parts: readonly string[]): Promise<string> => {
    const path = join(root, ...parts)
    // A symlink anywhere below the root makes the real path another one.
    if ((await vfs.realpath(path)) !== path) throw unsafeError(path)
    return path
  }
  const made = async (parts: readonly string[]): Promise<string> => {
    const path = join(root, ...parts)
    const there = await ifThere(checked(parts))
    if (there !== undefined && durable.has(path)) return path
    if (parts.length === 0) throw missingError(root)
    const parent = await made(parts.slice(0, -1))
    if (there === undefined) await makeUnlessThere(vfs, path)
    await vfs.syncDir(parent)
    durable.add(path)
    return await checked(parts)
  }
  const tree: Tree = {
    vfs,
    root,
    path: ({ folder, name }) => join(root, ...real(folder), name),
    named: (folder) => real(folder).join('/'),

    folder: (folder) => checked(real(folder)),
    makeFolder: (folder) => made(real(folder)),

    async open(place, mode) {
      const folder = await tree.folder(place.folder)
      const file = await vfs.open(join(folder, place.name), mode)
      try {
        // Asked again on the open file: the folder may have been swapped in between.
        await tree.folder(place.folder)
        if ((await file.stat()).kind !== 'file') throw unsafeError(tree.path(place))
        return file
      } catch (error) {
        await closeQuietly(file)
        throw error
      }
    },
  }
  return tree
}

async function makeUnlessThere(vfs: Vfs, path: string): Promise<void> {
  try {
    await vfs.mkdir(path)
  } catch (error) {
    if (errno(error) !== 'EEXIST') throw error
  }
}

function missingError(root: string): DaypackError {
  return new DaypackError('not-found', `The workspace ${root} is gone; open it again.`, { details: { root } })
}

function unsafeError(path: string): DaypackError {
  return new DaypackError('unsafe-path', `${path} is a symlink or inside one; the workspace never follows symlinks.`, {
    details: { path },
  })
}
