import { hash } from 'node:crypto'
import type { LogStore, SessionId } from '../../model/driver.ts'
import type { Entry } from '../../model/entry.ts'
import { entryProblem } from '../../model/entry-check.ts'
import { isObject, type Json, type Millis } from '../../model/json.ts'
import { checkSeqs } from '../shared/check.ts'
import { recent } from '../shared/recent.ts'
import { journalAt, type Journal } from './journal.ts'
import type { Locks } from './lock.ts'
import { quarantineName, QUARANTINE } from './mend.ts'
import { decodeName, encodeName, isHashed } from './names.ts'
import type { Tree } from './paths.ts'
import { chunks, gather, withFile } from './read.ts'
import { isTimeOf, NEWLINE, readLine, type JournalRecord } from './record.ts'
import { ifThere } from './vfs.ts'

const LOG = ['log']
const EXTENSION = '.jsonl'
/** Sessions whose place in the file is remembered; others are read from the beginning again. */
const REMEMBERED = 1000
const FIRST_LINE_BYTES = 64 * 1024

export function filesLog(tree: Tree, locks: Locks, now: () => Millis): LogStore {
  const journals = recent<SessionId, Journal>(REMEMBERED, (session) => journalOf(tree, locks, now, session))
  return {
    async read(session, after = 0) {
      const { records, head, damage } = await journals.get(session).read(after)
      return { entries: records.map(({ payload }) => payload as unknown as Entry), head, damage }
    },

    async append(session, entries, { expect }) {
      const journal = journals.get(session)
      checkSeqs(session, entries, expect)
      const records = entries.map((entry) => ({ seq: entry.seq, at: entry.at, payload: entry }))
      const result = await locks.hold(lockOf(session), (lease) => journal.append(records, expect, lease))
      return 'conflict' in result ? result : { head: result.head }
    },

    async sessions() {
      const names = (await tree.vfs.readdir(await tree.folder(LOG)))
        .filter(({ name, kind }) => kind === 'file' && name.endsWith(EXTENSION))
        .map(({ name }) => name.slice(0, -EXTENSION.length))
      const found: SessionId[] = []
      for (const name of names) {
        const session = isHashed(name) ? await idInside(tree, name) : decodeName(name)
        if (session !== undefined) found.push(session)
      }
      return found.toSorted()
    },

    async remove(session) {
      const name = encodeName(session) + EXTENSION
      return await locks.hold(lockOf(session), async (lease) => {
        const folder = await tree.folder(LOG)
        const path = tree.path({ folder: LOG, name })
        if ((await ifThere(tree.vfs.stat(path))) === undefined) return false
        await lease.check()
        await removeQuarantined(tree, fileOf(session))
        await tree.vfs.unlink(path)
        await tree.vfs.syncDir(folder)
        return true
      })
    },

    async scrub(session, change) {
      const one = (payload: Json): Json => change(payload as unknown as Entry)
      return await locks.hold(lockOf(session), (lease) => journals.get(session).rewrite(one, lease))
    },
  }
}

function journalOf(tree: Tree, locks: Locks, now: () => Millis, session: SessionId): Journal {
  const place = { folder: LOG, name: encodeName(session) + EXTENSION }
  return journalAt({ tree, locks, lock: lockOf(session), place, about: { kind: 'log', session }, valid: isEntry, now })
}

/** An entry repeats its number and time, and so the hash covers them too. What is none is damage, and its neighbours stay. */
function isEntry(record: JournalRecord): boolean {
  const { seq, payload } = record
  if (!isObject(payload) || payload['seq'] !== seq || !isTimeOf(record, payload['at'])) return false
  return entryProblem(payload) === undefined
}

/** Sessions share a few locks, so that many sessions need no more than a few open files. */
function lockOf(session: SessionId): string {
  return `log-${hash('sha256', session).slice(0, 1)}`
}

function fileOf(session: SessionId): string {
  return [...LOG, encodeName(session) + EXTENSION].join('/')
}

/** A name that ends in a hash does not tell the id, but the first line does. */
async function idInside(tree: Tree, name: string): Promise<SessionId | undefined> {
  return await withFile(tree, { folder: LOG, name: name + EXTENSION }, 'read', async (file) => {
    const beginning = await gather(chunks(file, 0, Math.min((await file.stat()).size, FIRST_LINE_BYTES)))
    const [first] = readLine(beginning.subarray(0, Math.max(beginning.indexOf(NEWLINE), 0)))
    const about = first?.kind === 'record' ? first.record.payload : undefined
    const session = isObject(about) ? about['session'] : undefined
    return typeof session === 'string' && encodeName(session) === name ? session : undefined
  })
}

async function removeQuarantined(tree: Tree, file: string): Promise<void> {
  const folder = await ifThere(tree.folder(QUARANTINE))
  if (folder === undefined) return
  const prefix = quarantineName(file, '')
  for (const { name } of await tree.vfs.readdir(folder)) {
    if (name.startsWith(prefix)) await tree.vfs.unlink(tree.path({ folder: QUARANTINE, name }))
  }
}
