import { constants, lstatSync, type Dirent, type Stats } from 'node:fs'
import * as fs from 'node:fs/promises'
import { closeQuietly, DIRECTORY_MODE, FILE_MODE } from './vfs.ts'
import type { Kind, OpenMode, Vfs, VfsFile, VfsStat } from './vfs.ts'

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR } = constants
// Undefined on Windows, which counts as 0 here.
const GUARD = constants.O_NOFOLLOW | constants.O_NONBLOCK
const FLAGS: Record<OpenMode, number> = {
  read: O_RDONLY | GUARD,
  append: O_RDWR | O_APPEND | GUARD,
  create: O_RDWR | O_APPEND | O_CREAT | O_EXCL | GUARD,
}

export const nodeVfs: Vfs = {
  async open(path, mode) {
    const handle = await fs.open(path, FLAGS[mode], FILE_MODE)
    try {
      // The umask may have taken more than we want.
      if (mode === 'create') await handle.chmod(FILE_MODE)
      return fileOf(handle)
    } catch (error) {
      await closeQuietly(handle)
      throw error
    }
  },
  async mkdir(path) {
    await fs.mkdir(path, { mode: DIRECTORY_MODE })
    await fs.chmod(path, DIRECTORY_MODE)
  },
  async readdir(path) {
    return (await fs.readdir(path, { withFileTypes: true })).map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
  },
  stat: async (path) => statOf(await fs.lstat(path)),
  isThere: (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  realpath: (path) => fs.realpath(path),
  rename: (from, to) => fs.rename(from, to),
  unlink: (path) => fs.unlink(path),
  chmod: (path, mode) => fs.chmod(path, mode),
  async syncDir(path) {
    // Windows can't open directories, and keeps names durable by itself.
    if (process.platform === 'win32') return
    const handle = await fs.open(path, O_RDONLY)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
  fsType: async (path) => (await fs.statfs(path)).type,
}

function fileOf(handle: fs.FileHandle): VfsFile {
  return {
    stat: async () => statOf(await handle.stat()),
    read: async (buffer, position) => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
    write: async (data) => (await handle.write(data)).bytesWritten,
    datasync: () => handle.datasync(),
    truncate: (size) => handle.truncate(size),
    close: () => handle.close(),
  }
}

function statOf(stats: Stats): VfsStat {
  return {
    kind: kindOf(stats),
    size: stats.size,
    mode: stats.mode & 0o7777,
    uid: stats.uid,
    // A new file may get the number of a deleted one, but not its birth.
    id: `${stats.dev}:${stats.ino}:${stats.birthtimeMs}`,
    modified: stats.mtimeMs,
  }
}

function kindOf(entry: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): Kind {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'directory'
  return entry.isSymbolicLink() ? 'link' : 'other'
}
