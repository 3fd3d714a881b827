import type { DayPlace, DayStore, DialogRecord } from '../../model/driver.ts'
import { isObject, type Json, type Millis } from '../../model/json.ts'
import { recent } from '../shared/recent.ts'
import { follow } from './follow.ts'
import { journalAt } from './journal.ts'
import type { Lease, Locks } from './lock.ts'
import type { Tree } from './paths.ts'
import type { JournalRecord } from './record.ts'

const DIALOG = ['dialog']
const LOCK = 'dialog'
const NAME = /^(\d{4}-\d\d-\d\d)\.jsonl$/
/** How many days' records stay in memory; others are read again when something is added. */
const REMEMBERED = 2

export function filesDays(tree: Tree, locks: Locks, now: () => Millis, day: (at: Millis) => string): DayStore {
  const files = recent<string, DayFile>(REMEMBERED, (name) => dayFile(tree, locks, now, name))
  const names = async () => {
    const found = await tree.vfs.readdir(await tree.folder(DIALOG))
    return found.flatMap(({ name, kind }) => (kind === 'file' ? (NAME.exec(name)?.[1] ?? []) : [])).toSorted()
  }
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
      return records.flatMap((record) => recordOfLine(record) ?? [])
    },

    days: names,

    async scrub(change) {
      const one = (payload: Json, at: Millis): Json => {
        const before = recordOfLine({ payload, at })
        const after = before && change(before)
        return after === undefined || after === before ? payload : lineOf(after)
      }
      let changed = 0
      for (const name of await names())
        changed += await locks.hold(LOCK, (lease) => journalOf(tree, locks, now, name).rewrite(one, lease))
      return changed
    },
  }
}

type DayFile = { add(records: readonly DialogRecord[], lease: Lease): Promise<[DialogRecord, DayPlace][]> }

function dayFile(tree: Tree, locks: Locks, now: () => Millis, name: string): DayFile {
  const journal = journalOf(tree, locks, now, name)
  const file = `${tree.named(DIALOG)}/${name}.jsonl`
  const lines = new Map<string, number>()
  const follower = follow(
    journal,
    (record) => {
      const found = recordOfLine(record)
      if (found) lines.set(keyOf(found), record.line)
    },
    () => lines.clear(),
  )
  return {
    async add(records, lease) {
      await follower.refresh(lease)
      const fresh = new Map<string, DialogRecord>()
      for (const record of records) if (!lines.has(keyOf(record))) fresh.set(keyOf(record), record)
      const items = [...fresh.values()].map((record) => ({
        at: record.at,
        payload: lineOf(record),
        frame: 'message' as const,
      }))
      await follower.append(items, lease)
      return records.map((record) => {
        const { session, seq } = record
        return [record, { file, line: Number(lines.get(keyOf(record))), session, seq }]
      })
    },
  }
}

function journalOf(tree: Tree, locks: Locks, now: () => Millis, day: string) {
  const place = { folder: DIALOG, name: `${day}.jsonl` }
  return journalAt({ tree, locks, lock: LOCK, place, valid: isDialog, now })
}

function isDialog(record: JournalRecord): boolean {
  return recordOfLine(record) !== undefined
}

/** By what all versions write: a hash had 64 digits once. */
function keyOf({ session, seq, sha256 }: DialogRecord): string {
  return JSON.stringify([session, seq, sha256.slice(0, 16)])
}

/** The message as CoPaw keeps it; our own facts are in `metadata`, which comes first. */
export function lineOf({ session, seq, sha256, message }: DialogRecord): Json {
  const { metadata = {}, ...rest } = isObject(message) ? message : { content: message }
  const own = { session, message: seq, hash: sha256, ...(!isObject(message) && { bare: true }) }
  return { metadata: { ...own, ...(isObject(metadata) ? metadata : { other: metadata }) }, ...rest }
}

export function recordOfLine({ payload, at }: Pick<JournalRecord, 'payload' | 'at'>): DialogRecord | undefined {
  if (!isObject(payload)) return undefined
  const { metadata, ...rest } = payload
  if (!isObject(metadata)) return undefined
  const { session, message: seq, hash: sha256, bare, ...others } = metadata
  if (typeof session !== 'string' || typeof seq !== 'number' || typeof sha256 !== 'string') return undefined
  const kept = Object.keys(others).length > 0 ? { metadata: others } : {}
  const message = bare === true ? (rest['content'] ?? null) : { ...rest, ...kept }
  return { session, seq, at, sha256, message }
}
