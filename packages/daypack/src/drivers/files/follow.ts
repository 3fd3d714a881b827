import { DaypackError } from '../../model/errors.ts'
import type { PlacedRecord } from './scan.ts'
import type { Journal } from './journal.ts'
import type { Lease } from './lock.ts'
import type { JournalRecord } from './record.ts'

export type Follower = {
  /** Take in what is new. Who holds the lock must hand over the lease. */
  refresh(lease?: Lease): Promise<void>
  /** Append after everything taken in. The caller holds the lock and has refreshed under it. */
  append(items: readonly Omit<JournalRecord, 'seq'>[], lease: Lease): Promise<void>
}

/** Keeps something in step with a journal: each record is taken in once and in order, however many ask at the same time. */
export function follow(journal: Journal, take: (record: PlacedRecord) => void, beginAgain: () => void): Follower {
  let generation = 0
  let seq = 0
  let head = 0

  const takeNew = (records: readonly PlacedRecord[]) => {
    for (const record of records) {
      if (record.seq <= seq) continue
      take(record)
      seq = record.seq
    }
  }

  return {
    async refresh(lease) {
      let found = await journal.read(seq, lease)
      if (found.generation > generation) {
        found = await journal.read(0, lease)
        if (found.generation > generation) {
          beginAgain()
          ;({ generation } = found)
          seq = 0
          head = 0
        }
      }
      // Somebody else's refresh may have overtaken this one.
      if (found.generation < generation) return
      takeNew(found.records)
      head = Math.max(head, found.head)
    },

    async append(items, lease) {
      const records = items.map((item, index) => ({ ...item, seq: head + 1 + index }))
      const result = await journal.append(records, head, lease)
      if ('conflict' in result) throw new DaypackError('conflict', 'Another program wrote without the lock; try again.')
      takeNew(records.map((record, index) => ({ ...record, line: result.line + index })))
      head = Math.max(head, result.head)
    },
  }
}
