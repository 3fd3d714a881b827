import type { DayPlace, DayStore, DialogRecord } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import type { Json, Millis } from '../../model/json.ts'
import { recent } from '../shared/recent.ts'
import type { PlacedRecord } from './cursor.ts'
import { journalAt } from './journal.ts'
import type { Lease, Locks } from './lock.ts'
import type { Tree } from './paths.ts'
import type { JournalRecord } from './record.ts'

const DIALOG = ['dialog']
const LOCK = 'dialog'
const NAME = /^(\d{4}-\d\d-\d\d)\.jsonl$/
/** Days whose records are known by heart; others are read again when something is added. */
const REMEMBERED = 16

export function filesDays(tree: Tree, locks: Locks, now: () => Millis, day: (at: Millis) => string): DayStore {
  const files = recent<string, DayFile>(REMEMBERED, (name) => dayFile(tree, locks, now, name))
  return {
    async append(records) {
      const days = Map.groupBy(records, ({ at }) => day(at))
      const places = new Map<DialogRecord, DayPlace>()
      for (const [name, group] of days) {
        await locks.hold(LOCK, async (lease) => {
          for (const [record, place] of await files.get(name).add(group, lease)) places.set(record, place)
        })
      }
      return records.flatMap((record) => places.get(record) ?? [])
    },

    async read(name) {
      if (!NAME.test(`${name}.jsonl`)) return []
      const { records } = await journalOf(tree, locks, now, name).read(0)
      return records.map(dialogOf)
    },

    async days() {
      const names = await tree.vfs.readdir(await tree.folder(DIALOG))
      return names.flatMap(({ name, kind }) => (kind === 'file' ? (NAME.exec(name)?.[1] ?? []) : [])).toSorted()
    },
  }
}

type DayFile = { add(records: readonly DialogRecord[], lease: Lease): Promise<[DialogRecord, DayPlace][]> }

function dayFile(tree: Tree, locks: Locks, now: () => Millis, name: string): DayFile {
  const journal = journalOf(tree, locks, now, name)
  const file = [...DIALOG, `${name}.jsonl`].join('/')
  const lines = new Map<string, number>()
  let head = 0

  const refresh = async (lease: Lease) => {
    let found = await journal.read(head, lease)
    if (found.reset) {
      lines.clear()
      found = await journal.read(0, lease)
    }
    for (const record of found.records) lines.set(keyOf(dialogOf(record)), record.line)
    head = found.head
  }

  return {
    async add(records, lease) {
      await refresh(lease)
      const fresh = new Map<string, DialogRecord>()
      for (const record of records) if (!lines.has(keyOf(record))) fresh.set(keyOf(record), record)
      const added = [...fresh.values()].map((record, index) => ({
        seq: head + 1 + index,
        at: record.at,
        payload: record as unknown as Json,
      }))
      const result = await journal.append(added, head, lease)
      if ('conflict' in result) throw new DaypackError('conflict', `${file} changed under the lock; try again.`)
      head = result.head
      let { line } = result
      for (const key of fresh.keys()) lines.set(key, line++)
      return records.map((record) => {
        const { session, seq } = record
        return [record, { file, line: lines.get(keyOf(record)) ?? 0, session, seq }]
      })
    },
  }
}

function journalOf(tree: Tree, locks: Locks, now: () => Millis, day: string) {
  const place = { folder: DIALOG, name: `${day}.jsonl` }
  return journalAt({ tree, locks, lock: LOCK, place, about: { kind: 'dialog', day }, valid: isDialog, now })
}

function dialogOf({ payload }: PlacedRecord): DialogRecord {
  return payload as unknown as DialogRecord
}

function isDialog({ at, payload }: JournalRecord): boolean {
  if (typeof payload !== 'object' || payload === null || !('session' in payload)) return false
  const { session, seq, sha256 } = payload
  return typeof session === 'string' && typeof seq === 'number' && typeof sha256 === 'string' && payload['at'] === at
}

function keyOf({ session, seq, sha256 }: DialogRecord): string {
  return JSON.stringify([session, seq, sha256])
}
