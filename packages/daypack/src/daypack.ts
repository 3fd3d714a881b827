import { archive, slotsBetween } from './archive/index.ts'
import { settingsOf, type DaypackOptions, type Settings } from './config.ts'
import { filesDriver } from './drivers/files/index.ts'
import { createRetention, type Retention, type RetentionPolicy } from './log/retention.ts'
import type { Driver, SessionId } from './model/driver.ts'
import { DaypackError } from './model/errors.ts'
import type { ModelTool } from './model/tool.ts'
import { retrievalTools } from './retrieval/index.ts'
import { blobReferences } from './session/live.ts'
import { Session, type SessionParts } from './session/session.ts'
import { o200k } from './tokens/count.ts'

export type Daypack = {
  /** Open a session, or start it. The same id gives the same object. */
  session(id: SessionId): Promise<Session>
  sessions(): Promise<SessionId[]>
  /** Tools for the model, as plain definitions and handlers: reading back what this session left out. */
  tools(session: Session): ModelTool[]
  /** Remove blobs nobody needs any more, by the retention policy; also done at the start and every hour. */
  sweep(): Promise<void>
  readonly driver: Driver
  close(): Promise<void>
}

/** Wires the flow and owns no logic. */
export async function createDaypack(options: DaypackOptions): Promise<Daypack> {
  const settings = settingsOf(options)
  const driver: Driver = settings.driver ?? (await filesDriver({ dir: settings.dir, now: settings.now }))
  const parts = await partsOf(driver, settings)
  const retention = retentionOf(driver, settings)
  const open = new Map<SessionId, Promise<Session>>()
  let isClosed = false
  return {
    driver,
    session(id) {
      if (isClosed) throw new DaypackError('closed', 'This pack was closed; create a new one.')
      const known = open.get(id)
      if (known) return known
      const opened = Session.open(id, parts)
      open.set(id, opened)
      opened.catch(() => open.delete(id))
      return opened
    },
    sessions: () => parts.log.sessions(),
    tools: (session) => retrievalTools(session.source()),
    async sweep() {
      await retention?.sweep()
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await retention?.stop()
      for (const session of open.values()) await session.then((each) => each.idle())
      if (!settings.driver) await driver.close?.()
    },
  }
}

async function partsOf(driver: Driver, settings: Settings): Promise<SessionParts> {
  const { log, blobs, days } = driver
  if (!log || !blobs) {
    throw new DaypackError('bad-config', `The driver ${driver.name} has no log or no blobs; give one that has both, such as files.`)
  }
  const counter = settings.counter ?? (await o200k())
  if (!days) return { log, blobs, settings, counter }
  return { log, blobs, settings, counter, archive: (session, view, from, to) => archive(days, session, slotsBetween(view, from, to)) }
}

const DAY_MS = 24 * 60 * 60_000

function retentionOf(driver: Driver, settings: Settings): Retention | undefined {
  const { blobs } = driver
  if (settings.retention === false || !blobs) return undefined
  const policy: RetentionPolicy = { maxAgeMs: settings.retentionDays * DAY_MS, ...settings.retention }
  const retention = createRetention({
    blobs,
    policy,
    now: settings.now,
    references: () => blobReferences(driver, settings.now(), policy.maxAgeMs ?? 0),
    every(ms, run) {
      const timer = setInterval(run, ms)
      timer.unref()
      return () => clearInterval(timer)
    },
  })
  retention.start()
  return retention
}
