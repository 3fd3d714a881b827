/** All file access of this driver, so that tests can fail the n-th call. Rejections carry Node's `code`. */
export interface Vfs {
  /** Never follows a symlink at the last component (ELOOP); never waits for the other end of a pipe. */
  open(path: string, mode: OpenMode): Promise<VfsFile>
  mkdir(path: string): Promise<void>
  readdir(path: string): Promise<VfsName[]>
  /** Of the thing itself, also when it is a symlink. */
  stat(path: string): Promise<VfsStat>
  /** At once: the kernel knows it in a microsecond, and asking it from another thread takes fifty. */
  isThere?(path: string): boolean
  realpath(path: string): Promise<string>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  chmod(path: string, mode: number): Promise<void>
  /** Make names made, moved or removed in a directory durable. */
  syncDir(path: string): Promise<void>
  /** The kernel's number for the kind of file system. */
  fsType(path: string): Promise<number>
}

/** `read`: must exist. `append`: read and append, must exist. `create`: append to a new file (EEXIST), mode 0600. */
export type OpenMode = 'read' | 'append' | 'create'

export interface VfsFile {
  stat(): Promise<VfsStat>
  /** Fills the buffer from `position` as far as it can with one read; 0 at the end. */
  read(buffer: Uint8Array, position: number): Promise<number>
  /** One write at the end of the file; answers how many bytes went in, which may be fewer. */
  write(data: Uint8Array): Promise<number>
  datasync(): Promise<void>
  truncate(size: number): Promise<void>
  close(): Promise<void>
}

export type Kind = 'file' | 'directory' | 'link' | 'other'
export type VfsName = { readonly name: string; readonly kind: Kind }
export type VfsStat = {
  readonly kind: Kind
  readonly size: number
  readonly mode: number
  readonly uid: number
  /** The same as long as it is the same thing, and never again another's. */
  readonly id: string
  readonly modified: number
}

export const FILE_MODE = 0o600
export const DIRECTORY_MODE = 0o700

export function errno(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** Undefined instead of a rejection when there is no such file. */
export async function ifThere<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise
  } catch (error) {
    if (errno(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Closing tells nothing new: what had to be durable was synced before. */
export async function closeQuietly(file: { close(): Promise<void> }): Promise<void> {
  await file.close().catch(() => undefined)
}
