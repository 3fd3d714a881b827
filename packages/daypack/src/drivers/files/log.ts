import { hash } from 'node:crypto'
import type { Damage, LogStore, SessionId } from '../../model/driver.ts'
import type { Entry } from '../../model/entry.ts'
import { entryProblem } from '../../model/entry-check.ts'
import { isObject, type Json, type Millis } from '../../model/json.ts'
import { checkSeqs } from '../shared/check.ts'
import { recent } from '../shared/recent.ts'
import { isWhole, joinReads, pack, packFront, unpack } from './front.ts'
import { journalAt, type Journal } from './journal.ts'
import type { Locks } from './lock.ts'
import { quarantineName, QUARANTINE } from './append.ts'
import { decodeName, encodeName, isHashed } from './names.ts'
import { packedPlace, readPacked, unpackedName, lastPiece } from './packed.ts'
import type { Place, Tree } from './paths.ts'
import { gather } from '../shared/bytes.ts'
import { chunks, withFile } from './read.ts'
import { isTimeOf, NEWLINE, readLine, type JournalRecord } from './record.ts'
import { ifThere } from './vfs.ts'

const LOG = ['log']
const EXTENSION = '.jsonl'
/** Sessions whose place in the file is remembered; others are read from the beginning again. */
const REMEMBERED = 1000
const FIRST_LINE_BYTES = 64 * 1024

export function filesLog(tree: Tree, locks: Locks, now: () => Millis): LogStore {
  const journals = recent<SessionId, Journal>(REMEMBERED, (session) => journalOf(tree, locks, now, session))
  const last = lastOfAny(tree)
  const sessions = async (): Promise<SessionId[]> => {
    const names = (await tree.vfs.readdir(await tree.folder(LOG)))
      .filter(({ kind }) => kind === 'file')
      .map(({ name }) => unpackedName(name))
      .filter((name) => name.endsWith(EXTENSION))
      .map((name) => name.slice(0, -EXTENSION.length))
    const found: SessionId[] = []
    for (const name of new Set(names)) {
      const session = isHashed(name) ? await idInside(tree, name) : decodeName(name)
      if (session !== undefined) found.push(session)
    }
    return found.toSorted()
  }

  /** Plain, with what is packed in front of it, or plain after all: another process may unpack it meanwhile. */
  const readAny = async (session: SessionId, after: number) => {
    if (after === 0 && (await isMissing(tree, placeOf(session)))) return { records: [], head: 0, damage: [] }
    const reported: Damage[] = []
    for (let attempt = 0; ; attempt++) {
      const plain = await journals.get(session).read(after)
      reported.push(...plain.damage)
      const whole = { ...plain, damage: reported }
      if (isWhole(plain, after)) return whole
      const packed = await readPacked(tree, placeOf(session), after, isEntry)
      if (packed !== undefined) return joinReads(packed, whole)
      if (attempt > 0 || (await ifThere(tree.vfs.stat(tree.path(placeOf(session))))) === undefined) return whole
    }
  }
  return {
    async read(session, after = 0) {
      const found = await readAny(session, after)
      const { records, head, damage } = found
      return { entries: records.map(({ payload }) => payload as unknown as Entry), head, damage }
    },

    async append(session, entries, { expect }) {
      const journal = journals.get(session)
      checkSeqs(session, entries, expect)
      const records = entries.map((entry) => ({ seq: entry.seq, at: entry.at, payload: entry }))
      const result = await locks.hold(lockOf(session), async (lease) => {
        const place = placeOf(session)
        const isThere = (await ifThere(tree.vfs.stat(tree.path(place)))) !== undefined
        if (!isThere) await unpack(tree, place, journal, lease)
        // Another process took something out of it: whoever holds the old words has to read again before writing.
        if (await journal.isReplaced()) return { conflict: (await journal.read(Infinity, lease)).head }
        const appended = await journal.append(records, expect, lease)
        // The entries are durable: that older ones could not be packed is nobody's trouble.
        if ('bytes' in appended) await packFront(tree, place, journal, appended.bytes, lease).catch(() => undefined)
        return appended
      })
      return 'conflict' in result ? result : { head: result.head }
    },

    sessions,

    last: (session) => last(placeOf(session)),

    async remove(session) {
      const place = placeOf(session)
      return await locks.hold(lockOf(session), async (lease) => {
        const folder = await tree.folder(LOG)
        const paths = [place, packedPlace(place)].map((place) => tree.path(place))
        const there: string[] = []
        for (const path of paths) if ((await ifThere(tree.vfs.stat(path))) !== undefined) there.push(path)
        if (there.length === 0) return false
        await lease.check()
        await removeQuarantined(tree, fileOf(session))
        for (const path of there) await tree.vfs.unlink(path)
        await tree.vfs.syncDir(folder)
        return true
      })
    },

    async scrub(session, change) {
      const one = (payload: Json): Json => change(payload as unknown as Entry)
      return await locks.hold(lockOf(session), async (lease) => {
        const journal = journals.get(session)
        await unpack(tree, placeOf(session), journal, lease)
        return journal.rewrite(one, lease)
      })
    },

    async pack(before) {
      let packed = 0
      const isCold = async (place: Place) => ((await lastAt(tree, place)) ?? before) < before
      for (const { name, kind } of await tree.vfs.readdir(await tree.folder(LOG))) {
        // What is packed already has another ending. Of a name that ends in a hash only the first line tells the id.
        const session = kind === 'file' && name.endsWith(EXTENSION) && decodeName(name.slice(0, -EXTENSION.length))
        const place = { folder: LOG, name }
        if (typeof session !== 'string' || !(await isCold(place))) continue
        packed += await locks.hold(lockOf(session), async (lease) =>
          (await isCold(place)) && (await pack(tree, place, lease)) ? 1 : 0,
        )
      }
      return packed
    },
  }
}

