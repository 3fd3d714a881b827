import type { DaypackOptions } from '../../src/config.ts'
import { createDaypack } from '../../src/daypack.ts'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import type { Entry } from '../../src/model/entry.ts'
import { byBytes } from '../../src/tokens/count.ts'
import type { Session } from '../../src/session/session.ts'

export type World = {
  readonly session: Session
  readonly clock: { now: number }
  readonly entries: () => Promise<Entry[]>
  /** A second session object on the same log, as another process would have it. */
  readonly reopened: () => Promise<Session>
}

/** A session on a memory driver with a clock that is set by hand; tokens are bytes / 4 unless told otherwise. */
export async function world(options: Partial<DaypackOptions> = {}): Promise<World> {
  const clock = { now: Date.UTC(2026, 0, 15, 12) }
  const driver = memoryDriver({ now: () => clock.now, zone: 'UTC' })
  const all: DaypackOptions = {
    dir: 'memory',
    driver,
    window: 3_500,
    retention: false,
    memory: false,
    ...options,
    tuning: {
      now: () => clock.now,
      counter: byBytes(4),
      maxOutput: 400,
      inlineMaxBytes: 256,
      passes: [],
      ...options.tuning,
    },
  }
  const session = await (await createDaypack(all)).session('one')
  return {
    session,
    clock,
    entries: async () => (await driver.log.read('one')).entries,
    reopened: async () => (await createDaypack(all)).session('one'),
  }
}
