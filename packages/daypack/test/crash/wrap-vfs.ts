import type { Vfs, VfsFile } from '../../src/drivers/files/vfs.ts'

/** Every call of a Vfs and of the files it opens, in one place: `call` decides what becomes of it. */
export type Call = { readonly name: string; readonly path: string; readonly bytes?: Uint8Array }
export type Intercept = <T>(call: Call, run: (bytes?: Uint8Array) => Promise<T>) => Promise<T>

export function wrapVfs(vfs: Vfs, intercept: Intercept): Vfs {
  return {
    open: (path, mode) =>
      intercept({ name: 'open', path }, async () => wrapFile(await vfs.open(path, mode), path, intercept)),
    mkdir: (path) => intercept({ name: 'mkdir', path }, () => vfs.mkdir(path)),
    readdir: (path) => intercept({ name: 'readdir', path }, () => vfs.readdir(path)),
    stat: (path) => intercept({ name: 'stat', path }, () => vfs.stat(path)),
    realpath: (path) => intercept({ name: 'realpath', path }, () => vfs.realpath(path)),
    rename: (from, to) => intercept({ name: 'rename', path: to }, () => vfs.rename(from, to)),
    unlink: (path) => intercept({ name: 'unlink', path }, () => vfs.unlink(path)),
    chmod: (path, mode) => intercept({ name: 'chmod', path }, () => vfs.chmod(path, mode)),
    syncDir: (path) => intercept({ name: 'syncDir', path }, () => vfs.syncDir(path)),
    fsType: (path) => intercept({ name: 'fsType', path }, () => vfs.fsType(path)),
  }
}

function wrapFile(file: VfsFile, path: string, intercept: Intercept): VfsFile {
  return {
    stat: () => intercept({ name: 'fstat', path }, () => file.stat()),
    read: (buffer, position) => intercept({ name: 'read', path }, () => file.read(buffer, position)),
    write: (bytes) => intercept({ name: 'write', path, bytes }, (some) => file.write(some ?? bytes)),
    datasync: () => intercept({ name: 'datasync', path }, () => file.datasync()),
    truncate: (size) => intercept({ name: 'truncate', path }, () => file.truncate(size)),
    close: () => intercept({ name: 'close', path }, () => file.close()),
  }
}