function journalOf(tree: Tree, locks: Locks, now: () => Millis, session: SessionId): Journal {
  const place = placeOf(session)
  return journalAt({ tree, locks, lock: lockOf(session), place, about: { kind: 'log', session }, valid: isEntry, now })
}

/** Asked before anything is opened, which takes much longer. Twice in the plain place: it may be unpacked meanwhile. */
async function isMissing(tree: Tree, place: Place): Promise<boolean> {
  for (const one of [place, packedPlace(place), place]) if (await isThere(tree, tree.path(one))) return false
  return true
}

async function isThere({ vfs }: Tree, path: string): Promise<boolean> {
  return vfs.isThere ? vfs.isThere(path) : (await ifThere(vfs.stat(path))) !== undefined
}

function placeOf(session: SessionId): Place {
  return { folder: LOG, name: encodeName(session) + EXTENSION }
}

/** An entry repeats its number and time, so the hash covers them too. Anything else is damage; its neighbours stay. */
function isEntry(record: JournalRecord): boolean {
  const { seq, payload } = record
  if (!isObject(payload) || payload['seq'] !== seq || !isTimeOf(record, payload['at'])) return false
  return entryProblem(payload) === undefined
}

/** Sessions share a few locks, so that many sessions need no more than a few open files. */
function lockOf(session: SessionId): string {
  return `log-${hash('sha256', session).slice(0, 1)}`
}

function fileOf(session: SessionId): string {
  return [...LOG, encodeName(session) + EXTENSION].join('/')
}

/** A name that ends in a hash does not tell the id, but the first line does. */
async function idInside(tree: Tree, name: string): Promise<SessionId | undefined> {
  return await withFile(tree, { folder: LOG, name: name + EXTENSION }, 'read', async (file) => {
    const beginning = await gather(chunks(file, 0, Math.min((await file.stat()).size, FIRST_LINE_BYTES)))
    const [first] = readLine(beginning.subarray(0, Math.max(beginning.indexOf(NEWLINE), 0)))
    const about = first?.kind === 'record' ? first.record.payload : undefined
    const session = isObject(about) ? about['session'] : undefined
    return typeof session === 'string' && encodeName(session) === name ? session : undefined
  })
}

async function removeQuarantined(tree: Tree, file: string): Promise<void> {
  const folder = await ifThere(tree.folder(QUARANTINE))
  if (folder === undefined) return
  const prefix = quarantineName(file, '')
  for (const { name } of await tree.vfs.readdir(folder)) {
    if (name.startsWith(prefix)) await tree.vfs.unlink(tree.path({ folder: QUARANTINE, name }))
  }
}

const LAST_BYTES = 256 * 1024
/** How many packed journals' last times stay in memory. */
const REMEMBERED_TIMES = 10_000

export async function lastAt(tree: Tree, place: Place): Promise<Millis | undefined> {
  return await withFile(tree, place, 'read', async (file) => {
    const { size } = await file.stat()
    return timeOfLast(await gather(chunks(file, Math.max(0, size - LAST_BYTES), size)))
  })
}

export function lastOfAny(tree: Tree): (place: Place) => Promise<Millis | undefined> {
  const known = recent<string, { id?: string; at?: Millis | undefined }>(REMEMBERED_TIMES, () => ({}))
  return async (place) => {
    const plain = await lastAt(tree, place)
    if (plain !== undefined) return plain
    const found = known.get(place.name)
    const id = (await ifThere(tree.vfs.stat(tree.path(packedPlace(place)))))?.id
    if (id === undefined) return undefined
    if (found.id !== id) found.at = timeOfLast(await lastPiece(tree, place))
    found.id = id
    return found.at
  }
}

function timeOfLast(end: Buffer): Millis | undefined {
  const from = end.lastIndexOf(NEWLINE, end.length - 2) + 1
  const part = readLine(end.subarray(from, Math.max(from, end.length - 1))).at(-1)
  return part?.kind === 'record' ? part.record.at : undefined
}
