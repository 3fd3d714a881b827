import { basename, dirname } from 'node:path'
import type { Vfs, VfsFile, VfsStat } from '../../src/drivers/files/vfs.ts'
import { systemError } from './system-error.ts'

export type Inode = {
  readonly id: number
  readonly names?: Map<string, number>
  data: Buffer
  size: number
  mode: number
}

/** What changed a disk, in order. `inode` 1 is the root of the tree. */
export type DiskOp =
  | { readonly op: 'write'; readonly inode: number; readonly offset: number; readonly bytes: Buffer }
  | { readonly op: 'truncate'; readonly inode: number; readonly size: number }
  | { readonly op: 'sync'; readonly inode: number }
  | {
      readonly op: 'link'
      readonly folder: number
      readonly name: string
      readonly inode: number
      readonly isFolder: boolean
    }
  | { readonly op: 'unlink'; readonly folder: number; readonly name: string }
  | { readonly op: 'rename'; readonly from: number; readonly name: string; readonly to: number; readonly as: string }

/** A disk in memory. */
export class Disk {
  readonly inodes = new Map<number, Inode>([[1, folder(1)]])
  readonly ops: DiskOp[] = []
  #next = 2

  apply(op: DiskOp): void {
    this.ops.push(op)
    if ('inode' in op) this.#next = Math.max(this.#next, op.inode + 1)
    if (op.op === 'write') write(this.#inode(op.inode), op.offset, op.bytes)
    else if (op.op === 'truncate') truncate(this.#inode(op.inode), op.size)
    else if (op.op === 'link') {
      if (!this.inodes.has(op.inode)) this.inodes.set(op.inode, op.isFolder ? folder(op.inode) : file(op.inode))
      this.#names(op.folder).set(op.name, op.inode)
    } else if (op.op === 'unlink') this.#names(op.folder).delete(op.name)
    else if (op.op === 'rename') {
      const moved = this.#names(op.from).get(op.name)
      if (moved === undefined) return
      this.#names(op.from).delete(op.name)
      this.#names(op.to).set(op.as, moved)
    }
  }

  fresh(): number {
    return this.#next++
  }

  /** Undefined where nothing is. */
  find(path: string): Inode | undefined {
    let at = this.inodes.get(1)
    for (const part of path.split('/').filter((each) => each !== '')) {
      const id = at?.names?.get(part)
      at = id === undefined ? undefined : this.inodes.get(id)
    }
    return at
  }

  /** Every file, with its path. */
  *files(at = 1, path = ''): Generator<{ path: string; bytes: Buffer }> {
    const { names, data, size } = this.#inode(at)
    if (names === undefined) yield { path, bytes: data.subarray(0, size) }
    else for (const [name, id] of names) yield* this.files(id, `${path}/${name}`)
  }

  #inode(id: number): Inode {
    const found = this.inodes.get(id) ?? file(id)
    this.inodes.set(id, found)
    return found
  }

  #names(id: number): Map<string, number> {
    const found = this.inodes.get(id)?.names === undefined ? folder(id) : this.#inode(id)
    this.inodes.set(id, found)
    return found.names ?? new Map<string, number>()
  }
}

/** The disk as a file system. */
export function memVfs(disk: Disk): Vfs {
  const must = (call: string, path: string): Inode => {
    const found = disk.find(path)
    if (found === undefined) throw systemError('ENOENT', call, path)
    return found
  }
  const folderOf = (call: string, path: string): number => {
    const found = must(call, dirname(path))
    if (found.names === undefined) throw systemError('ENOTDIR', call, path)
    return found.id
  }
  const link = (call: string, path: string, isFolder: boolean): Inode => {
    const parent = folderOf(call, path)
    if (disk.find(path) !== undefined) throw systemError('EEXIST', call, path)
    disk.apply({ op: 'link', folder: parent, name: basename(path), inode: disk.fresh(), isFolder })
    return must(call, path)
  }
  return {
    async open(path, mode) {
      if (mode === 'create') return open(disk, link('open', path, false))
      const inode = must('open', path)
      if (inode.names !== undefined) throw systemError('EISDIR', 'open', path)
      return open(disk, inode)
    },
    async mkdir(path) {
      link('mkdir', path, true)
    },
    async readdir(path) {
      const { names } = must('readdir', path)
      if (names === undefined) throw systemError('ENOTDIR', 'readdir', path)
      return [...names].map(([name, id]) => ({
        name,
        kind: disk.inodes.get(id)?.names === undefined ? 'file' : 'directory',
      }))
    },
    stat: async (path) => statOf(must('stat', path)),
    realpath: async (path) => (must('realpath', path), path),
    async rename(from, to) {
      must('rename', from)
      const [source, target] = [folderOf('rename', from), folderOf('rename', to)]
      disk.apply({ op: 'rename', from: source, name: basename(from), to: target, as: basename(to) })
    },
    async unlink(path) {
      must('unlink', path)
      disk.apply({ op: 'unlink', folder: folderOf('unlink', path), name: basename(path) })
    },
    async chmod(path, mode) {
      must('chmod', path).mode = mode
    },
    async syncDir(path) {
      disk.apply({ op: 'sync', inode: must('syncDir', path).id })
    },
    fsType: async () => 0xef53,
  }
}

function open(disk: Disk, inode: Inode): VfsFile {
  return {
    stat: async () => statOf(inode),
    async read(buffer, position) {
      const bytes = inode.data.subarray(Math.min(position, inode.size), inode.size)
      const got = Math.min(bytes.length, buffer.length)
      buffer.set(bytes.subarray(0, got))
      return got
    },
    async write(data) {
      disk.apply({ op: 'write', inode: inode.id, offset: inode.size, bytes: Buffer.from(data) })
      return data.length
    },
    async datasync() {
      disk.apply({ op: 'sync', inode: inode.id })
    },
    async truncate(size) {
      disk.apply({ op: 'truncate', inode: inode.id, size })
    },
    async close() {},
  }
}

function statOf({ id, names, size, mode }: Inode): VfsStat {
  const uid = process.getuid?.() ?? 0
  return { kind: names === undefined ? 'file' : 'directory', size, mode, uid, id: String(id), modified: 0 }
}

function file(id: number): Inode {
  return { id, data: Buffer.alloc(0), size: 0, mode: 0o600 }
}

function folder(id: number): Inode {
  return { id, names: new Map(), data: Buffer.alloc(0), size: 0, mode: 0o700 }
}

function write(inode: Inode, offset: number, bytes: Buffer): void {
  const end = offset + bytes.length
  if (end > inode.data.length) {
    const grown = Buffer.alloc(Math.max(end, inode.data.length * 2))
    inode.data.copy(grown, 0, 0, inode.size)
    inode.data = grown
  }
  inode.data.fill(0, Math.min(inode.size, offset), offset)
  bytes.copy(inode.data, offset)
  inode.size = Math.max(inode.size, end)
}

function truncate(inode: Inode, size: number): void {
  if (size > inode.size) write(inode, size, Buffer.alloc(0))
  inode.data.fill(0, size)
  inode.size = size
}
