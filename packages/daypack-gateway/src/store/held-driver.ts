import type { BlobStore, DayStore, Driver } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { overlayBlobs } from 'daypack/internal'
import { outbox, type Outbox } from './outbox.ts'
import { writeBehind } from './write-behind.ts'

export type HeldDriver<D extends Driver> = D & Required<Pick<Driver, 'unwritten' | 'close'>>

/** A driver for the gateway: what is said does not wait for the disk, and what a full disk refuses is held in memory. */
export function heldDriver<D extends Driver>(driver: D, onProblem: (problem: unknown) => void): HeldDriver<D> {
  return held(driver, outbox(onProblem), onProblem)
}

function held<D extends Driver>(driver: D, waiting: Outbox, onProblem: (problem: unknown) => void): HeldDriver<D> {
  const log = driver.log && writeBehind(driver.log, waiting, onProblem)
  return {
    ...driver,
    ...(log && { log }),
    ...(driver.blobs && { blobs: heldBlobs(driver.blobs, waiting) }),
    ...(driver.days && { days: heldDays(driver.days, waiting) }),
    ...(driver.scope && {
      scope: async (name: string) => held((await driver.scope?.(name)) ?? driver, waiting, onProblem),
    }),
    unwritten: waiting.unwritten,
    async close() {
      await log?.flush()
      await waiting.drain().catch(onProblem)
      await driver.close?.()
    },
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
