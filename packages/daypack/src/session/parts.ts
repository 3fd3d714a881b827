import type { Summarize } from '../model/summarize.ts'
import type { Rupture } from '../cache/rupture.ts'
import type { Settings } from '../config.ts'
import type { BlobStore, DayPlace, LogStore, SessionId } from '../model/driver.ts'
import type { Seq } from '../model/edit.ts'
import { reasonOf } from '../model/errors.ts'
import type { Plan } from '../plan/plan.ts'
import type { Counter } from '../tokens/count.ts'
import type { Change as Shown } from '../view/diff.ts'
import type { View } from '../view/view.ts'
import { kindOf, type Warner } from '../warn.ts'
import type { Brief } from './additions.ts'
import type { RecallFor } from './memory.ts'
import type { Healing } from '../wire/heal.ts'
import type { Violation } from '../wire/validate.ts'

export type SessionEvents = {
  /** Blocks and messages that left the view: a host's read cache can forget that the model knows them. */
  evicted: [changes: readonly Shown[]]
  epoch: [plan: Plan]
  problem: [error: unknown]
  /** The provider's cache answered less than it should, and not because of an epoch of ours. */
  rupture: [rupture: Rupture]
}

export type SessionParts = {
  readonly log: LogStore
  readonly blobs: BlobStore
  readonly settings: Settings
  readonly counter: Counter
  /** Makes messages durable in the dialog archive; called before anything is folded. */
  readonly archive?: (session: SessionId, view: View, from: Seq, to: Seq) => Promise<readonly DayPlace[]>
  /** Called after every write to the log: memory takes notes once the session is quiet. */
  readonly onLogWrite?: (session: SessionId) => void
  /** Given the model a session talks to: memory writes its notes with it where it has none of its own. */
  readonly offerModel?: (session: SessionId, model: Summarize) => void
  readonly recall?: RecallFor
  readonly brief?: Brief
  readonly warn?: Warner
  /** Called with the size of every stored blob; retention enforces its cap with it. */
  readonly onBlobStored?: (bytes: number) => void
}

export function problemReporter(id: SessionId, { warn }: SessionParts): (error: unknown) => void {
  return (error) =>
    warn?.(`session ${kindOf(error)}`, `Session ${JSON.stringify(id)} could not do all of its work: ${reasonOf(error)}`)
}

export type Prepared<Req> = {
  /** What to send; if we fail, the request unchanged. */
  readonly request: Req
  readonly plan: Plan | undefined
  readonly healed?: readonly Healing[]
  readonly violations?: readonly Violation[]
  /** Set for a call outside the conversation (a title, a judgement): it is sent unchanged and not recorded. */
  readonly aside?: true
  /** Set when planning failed: the request still goes out. */
  readonly problem?: unknown
}
