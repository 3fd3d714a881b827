import type { LogStore, SessionId, Seq, Entry } from 'daypack'
import type { AppendResult } from 'daypack/internal'
import type { Outbox } from './outbox.ts'

type Line = {
  pending: readonly Entry[]
  /** What waits in the outbox. */
  held: readonly (readonly Entry[])[]
  writing: Promise<void>
  isBroken: boolean
  conflict?: Seq | undefined
  /** Set while what is pending waits: calling it ends the wait. */
  wake?: (() => void) | undefined
}

/** What comes together is written together, and not while the turn that brought it is still on its way. */
const PAUSE_MS = 100

export type BehindLog = LogStore & { flush(): Promise<void> }

/**
 * Edits, first entries and everything after a failure are durable when `append` resolves, or wait in the outbox; the rest
 * follows behind.
 */
export function writeBehind(log: LogStore, outbox: Outbox, onProblem: (problem: unknown) => void): BehindLog {
  const lines = new Map<SessionId, Line>()

  return {
    async read(session, after = 0) {
      await settled(session)
      const waiting = lines.get(session)?.held.flat() ?? []
      const stored = await log.read(session, after)
      const newer = waiting.filter(({ seq }) => seq > Math.max(after, stored.head))
      const head = newer.at(-1)?.seq ?? stored.head
      return { ...stored, entries: [...stored.entries, ...newer], head }
    },
    async append(session, entries, options): Promise<AppendResult> {
      const known = lines.get(session)
      const last = entries.at(-1)
      if (!last || !known || known.isBroken || entries.some((entry) => entry.kind === 'edits')) {
        const line = known ?? { pending: [], held: [], writing: Promise.resolve(), isBroken: false }
        await rest(session)
        const { conflict } = line
        line.conflict = undefined
        // Not above what the caller knows: it has to read all of it again.
        if (conflict !== undefined) return { conflict: Math.min(conflict, options.expect) }
        const result = await outbox.write<AppendResult>({
          write: () => log.append(session, entries, options),
          ...held(session, line, entries),
        })
        line.isBroken = false
        lines.set(session, line)
        return result
      }
      known.pending = [...known.pending, ...entries]
      if (!known.wake) {
        known.writing = known.writing
          .then(() => pause(known))
          .then(() => write(session, known))
          .catch((error: unknown) => onProblem(error))
      }
      return { head: last.seq }
    },
    async sessions() {
      const waiting = [...lines.keys()].filter((session) => lines.get(session)?.held.length)
      return [...new Set([...(await log.sessions()), ...waiting])]
    },
    async last(session) {
      await settled(session)
      return lines.get(session)?.held.at(-1)?.at(-1)?.at ?? log.last?.(session)
    },
    async pack(before) {
      await flush()
      return (await log.pack?.(before)) ?? 0
    },
    async remove(session) {
      await settled(session)
      await outbox.drain()
      lines.delete(session)
      return log.remove(session)
    },
    async scrub(session, change) {
      await settled(session)
      await outbox.drain()
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
    if (line) await write(session, line)
  }

  async function write(session: SessionId, line: Line): Promise<void> {
    const batch = line.pending
    if (batch.length === 0) return
    line.pending = []
    try {
      await outbox.write({ write: () => writeLate(session, line, batch), ...held(session, line, batch) })
      line.isBroken = line.conflict !== undefined
    } catch (error) {
      line.pending = [...batch, ...line.pending]
      line.isBroken = true
      throw error
    }
  }

  /** Nothing was there to be told of a conflict at once: the next append is, and the client says all of it again. */
  async function writeLate(session: SessionId, line: Line, batch: readonly Entry[]): Promise<AppendResult> {
    const expect = (batch[0]?.seq ?? 1) - 1
    let result = await log.append(session, batch, { expect })
    // Somebody only took something out: nothing of this is lost, and the session reads again.
    const isScrubbed = 'conflict' in result && result.conflict === expect
    if (isScrubbed) result = await log.append(session, batch, { expect })
    if ('conflict' in result) Object.assign(line, { conflict: result.conflict, pending: [], held: [] })
    else if (isScrubbed) line.conflict = result.head
    return result
  }

  function held(session: SessionId, line: Line, batch: readonly Entry[]) {
    return {
      bytes: () => JSON.stringify(batch).length,
      hold(): AppendResult {
        line.held = [...line.held, batch]
        return { head: batch.at(-1)?.seq ?? 0 }
      },
      async later() {
        // What came before it met a conflict, and took it along.
        if (!line.held.includes(batch)) return
        await writeLate(session, line, batch)
        line.held = line.held.filter((one) => one !== batch)
      },
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
