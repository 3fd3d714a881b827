import type { Damage } from '../../model/driver.ts'
import { isDaypackError } from '../../model/errors.ts'
import type { Json, Millis } from '../../model/json.ts'
import { slicer } from '../../model/slices.ts'
import { appendDurably, mend, type UncertainWrite } from './append.ts'
import { writeWhole } from './atomic.ts'
import { BEGINNING, collector, headOf, scanLines, type Cursor, type PlacedRecord } from './scan.ts'
import type { Lease, Locks } from './lock.ts'
import type { Place, Tree } from './paths.ts'
import { readWhole, withFile } from './read.ts'
import { encodeRecord, FORMAT_VERSION, rewriteLines, type JournalRecord } from './record.ts'
import { closeQuietly, ifThere, type VfsFile } from './vfs.ts'

/** A file of records, one to a line, that only ever grows: session logs, day files and the list of blobs. */
export type Journal = {
  /** A new `generation` means another file or a write taken back: forget what was read. Lock holders pass the lease. */
  read(after: number, lease?: Lease): Promise<JournalRead>
  /** Append records that continue `expect`: one write, durable when it resolves. The caller holds the lock. */
  append(records: readonly JournalRecord[], expect: number, lease: Lease): Promise<Appended>
  /** Did another process replace the file since it was last read or written here? */
  isReplaced(): Promise<boolean>
  /** Change payloads in place; readers see the old file or the new one. The caller holds the lock. */
  rewrite(change: (payload: Json, at: Millis) => Json, lease: Lease): Promise<number>
  /** Put another file in its place; readers see the old one or the new one. The caller holds the lock. */
  replace(chunks: Iterable<Uint8Array>, lease: Lease): Promise<void>
}
export type JournalRead = {
  readonly records: readonly PlacedRecord[]
  readonly head: number
  readonly damage: Damage[]
  readonly generation: number
}
/** `line` is the line of the first record, `bytes` the size of the file. */
export type Appended =
  | { readonly head: number; readonly line: number; readonly bytes: number }
  | { readonly conflict: number }

export type JournalOptions = {
  readonly tree: Tree
  readonly locks: Locks
  readonly lock: string
  readonly place: Place
  /** Goes into the first line, next to the version of the format. Without it there is no such line. */
  readonly about?: { readonly [key: string]: Json }
  /** Does a record say what its kind of file holds? One that does not is damage. */
  readonly valid: (record: JournalRecord) => boolean
  readonly now: () => Millis
}

