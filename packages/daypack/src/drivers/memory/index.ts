import { dayOf, systemZone } from '../../model/day.ts'
import type { Driver, LogStore, SessionId, DayPlace, DayStore, DialogRecord } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import type { Millis } from '../../model/json.ts'
import { memoryBlobs } from './blobs.ts'
import { memoryNotes } from './notes.ts'
import type { Entry } from '../../model/entry.ts'
import { checkSeqs, checkSession } from '../shared/check.ts'
import { guarded } from '../shared/guard.ts'

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
