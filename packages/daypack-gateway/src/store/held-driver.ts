import type { BlobStore, DayStore, Driver, Entry, LogStore, Seq, SessionId } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { overlayBlobs, type AppendResult } from 'daypack/internal'
import { outbox, type Outbox } from './outbox.ts'

export type HeldDriver<D extends Driver> = D & Required<Pick<Driver, 'unwritten' | 'close'>>

/** A driver for the gateway: what a full disk refuses is held in memory, and written when there is room. */
export function heldDriver<D extends Driver>(driver: D, onProblem: (problem: unknown) => void): HeldDriver<D> {
  return held(driver, outbox(onProblem), onProblem)
}

function held<D extends Driver>(driver: D, waiting: Outbox, onProblem: (problem: unknown) => void): HeldDriver<D> {
  return {
    ...driver,
    ...(driver.log && { log: heldLog(driver.log, waiting) }),
    ...(driver.blobs && { blobs: heldBlobs(driver.blobs, waiting) }),
    ...(driver.days && { days: heldDays(driver.days, waiting) }),
    ...(driver.scope && {
      scope: async (name: string) => held((await driver.scope?.(name)) ?? driver, waiting, onProblem),
    }),
    unwritten: waiting.unwritten,
    async close() {
      await waiting.drain().catch(onProblem)
      await driver.close?.()
    },
  }
}

type Batch = readonly Entry[]

function heldLog(log: LogStore, waiting: Outbox): LogStore {
  const held = new Map<SessionId, readonly Batch[]>()
  const conflicts = new Map<SessionId, Seq>()

  return {
    ...log,
    async read(session, after = 0) {
      const stored = await log.read(session, after)
      const newer = (held.get(session) ?? []).flat().filter(({ seq }) => seq > Math.max(after, stored.head))
      return { ...stored, entries: [...stored.entries, ...newer], head: newer.at(-1)?.seq ?? stored.head }
    },
    async append(session, entries, options): Promise<AppendResult> {
      const conflict = conflicts.get(session)
      conflicts.delete(session)
      // Not above what the caller knows: it has to read all of it again.
      if (conflict !== undefined) return { conflict: Math.min(conflict, options.expect) }
      return waiting.write<AppendResult>({
        write: () => log.append(session, entries, options),
        bytes: () => JSON.stringify(entries).length,
        hold() {
          held.set(session, [...(held.get(session) ?? []), entries])
          return { head: entries.at(-1)?.seq ?? options.expect }
        },
        later: () => writeLate(session, entries, options),
      })
    },
    async sessions() {
      return [...new Set([...(await log.sessions()), ...held.keys()])]
    },
    async last(session) {
      return held.get(session)?.at(-1)?.at(-1)?.at ?? log.last?.(session)
    },
    async remove(session) {
      await waiting.drain()
      return log.remove(session)
    },
    async scrub(session, change) {
      await waiting.drain()
      return log.scrub(session, change)
    },
  }

  /** Nobody is there to be told of a conflict: the next append is, and the client says all of it again. */
  async function writeLate(session: SessionId, batch: Batch, options: { readonly expect: Seq }): Promise<void> {
    const batches = held.get(session) ?? []
    // What came before it met a conflict, and took it along.
    if (!batches.includes(batch)) return
    let result = await log.append(session, batch, options)
    // Somebody only took something out: nothing of this is lost, and the session reads again.
    const isScrubbed = 'conflict' in result && result.conflict === options.expect
    if (isScrubbed) result = await log.append(session, batch, options)
    const rest = 'conflict' in result ? [] : batches.filter((one) => one !== batch)
    if (rest.length > 0) held.set(session, rest)
    else held.delete(session)
    if ('conflict' in result) conflicts.set(session, result.conflict)
    else if (isScrubbed) conflicts.set(session, result.head)
  }
}

function heldBlobs(blobs: BlobStore, waiting: Outbox): BlobStore {
  let memory = memoryDriver().blobs
  const over = () => (waiting.unwritten() ? overlayBlobs(memory, blobs) : blobs)
  return {
    ...blobs,
    put(data) {
      if (typeof data !== 'string' && !(data instanceof Uint8Array)) return blobs.put(data)
      if (!waiting.unwritten()) memory = memoryDriver().blobs
      return waiting.write({ write: () => blobs.put(data), bytes: () => data.length, hold: () => memory.put(data) })
    },
    get: (ref, range) => over().get(ref, range),
    info: (ref) => over().info(ref),
    async erase(ref, why, at) {
      await waiting.drain()
      return blobs.erase(ref, why, at)
    },
  }
}

function heldDays(days: DayStore, waiting: Outbox): DayStore {
  return {
    ...days,
    append: (records) =>
      waiting.write({
        write: () => days.append(records),
        bytes: () => JSON.stringify(records).length,
        hold: () => [],
      }),
    async scrub(change) {
      await waiting.drain()
      return days.scrub(change)
    },
  }
}