export function journalAt(options: JournalOptions): Journal {
  const { tree, locks, lock, place, about, valid, now } = options
  const name = [...place.folder, place.name].join('/')
  let id: string | undefined
  let cursor: Cursor = BEGINNING
  let generation = 0
  /** Found, but not yet reported to a reader. */
  let unreported: Damage[] = []
  let reportedUnfinished = -1
  /** How far the file is known to be durable, and whether its name is. */
  let synced = 0
  let folderSynced = false
  let doubt: UncertainWrite | undefined

  const forget = () => {
    if (id !== undefined) generation++
    id = undefined
    cursor = BEGINNING
    synced = 0
    folderSynced = false
    doubt = undefined
  }

  /** The file's size, once it is clear that it is the file we know. */
  const recognize = async (file: VfsFile): Promise<number> => {
    const stat = await file.stat()
    if (id !== undefined && (stat.id !== id || stat.size < cursor.offset)) forget()
    id = stat.id
    return stat.size
  }

  const scan = async (file: VfsFile, size: number, from: Cursor, after: number) => {
    const found = collector(from, after, valid)
    const started = generation
    const end = await scanLines(file, from, size, (parts, start) => found.visit(parts, start))
    const known = cursor.offset
    if (end.offset > known && generation === started) cursor = found.cursor(end)
    for (const finding of found.findings) if (finding.offset >= known) unreported.push({ file: name, ...finding })
    const head = headOf(found.cursor(end))
    return { records: found.records, head, unfinished: end.offset < size, generation: started }
  }

  const catchUp = async (file: VfsFile, lease: Lease): Promise<number> => {
    const size = await recognize(file)
    const { unfinished } = await scan(file, size, cursor, Infinity)
    if (!unfinished) return size
    await lease.check()
    const damage = await mend(tree, name, file, { from: cursor.offset, to: size })
    if (damage !== undefined) unreported.push(damage)
    const mended = await recognize(file)
    await scan(file, mended, cursor, Infinity)
    return mended
  }

  const readOnce = async (after: number) => {
    const found = await withFile(tree, place, 'read', async (file) => {
      const size = await recognize(file)
      return await scan(file, size, after >= cursor.seq ? cursor : BEGINNING, after)
    })
    if (found === undefined) forget()
    return found ?? { records: [], head: 0, unfinished: false, generation }
  }

  /** An unfinished line may be a write in progress: only the holder of the lock can tell. */
  const settle = async (lease: Lease | undefined) => {
    const work = (held: Lease) => withFile(tree, place, 'append', (file) => catchUp(file, held))
    try {
      await (lease === undefined ? locks.hold(lock, work) : work(lease))
    } catch (error) {
      if (isDaypackError(error, 'locked') || reportedUnfinished === cursor.offset) return
      // Reading must work where writing does not, as on a read-only disk.
      reportedUnfinished = cursor.offset
      unreported.push({
        file: name,
        offset: cursor.offset,
        bytes: 0,
        why: 'an unfinished record that could not be repaired',
      })
    }
  }

  const moveOn = (records: readonly JournalRecord[], lines: number, from: number, to: number) => {
    // A reader in this process may have moved the cursor already.
    if (cursor.offset !== from) return
    cursor = { offset: to, line: cursor.line + lines, seq: records.at(-1)?.seq ?? cursor.seq, lost: 0 }
  }

  const replace = async (chunks: Iterable<Uint8Array>, lease: Lease) => {
    await writeWhole(tree, place, chunks, lease)
    forget()
  }

  return {
    async read(after, lease) {
      let found = await readOnce(after)
      if (found.unfinished) {
        await settle(lease)
        found = await readOnce(after)
      }
      const damage = unreported
      unreported = []
      return { records: found.records, head: found.head, damage, generation: found.generation }
    },

    async append(records, expect, lease) {
      const existing = await ifThere(tree.open(place, 'append'))
      if (existing === undefined) {
        forget()
        if (expect !== 0) return { conflict: 0 }
        if (records.length === 0) return { head: 0, line: 1, bytes: 0 }
      }
      const file = existing ?? (await tree.open(place, 'create'))
      try {
        if (doubt !== undefined) {
          await lease.check()
          await doubt.resolve(file)
        }
        doubt = undefined
        const size = await catchUp(file, lease)
        if (headOf(cursor) !== expect) return { conflict: headOf(cursor) }
        const { line } = cursor
        if (!folderSynced) await tree.vfs.syncDir(await tree.folder(place.folder))
        folderSynced = true
        if (records.length === 0) {
          // What is there may be the work of somebody killed before it was durable.
          if (synced < size) await file.datasync()
          synced = size
          return { head: expect, line, bytes: size }
        }
        const lines: string[] = []
        const slice = slicer()
        for (const record of records) {
          const line = encodeRecord(record)
          lines.push(line)
          await slice(line.length)
        }
        if (size === 0 && about) lines.unshift(encodeRecord(headerOf(about, now())))
        const data = Buffer.from(lines.join(''))
        await lease.check()
        try {
          doubt = await appendDurably(file, data, size)
        } catch (error) {
          // A reader in this process may have seen what was then taken back.
          if (cursor.offset > size) forget()
          throw error
        }
        if (doubt !== undefined) throw doubt.cause
        synced = size + data.length
        moveOn(records, lines.length, size, synced)
        return { head: expect + records.length, line: line + lines.length - records.length, bytes: synced }
      } finally {
        await closeQuietly(file)
      }
    },

    async isReplaced() {
      const known = id
      const found = await withFile(tree, place, 'read', (file) => file.stat())
      return known !== undefined && found !== undefined && found.id !== known
    },

    async rewrite(change, lease) {
      const bytes = await readWhole(tree, place)
      const { lines, changed } = rewriteLines(bytes ?? Buffer.of(), valid, change)
      if (changed > 0) await replace(lines, lease)
      return changed
    },

    replace,
  }
}

function headerOf(about: NonNullable<JournalOptions['about']>, at: Millis): JournalRecord {
  return { seq: 0, at, payload: { format: 'daypack', version: FORMAT_VERSION, ...about } }
}
