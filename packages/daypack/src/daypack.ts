import { settingsOf, type DaypackOptions } from './config.ts'
import { filesDriver } from './drivers/files/index.ts'
import type { Driver, SessionId } from './model/driver.ts'
import { DaypackError } from './model/errors.ts'
import { Session } from './session/session.ts'
import { o200k } from './tokens/count.ts'

export type Daypack = {
  /** Open a session, or start it. The same id gives the same object. */
  session(id: SessionId): Promise<Session>
  sessions(): Promise<SessionId[]>
  readonly driver: Driver
  close(): Promise<void>
}

/** Wires the flow and owns no logic. */
export async function createDaypack(options: DaypackOptions): Promise<Daypack> {
  const settings = settingsOf(options)
  const driver: Driver = settings.driver ?? (await filesDriver({ dir: settings.dir, now: settings.now }))
  const { log, blobs } = driver
  if (!log || !blobs) throw new DaypackError('bad-config', `The driver ${driver.name} has no log or no blobs; give one that has both.`)
  const counter = settings.counter ?? (await o200k())
  const open = new Map<SessionId, Promise<Session>>()
  let isClosed = false
  return {
    driver,
    session(id) {
      if (isClosed) throw new DaypackError('closed', 'This pack was closed; create a new one.')
      const known = open.get(id)
      if (known) return known
      const opened = Session.open(id, { log, blobs, settings, counter })
      open.set(id, opened)
      opened.catch(() => open.delete(id))
      return opened
    },
    sessions: () => log.sessions(),
    async close() {
      if (isClosed) return
      isClosed = true
      for (const session of open.values()) await session.then((each) => each.idle())
      await driver.close?.()
    },
  }
}
