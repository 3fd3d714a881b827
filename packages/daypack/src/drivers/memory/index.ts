import { dayOf, systemZone } from '../../model/day.ts'
import type { Driver, LogStore, SessionId, DayPlace, DayStore, DialogRecord, NoteStore } from '../../model/driver.ts'
import type { NoteVersion, BlobInfo, BlobStore, Gone } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import { defined, type Millis } from '../../model/json.ts'
import type { Entry } from '../../model/entry.ts'
import { checkSeqs, checkSession, checkNotePath, clampRange } from '../shared/check.ts'
import { guarded } from '../shared/guard.ts'
import { hash } from 'node:crypto'
import type { Ref } from '../../model/message.ts'
import { gather, measure } from '../shared/bytes.ts'

export type MemoryDriverOptions = { readonly now?: () => Millis; readonly zone?: string }
export type MemoryDriver = Driver & Required<Pick<Driver, 'zone' | 'log' | 'blobs' | 'days' | 'notes' | 'close'>>

/**
 * Everything in memory, gone with the process: for tests, and the measure for every other driver.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 *
 * const pack = await createDaypack({ driver: memoryDriver({ now: Date.now }) })
 * await pack.close()
 */
export function memoryDriver(options: MemoryDriverOptions = {}): MemoryDriver {
  const { now = Date.now, zone = systemZone() } = options
  const scopes = new Map<string, MemoryDriver>()
  let closed = false
  const blobs = memoryBlobs(now)
  const checkOpen = () => {
    if (closed) throw new DaypackError('closed', 'The memory driver was closed; make a new one.')
  }
  const whileOpen = <Store extends object>(store: Store): Store =>
    guarded(store, (_, work) => async (...args) => {
      checkOpen()
      return work(...args)
    })
  return {
    name: 'memory',
    zone,
    log: whileOpen(memoryLog()),
    blobs: {
      ...whileOpen(blobs),
      path: (ref) => blobs.path(ref),
      async *list() {
        checkOpen()
        yield* blobs.list()
      },
    },
    days: whileOpen(memoryDays((at) => dayOf(at, zone))),
    notes: whileOpen(memoryNotes(now)),
    scope(name) {
      const known = scopes.get(name) ?? memoryDriver(options)
      scopes.set(name, known)
      // Whoever opens it again finds what is there.
      return { ...known, close() {} }
    },
    close() {
      closed = true
    },
  }
}

function memoryLog(): LogStore {
  const logs = new Map<SessionId, string[]>()
  return {
    async read(session, after = 0) {
      const lines = logs.get(checkSession(session)) ?? []
      const entries = lines.slice(after).map((line) => JSON.parse(line) as Entry)
      return { entries, head: lines.length, damage: [] }
    },
    async append(session, entries, { expect }) {
      checkSeqs(checkSession(session), entries, expect)
      const lines = logs.get(session) ?? []
      if (lines.length !== expect) return { conflict: lines.length }
      if (entries.length > 0) logs.set(session, [...lines, ...entries.map((entry) => JSON.stringify(entry))])
      return { head: expect + entries.length }
    },
    async sessions() {
      return [...logs.keys()].toSorted()
    },
    async remove(session) {
      return logs.delete(checkSession(session))
    },
    async scrub(session, change) {
      const lines = logs.get(checkSession(session)) ?? []
      const after = lines.map((line) => JSON.stringify(change(JSON.parse(line) as Entry)))
      if (lines.length > 0) logs.set(session, after)
      return after.filter((line, index) => line !== lines[index]).length
    },
  }
}

export function memoryDays(day: (at: Millis) => string): DayStore {
  const files = new Map<string, string[]>()
  const places = new Map<string, DayPlace>()

  const add = (record: DialogRecord): DayPlace => {
    const name = day(record.at)
    const key = JSON.stringify([name, record.session, record.seq, record.sha256])
    const known = places.get(key)
    if (known !== undefined) return known
    const lines = files.get(name) ?? []
    lines.push(JSON.stringify(record))
    files.set(name, lines)
    const place = { file: `dialog/${name}.jsonl`, line: lines.length, session: record.session, seq: record.seq }
    places.set(key, place)
    return place
  }

  return {
    async append(records) {
      return records.map(add)
    },
    async read(name) {
      return (files.get(name) ?? []).map((line) => JSON.parse(line) as DialogRecord)
    },
    async days() {
      return [...files.keys()].toSorted()
    },
    async scrub(change) {
      let changed = 0
      for (const [name, lines] of files) {
        const after = lines.map((line) => JSON.stringify(change(JSON.parse(line) as DialogRecord)))
        changed += after.filter((line, index) => line !== lines[index]).length
        files.set(name, after)
      }
      return changed
    },
  }
}

