import { join } from 'node:path'
import { DaypackError } from '../../model/errors.ts'
import { closeQuietly, errno, type OpenMode, type Vfs, type VfsFile } from './vfs.ts'

/** A place below the workspace: a folder, given by its names, and a file in it. */
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
  /** The folder's path, once it is certain that it is where its name says. Rejects with ENOENT when it is missing. */
  folder(names: readonly string[]): Promise<string>
  /** Make the folder and those above it where they are missing, durably. */
  makeFolder(names: readonly string[]): Promise<string>
  open(place: Place, mode: OpenMode): Promise<VfsFile>
}

export function treeAt(vfs: Vfs, root: string): Tree {
  const tree: Tree = {
    vfs,
    root,
    path: ({ folder, name }) => join(root, ...folder, name),

    async folder(names) {
      const path = join(root, ...names)
      // A symlink anywhere below the root makes the real path another one.
      const real = await vfs.realpath(path)
      if (real !== path) throw unsafe(path)
      return path
    },

    async makeFolder(names) {
      const path = join(root, ...names)
      try {
        return await tree.folder(names)
      } catch (error) {
        if (errno(error) !== 'ENOENT' || names.length === 0) throw error
      }
      const parent = await tree.makeFolder(names.slice(0, -1))
      try {
        await vfs.mkdir(path)
      } catch (error) {
        if (errno(error) !== 'EEXIST') throw error
      }
      await vfs.syncDir(parent)
      return await tree.folder(names)
    },

    async open(place, mode) {
      const folder = await tree.folder(place.folder)
      const file = await vfs.open(join(folder, place.name), mode)
      try {
        // Asked again on the open file: the folder may have been swapped in between.
        await tree.folder(place.folder)
        if ((await file.stat()).kind !== 'file') throw unsafe(tree.path(place))
        return file
      } catch (error) {
        await closeQuietly(file)
        throw error
      }
    },
  }
  return tree
}

function unsafe(path: string): DaypackError {
  return new DaypackError(
    'unsafe-path',
    `${path} is a symlink or lies behind one; the workspace never follows those.`,
    {
      details: { path },
    },
  )
}
