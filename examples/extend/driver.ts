import { DaypackError, type Driver, type Entry, type LogStore } from 'daypack'
import { memoryDriver } from 'daypack/drivers'

/** A log store from outside: one JSON text for each entry, as a key-value store would keep them. */
export function mapLog(store: Map<string, string[]>, state: { isClosed: boolean }): LogStore {
  const entriesOf = (session: string) => {
    if (state.isClosed) throw new DaypackError('closed', 'This driver was closed; make another one.')
    if (typeof session !== 'string' || session === '' || !session.isWellFormed())
      throw new DaypackError('bad-config', 'A session is named by a text.')
    return (store.get(session) ?? []).map((text) => JSON.parse(text) as Entry)
  }
  return {
    async read(session, after = 0) {
      const all = entriesOf(session)
      return { entries: all.filter(({ seq }) => seq > after), head: all.at(-1)?.seq ?? 0, damage: [] }
    },
    async append(session, entries, { expect }) {
      const head = entriesOf(session).at(-1)?.seq ?? 0
      if (entries.some(({ seq }, index) => seq !== expect + 1 + index))
        throw new DaypackError('bad-config', `Entries must be numbered from ${expect + 1} on.`)
      if (entries.some(({ at }) => Number.isNaN(new Date(at).getTime())))
        throw new DaypackError('bad-config', 'Every entry has a time.')
      if (head !== expect) return { conflict: head }
      if (entries.length > 0)
        store.set(session, [...(store.get(session) ?? []), ...entries.map((entry) => JSON.stringify(entry))])
      return { head: entries.at(-1)?.seq ?? head }
    },
    async sessions() {
      if (state.isClosed) throw new DaypackError('closed', 'This driver was closed; make another one.')
      return [...store.keys()].toSorted()
    },
    async remove(session) {
      entriesOf(session)
      return store.delete(session)
    },
    async scrub(session, change) {
      const before = entriesOf(session)
      const texts = before.map((entry) => JSON.stringify(change(entry)))
      const changed = texts.filter((text, index) => text !== JSON.stringify(before[index])).length
      if (changed > 0) store.set(session, texts)
      return changed
    },
  }
}

/** A driver is its parts: the log is ours, blobs, days and notes are those of the driver in memory. */
export function mapDriver(now: () => number, zone = 'UTC'): Driver {
  const state = { isClosed: false }
  const memory = memoryDriver({ now, zone })
  return {
    ...memory,
    name: 'map',
    log: mapLog(new Map(), state),
    async close() {
      state.isClosed = true
      await memory.close()
    },
  }
}
