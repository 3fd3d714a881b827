import type { AppendResult, LogStore, SessionId } from '../../../model/driver.ts'
import type { Seq } from '../../../model/edit.ts'
import type { Entry } from '../../../model/entry.ts'

type Line = {
  pending: Entry[]
  writing: Promise<void>
  isBroken: boolean
  conflict?: Seq | undefined
  /** Set while what is pending waits: calling it ends the wait. */
  wake?: (() => void) | undefined
}

/** What comes together is written together, and not while the turn that brought it is still on its way. */
const PAUSE_MS = 100

export type BehindLog = LogStore & { flush(): Promise<void> }

/** Edits, first entries and everything after a failure are durable when `append` resolves; the rest follows behind. */
export function writeBehind(log: LogStore, onProblem: (problem: unknown) => void): BehindLog {
  const lines = new Map<SessionId, Line>()

  return {
    async read(session, after) {
      await settled(session)
      return log.read(session, after)
    },
    async append(session, entries, options): Promise<AppendResult> {
      const line = lines.get(session)
      const last = entries.at(-1)
      if (!line || line.isBroken || !last || entries.some((entry) => entry.kind === 'edits')) {
        await rest(session)
        const { conflict } = line ?? {}
        if (line && conflict !== undefined) {
          line.conflict = undefined
          return { conflict }
        }
        const result = await log.append(session, entries, options)
        if (!line) lines.set(session, { pending: [], writing: Promise.resolve(), isBroken: false })
        else line.isBroken = false
        return result
      }
      line.pending.push(...entries)
      if (!line.wake) {
        line.writing = line.writing
          .then(() => pause(line))
          .then(() => write(session, line))
          .catch((error: unknown) => onProblem(error))
      }
      return { head: last.seq }
    },
    sessions: () => log.sessions(),
    async last(session) {
      await settled(session)
      return log.last?.(session)
    },
    async pack(before) {
      await flush()
      return (await log.pack?.(before)) ?? 0
    },
    async remove(session) {
      await settled(session)
      lines.delete(session)
      return log.remove(session)
    },
    async scrub(session, change) {
      await settled(session)
      return log.scrub(session, change)
    },
    flush,
  }

  async function flush(): Promise<void> {
    for (const session of lines.keys()) await settled(session)
  }

  async function settled(session: SessionId): Promise<void> {
    const line = lines.get(session)
    line?.wake?.()
    await line?.writing
  }

  async function rest(session: SessionId): Promise<void> {
    await settled(session)
    const line = lines.get(session)
    if (line && line.pending.length > 0) await write(session, line)
  }

  async function write(session: SessionId, line: Line): Promise<void> {
    const batch = line.pending
    const [first] = batch
    if (!first) return
    line.pending = []
    try {
      const options = { expect: first.seq - 1 }
      let result = await log.append(session, batch, options)
      // Somebody else wrote: the next append is told so, the session reads again, and the client says it again.
      if ('conflict' in result) line.conflict = result.conflict
      // Somebody only took something out: nothing of this is lost, and the session reads again.
      if ('conflict' in result && result.conflict === options.expect) {
        result = await log.append(session, batch, options)
        line.conflict = 'head' in result ? result.head : result.conflict
      }
      line.isBroken = line.conflict !== undefined
    } catch (error) {
      line.pending = [...batch, ...line.pending]
      line.isBroken = true
      throw error
    }
  }
}

function pause(line: Line): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => line.wake?.(), PAUSE_MS)
    line.wake = () => {
      clearTimeout(timer)
      line.wake = undefined
      resolve()
    }
  })
}
