import type { Rupture } from '../cache/rupture.ts'
import type { Settings } from '../config.ts'
import type { KeptLines } from '../handover/note/keep.ts'
import type { BlobStore, DayPlace, LogStore, SessionId } from '../model/driver.ts'
import type { Seq } from '../model/edit.ts'
import { reasonOf } from '../model/errors.ts'
import type { Plan } from '../plan/plan.ts'
import type { Counter } from '../tokens/count.ts'
import type { Change as Shown } from '../view/diff.ts'
import type { View } from '../view/view.ts'
import { kindOf, type Warner } from '../warn.ts'
import type { RecallFor } from './memory.ts'

export type SessionEvents = {
  /** Blocks and messages that left the view: a host's read cache can forget that the model knows them. */
  evicted: [changes: readonly Shown[]]
  epoch: [plan: Plan]
  problem: [error: unknown]
  /** The provider's cache answered less than it should, and not because of an epoch of ours. */
  rupture: [rupture: Rupture]
}

/** What a session works with. */
export type SessionParts = {
  readonly log: LogStore
  readonly blobs: BlobStore
  readonly settings: Settings
  readonly counter: Counter
  /** Makes messages durable in the dialog archive; called before anything is folded. */
  readonly archive?: (session: SessionId, view: View, from: Seq, to: Seq) => Promise<readonly DayPlace[]>
  /** Leaves facts and lessons of the messages up to `to` in memory, in the background; called before a fold. */
  readonly flush?: (session: SessionId, to: Seq, keep?: KeptLines) => Promise<void>
  readonly recall?: RecallFor
  readonly warn?: Warner
  /** Told how many bytes went into a blob: retention keeps its cap by it. */
  readonly stored?: (bytes: number) => void
}

/** Tells of a problem what the user can do something about. */
export function telling(id: SessionId, { warn }: SessionParts): (error: unknown) => void {
  return (error) =>
    warn?.(`session ${kindOf(error)}`, `Session ${JSON.stringify(id)} could not do all of its work: ${reasonOf(error)}`)
}
