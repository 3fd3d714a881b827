import { hash } from 'node:crypto'
import type { Damage } from '../../model/driver.ts'
import { writeWhole } from './atomic.ts'
import { shortWrite } from './failure.ts'
import type { Tree } from './paths.ts'
import { gather } from '../shared/bytes.ts'
import { chunks } from './read.ts'
import { MAX_RECORD_BYTES, NEWLINE, readLine } from './record.ts'
import type { VfsFile } from './vfs.ts'

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
