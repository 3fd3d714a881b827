import type { LogStore, SessionId } from '../../model/driver.ts'
import type { Entry } from '../../model/entry.ts'
import { checkSeqs, checkSession } from '../shared/check.ts'

export function memoryLog(open: () => void): LogStore {
  const logs = new Map<SessionId, string[]>()
  return {
    async read(session, after = 0) {
      open()
      const lines = logs.get(checkSession(session)) ?? []
      const entries = lines.slice(after).map((line) => JSON.parse(line) as Entry)
      return { entries, head: lines.length, damage: [] }
    },
    async append(session, entries, { expect }) {
      open()
      checkSeqs(checkSession(session), entries, expect)
      const lines = logs.get(session) ?? []
      if (lines.length !== expect) return { conflict: lines.length }
      if (entries.length > 0) logs.set(session, [...lines, ...entries.map((entry) => JSON.stringify(entry))])
      return { head: expect + entries.length }
    },
    async sessions() {
      open()
      return [...logs.keys()].toSorted()
    },
    async remove(session) {
      open()
      return logs.delete(checkSession(session))
    },
    async scrub(session, change) {
      open()
      const lines = logs.get(checkSession(session)) ?? []
      const after = lines.map((line) => JSON.stringify(change(JSON.parse(line) as Entry)))
      if (lines.length > 0) logs.set(session, after)
      return after.filter((line, index) => line !== lines[index]).length
    },
  }
}
