import type { Locks } from '../../src/drivers/files/lock.ts'

/** Locks between the tasks of one process only, for disks that no other process can see. */
export function processLocks(): Locks {
  const queues = new Map<string, Promise<unknown>>()
  return {
    hold(name, work) {
      const result = (queues.get(name) ?? Promise.resolve()).then(() => work({ async check() {} }))
      queues.set(
        name,
        result.catch(() => undefined),
      )
      return result
    },
    hurry() {},
    close() {},
  }
}
