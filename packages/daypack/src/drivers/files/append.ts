import { DaypackError } from '../../model/errors.ts'
import { shortWrite } from './failure.ts'
import type { VfsFile } from './vfs.ts'

/** Bytes that could neither be made sure of nor taken back. */
export type UncertainWrite = {
  readonly cause: unknown
  /** Take them back now, unless others have written after them. Must be the same file, under the lock. */
  resolve(file: VfsFile): Promise<void>
}

/** Durable when it resolves. A failed write is taken back, never synced again: the kernel forgets failed pages. */
export async function appendDurably(
  file: VfsFile,
  data: Uint8Array,
  size: number,
): Promise<UncertainWrite | undefined> {
  try {
    const written = await file.write(data)
    if (written < data.length) throw shortWrite(written, data.length)
    await file.datasync()
  } catch (cause) {
    const { id } = await file.stat().catch(() => ({ id: undefined }))
    try {
      await file.truncate(size)
    } catch {
      return { cause, resolve: (later) => takeBack(later, id, size, size + data.length) }
    }
    throw cause
  }
  const end = (await file.stat()).size
  if (end !== size + data.length) {
    throw new DaypackError('locked', 'Another program wrote without the lock at the same time; read again.', {
      details: { expected: size + data.length, size: end },
    })
  }
  return undefined
}

async function takeBack(file: VfsFile, id: string | undefined, from: number, to: number): Promise<void> {
  const stat = await file.stat()
  if (stat.id === id && stat.size > from && stat.size <= to) await file.truncate(from)
}
