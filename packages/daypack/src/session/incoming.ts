import type { EventEmitter } from 'node:events'
import { hashOf } from '../log/hash.ts'
import { intake } from '../log/intake.ts'
import type { Decoded } from '../model/codec.ts'
import { SYSTEM_SLOT, type Entry } from '../model/entry.ts'
import type { Millis } from '../model/json.ts'
import { textOf, type Message } from '../model/message.ts'
import { extend } from '../view/project.ts'
import type { View } from '../view/view.ts'
import { number } from './journal.ts'
import { recalled, type RecallFor } from './memory.ts'
import type { Ahead, Planner, SessionEvents } from './planner.ts'
import { NOTHING_SENT, receive, type Resent } from './receive.ts'
import { NO_SOURCES, sourcesOf, type Sources } from './renderer.ts'

export type IncomingParts = { readonly now: () => Millis; readonly recall?: RecallFor | undefined }

/** What a caller that resends everything sent last, and where each of its messages stands in the log. */
export class Incoming {
  sources: Sources = NO_SOURCES
  private resent: Resent = NOTHING_SENT
  private readonly planner: Planner
  private readonly events: EventEmitter<SessionEvents>
  private readonly parts: IncomingParts

  constructor(planner: Planner, events: EventEmitter<SessionEvents>, parts: IncomingParts) {
    this.planner = planner
    this.events = events
    this.parts = parts
  }

  forget(): void {
    this.sources = NO_SOURCES
    this.resent = NOTHING_SENT
  }

  /** The caller's list as entries on this view; remembers which message stands in which slot. */
  async received(decoded: Decoded): Promise<Ahead> {
    const base = this.planner.view
    const { drafts, seqs: found, same } = await receive(base, decoded, this.resent, this.planner.intakeBy)
    const own = number(base, drafts, this.parts.now())
    const entries = [...own, ...(await this.recollections(extend(base, own), own))]
    const added = own
      .filter((entry) => entry.kind === 'message' && entry.replaces === undefined)
      .map((entry) => entry.seq)
    const seqs = found.map((seq) => seq ?? added.shift() ?? 0)
    this.sources = sourcesOf(decoded.messages, seqs, same, this.sources)
    // Callers push to the array they sent.
    this.resent = { messages: [...decoded.messages], seqs }
    return { view: extend(base, entries), entries }
  }

  /** A system prompt that is new or has changed, and nothing else. */
  async instructed(system: Message | undefined): Promise<Ahead> {
    const base = this.planner.view
    if (!system || hashOf(system) === base.system?.hash) return { view: base, entries: [] }
    const draft = await intake(system, this.planner.intakeBy, { replaces: SYSTEM_SLOT })
    const entries = number(base, [draft], this.parts.now())
    return { view: extend(base, entries), entries }
  }

  /** What memory knows about a request that just came in, behind it and once. */
  private async recollections(view: View, added: readonly Entry[]): Promise<Entry[]> {
    const last = added.at(-1)
    if (!this.parts.recall || last?.kind !== 'message' || last.message.role !== 'user') return []
    const message = await this.parts.recall(textOf(last.message), recalled(view)).catch((error: unknown) => {
      this.events.emit('problem', error)
    })
    return message
      ? number(view, [await intake(message, this.planner.intakeBy, { origin: 'memory' })], this.parts.now())
      : []
  }
}
