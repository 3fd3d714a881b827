import type { Ref } from '../../model/message.ts'
import type { BlobInfo } from '../../model/driver.ts'
import type { Millis } from '../../model/json.ts'
import { isRef } from '../shared/check.ts'
import { follow } from './follow.ts'
import { journalAt } from './journal.ts'
import type { Lease, Locks } from './lock.ts'
import type { Tree } from './paths.ts'
import type { JournalRecord } from './record.ts'

export const BLOBS = ['tool_result']
export const BLOBS_LOCK = 'blobs'

export type KnownBlob = BlobInfo & { readonly marked?: Millis; readonly dropped?: Millis }

type Operation =
  | ({ readonly op: 'put' } & BlobInfo)
  | { readonly op: 'mark'; readonly ref: Ref; readonly at: Millis }
  | { readonly op: 'unmark'; readonly ref: Ref }
  | { readonly op: 'drop'; readonly ref: Ref; readonly at: Millis; readonly why: string }

export type Manifest = {
  /** All that is known now, other processes' doings included. Who holds the lock must hand over the lease. */
  refresh(lease?: Lease): Promise<ReadonlyMap<Ref, KnownBlob>>
  add(operation: Operation, lease: Lease): Promise<void>
}

export function manifestOf(tree: Tree, locks: Locks, now: () => Millis): Manifest {
  const known = new Map<Ref, KnownBlob>()
  const journal = journalAt({
    tree,
    locks,
    lock: BLOBS_LOCK,
    place: { folder: BLOBS, name: 'manifest.jsonl' },
    about: { kind: 'blobs' },
    valid: isOperation,
    now,
  })
  const follower = follow(
    journal,
    ({ payload }) => apply(known, payload as unknown as Operation),
    () => known.clear(),
  )
  return {
    async refresh(lease) {
      await follower.refresh(lease)
      return known
    },
    add: (operation, lease) => follower.append([{ at: now(), payload: operation }], lease),
  }
}

function apply(known: Map<Ref, KnownBlob>, operation: Operation): void {
  const { ref } = operation
  const before = known.get(ref)
  if (operation.op === 'put') {
    const { bytes, lines, at } = operation
    known.set(ref, { ref, bytes, lines, at })
  } else if (before !== undefined && before.dropped === undefined) {
    const { marked: _, ...rest } = before
    if (operation.op === 'unmark') known.set(ref, rest)
    else known.set(ref, { ...rest, [operation.op === 'mark' ? 'marked' : 'dropped']: operation.at })
  }
}

function isOperation({ payload }: JournalRecord): boolean {
  if (typeof payload !== 'object' || payload === null || !('op' in payload)) return false
  const { op, ref, at, bytes, lines } = payload
  if (typeof ref !== 'string' || !isRef(ref)) return false
  const sized = op !== 'put' || (typeof bytes === 'number' && typeof lines === 'number')
  return sized && (op === 'unmark' || typeof at === 'number')
}
