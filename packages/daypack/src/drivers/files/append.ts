import { DaypackError } from '../../model/errors.ts'
import { shortWrite } from './failure.ts'
import type { VfsFile } from './vfs.ts'
import { hash } from 'node:crypto'
import type { Damage } from '../../model/driver.ts'
import { writeWhole } from './atomic.ts'
import type { Tree } from './paths.ts'
import { gather } from '../shared/bytes.ts'
import { chunks } from './read.ts'
import { MAX_RECORD_BYTES, NEWLINE, readLine } from './record.ts'

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

export const QUARANTINE = ['.quarantine']

/** Adds a missing newline; anything else after the last newline goes to quarantine before it is cut off. */
export async function mend(
  tree: Tree,
  name: string,
  file: VfsFile,
  { from, to }: { from: number; to: number },
): Promise<Damage | undefined> {
  const bytes = to - from
  const beginning = await gather(chunks(file, from, Math.min(to, from + MAX_RECORD_BYTES)))
  if (bytes <= MAX_RECORD_BYTES && readLine(beginning).some((part) => part.kind === 'record')) {
    if ((await file.write(Uint8Array.of(NEWLINE))) === 0) throw shortWrite(0, 1)
    await file.datasync()
    return undefined
  }
  await tree.makeFolder(QUARANTINE)
  const fragment = quarantineName(name, `${from}-${hash('sha256', beginning).slice(0, 16)}`)
  await writeWhole(tree, { folder: QUARANTINE, name: fragment }, chunks(file, from, to))
  await file.truncate(from)
  await file.datasync()
  return { file: name, offset: from, bytes, why: 'an unfinished record, moved to .quarantine' }
}

/** Our own names contain no `@`, so all fragments of a file share a prefix that no other file has. */
export function quarantineName(file: string, fragment: string): string {
  return `${file.replaceAll('/', '@')}@${fragment}`
}