type Kept = NoteVersion & { text: string; written: string }

export function memoryNotes(now: () => Millis): NoteStore {
  const notes = new Map<string, { text: string; hash: string; modified: Millis }>()
  let kept: Kept[] = []
  let count = 0

  const keep = (path: string, next: string | undefined, why: string | undefined, written = '') => {
    const before = notes.get(path)
    const version = { path, id: String(++count), at: now(), hash: before?.hash, next, why }
    kept.unshift(defined<Kept>({ ...version, text: before?.text ?? '', written }))
  }

  return {
    async read(path) {
      return notes.get(checkNotePath(path))
    },
    async write(path, text, { expect, why }) {
      const before = notes.get(checkNotePath(path))
      if (before?.hash !== expect) return { conflict: before?.hash }
      const next = hash('sha256', text)
      if (next !== expect) {
        keep(path, next, why, text)
        notes.set(path, { text: Buffer.from(text).toString(), hash: next, modified: now() })
      }
      return { hash: next }
    },
    async list(prefix = '') {
      return [...notes.keys()].filter((path) => path.startsWith(prefix)).toSorted()
    },
    async remove(path, { expect, why }) {
      if (notes.get(checkNotePath(path))?.hash !== expect) return false
      keep(path, undefined, why)
      return notes.delete(path)
    },
    async versions(path) {
      const found = path === undefined ? kept : kept.filter((each) => each.path === path)
      return found.map(({ text: _, written: __, ...version }) => version)
    },
    async version(path, id) {
      const own = kept.filter((each) => each.path === path)
      return own.find((each) => each.id === id)?.text ?? own.find((each) => each.next === id)?.written
    },
    async scrubVersions(change) {
      const before = kept
      let changed = 0
      kept = before.flatMap((each) => {
        const text = change(each.text, each.path)
        const written = change(each.written, each.path) ?? ''
        if (text === each.text && written === each.written) return [each]
        if (text !== each.text) changed++
        const next = each.next === undefined ? {} : { next: hash('sha256', written) }
        if (text === undefined) return []
        return [{ ...each, text, written, ...(each.hash === undefined ? {} : { hash: hash('sha256', text) }), ...next }]
      })
      return changed
    },
  }
}

type Held = { info: BlobInfo; data?: Uint8Array; marked?: Millis; dropped?: Millis }

export function memoryBlobs(now: () => Millis): BlobStore {
  const held = new Map<Ref, Held>()
  const live = (ref: Ref) => {
    const found = held.get(ref)
    return found?.data === undefined ? undefined : found
  }
  return {
    async put(data) {
      const bytes = await gather(data)
      const info = { ...measure(bytes), at: now() }
      held.set(info.ref, { info, data: bytes })
      return info
    },
    async get(ref, range) {
      const found = held.get(ref)
      if (found?.data === undefined) return found && gone(found.info)
      const { from, to } = clampRange(range, found.data.length)
      return found.data.slice(from, to)
    },
    async info(ref) {
      const found = held.get(ref)
      return found?.data === undefined ? found && gone(found.info) : found.info
    },
    async *list() {
      for (const { info, data } of [...held.values()]) if (data !== undefined) yield info
    },
    path: (ref) => `tool_result/${ref}.txt`,
    async mark(ref, at) {
      const found = live(ref)
      if (found !== undefined) found.marked = at
    },
    async unmark(ref) {
      delete live(ref)?.marked
    },
    async marked() {
      return new Map([...held].flatMap(([ref, { marked }]) => (marked === undefined ? [] : [[ref, marked] as const])))
    },
    async drop(ref, _why, at) {
      const found = live(ref)
      if (found?.marked === undefined) return false
      held.set(ref, { info: found.info, dropped: at })
      return true
    },
    async purge(before) {
      const old = [...held.values()].filter(({ dropped }) => dropped !== undefined && dropped < before)
      for (const each of old) delete each.dropped
      return old.length
    },
    async erase(ref) {
      const found = held.get(ref)
      if (found?.data === undefined && found?.dropped === undefined) return false
      held.set(ref, { info: found.info })
      return true
    },
  }
}

function gone(info: BlobInfo): Gone {
  return { gone: true, bytes: info.bytes, hash: info.ref }
}
