import type { EventEmitter } from 'node:events'
import type { Rupture } from '../cache/index.ts'
import type { Settings } from '../config.ts'
import { intake, type Intake } from '../log/intake.ts'
import type { StoredContent } from '../model/block.ts'
import type { BlobStore, DayPlace, LogStore, SessionId } from '../model/driver.ts'
import type { Fold, Seq } from '../model/edit.ts'
import type { Draft, Entry } from '../model/entry.ts'
import type { Size, Tokens } from '../model/json.ts'
import type { Summarize } from '../passes/pass.ts'
import { budgetOn } from '../plan/gauge.ts'
import { plan, type Plan } from '../plan/plan.ts'
import { restoreFiles } from '../handover/restore.ts'
import type { Counter } from '../tokens/count.ts'
import { diff, type Change as Shown } from '../view/diff.ts'
import { extend } from '../view/project.ts'
import type { ReadText } from '../view/render.ts'
import type { View } from '../view/view.ts'
import type { Warner } from '../warn.ts'
import { settingFor, UNKNOWN, type Circumstances, type PlanOptions } from './circumstances.ts'
import { number, type Journal } from './journal.ts'
import type { RecallFor } from './memory.ts'
import { textReader } from './text.ts'

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
  /** Leaves facts and lessons of the messages up to `to` in memory, in the background; called before a fold. */
  readonly flush?: (session: SessionId, to: Seq) => Promise<void>
  readonly recall?: RecallFor
  readonly warn?: Warner
  /** Told how many bytes went into a blob: retention keeps its cap by it. */
  readonly stored?: (bytes: number) => void
}

/** A view and the entries that lead to it, not yet appended. */
export type Ahead = { readonly view: View; readonly entries: readonly Entry[] }

/** An epoch is near from this share of the high-water mark on. */
const NEAR = 0.8

/** Plans on a session's log and appends what was decided, together with what is new. */
export class Planner {
  readonly id: SessionId
  readonly read: ReadText
  readonly intakeBy: Intake
  /** What the newest request told beside its conversation. */
  circumstances: Circumstances = UNKNOWN
  /** The newest request that went out. */
  sent: { readonly head: Seq; readonly counted: Size } | undefined
  last: Plan | undefined
  private readonly parts: SessionParts
  private readonly journal: Journal
  private readonly events: EventEmitter<SessionEvents>

  constructor(id: SessionId, parts: SessionParts, journal: Journal, events: EventEmitter<SessionEvents>) {
    this.id = id
    this.parts = parts
    this.journal = journal
    this.events = events
    this.read = textReader(parts.blobs)
    this.intakeBy = {
      counter: parts.counter,
      inlineMaxBytes: parts.settings.inlineMaxBytes,
      store: (text) => this.store(text),
    }
  }

  get view(): View {
    return this.journal.view
  }

  /** Something was forgotten in the log: what was planned on it goes, too. */
  async reread(): Promise<void> {
    await this.journal.reread()
    this.last = undefined
  }

  /** Append entries that need no plan. */
  async append(make: (view: View) => Promise<readonly Draft[]> | readonly Draft[]): Promise<void> {
    await this.journal.commit(async (view) => {
      const entries = number(view, await make(view), this.parts.settings.now())
      return { entries, view: extend(view, entries), result: undefined }
    })
  }

  /** Append what is new together with what the plan decides on it. */
  async commit(receiveNew: () => Promise<Ahead>, options: PlanOptions & { summarize?: Summarize }): Promise<Plan> {
    const before = this.view
    const made = await this.journal.commit(async () => {
      const base = await receiveNew()
      const result = await plan(base.view, this.setting(base.view, options))
      await this.secure(base.view, result)
      const restored = await this.restored(result)
      const view = extend(result.view, restored)
      return { entries: [...base.entries, ...result.entries, ...restored], view, result: { ...result, view } }
    })
    this.last = made
    this.announce(before, made)
    return made
  }

  private setting(view: View, options: PlanOptions & { summarize?: Summarize }): ReturnType<typeof settingFor> {
    const { settings, counter, blobs, archive } = this.parts
    const { summarize = settings.summarize, ...rest } = options
    const by = {
      settings,
      counter,
      blobs,
      before: this.view,
      read: this.read,
      store: (text: string) => this.store(text),
      sent: this.sent?.head ?? 0,
      window: this.window(),
      ...(archive && { archive: (from: Seq, to: Seq) => archive(this.id, view, from, to) }),
      ...(summarize && { summarize }),
    }
    return settingFor(view, this.circumstances, by, rest)
  }

  /** Slow work of the passes ahead of an epoch that is near; changes nothing by itself and never fails. */
  async ahead(summarize: Summarize | undefined): Promise<void> {
    const { view } = this
    const setting = this.setting(view, summarize ? { summarize } : {})
    const budget = budgetOn(view, setting.limits, setting.policy, false)
    if (budget.used.tokens < budget.high.tokens * NEAR) return
    const { now, timing, context, passes } = setting
    const ctx = { ...context, now, timing, tide: 'none' as const, asked: false, budget, fresh: view.sent + 1 }
    for (const pass of passes) {
      try {
        const made = await pass.ahead?.(view, ctx)
        if (made) await this.append(() => [{ kind: 'mark', ...made }])
      } catch (error) {
        this.events.emit('problem', error)
      }
    }
  }

  /** Nothing is folded before it is durable in the archive (INV-36). */
  private async secure(before: View, made: Plan): Promise<void> {
    const { archive, flush } = this.parts
    const folds = foldsOf(made)
    for (const fold of folds) await archive?.(this.id, before, fold.from, fold.to)
    const last = Math.max(0, ...folds.map((fold) => fold.to))
    if (last > 0)
      await flush?.(this.id, Math.min(last, this.view.head)).catch((error: unknown) =>
        this.events.emit('problem', error),
      )
  }

  /** After a fold, the files in work as they are now, for hosts that want them whole. */
  private async restored(made: Plan): Promise<Entry[]> {
    const { settings, counter } = this.parts
    if (!settings.restore || !foldsOf(made).length) return []
    const message = await restoreFiles(made.view, {
      tools: settings.tools,
      ...settings.restore,
      count: counter.count,
      window: made.budget.window,
    })
    if (!message) return []
    const draft = await intake(message, this.intakeBy, { origin: 'restored' })
    const size = draft.sizes.reduce((sum, each) => sum + each.tokens, 0)
    return made.budget.used.tokens + size > made.budget.high.tokens ? [] : number(made.view, [draft], settings.now())
  }

  private announce(before: View, made: Plan): void {
    if (made.entries.length === 0) return
    const gone = ['cropped', 'folded', 'dropped']
    const changes = diff(before, made.view).filter((change) => gone.includes(change.what))
    if (changes.length > 0) this.events.emit('evicted', changes)
    if (made.tide !== 'none') this.events.emit('epoch', made)
  }

  /** As configured, or less when the provider said so. */
  window(): Tokens {
    const learned = this.view.marks.get('window')?.data as { tokens?: Tokens } | undefined
    return Math.min(this.parts.settings.window, learned?.tokens ?? Infinity)
  }

  private async store(text: string): Promise<StoredContent> {
    const { ref, bytes, lines } = await this.parts.blobs.put(text)
    this.parts.stored?.(bytes)
    return { ref, bytes, lines }
  }
}

function foldsOf(made: Plan): Fold[] {
  return made.entries.flatMap((entry) =>
    entry.kind === 'edits' ? entry.edits.filter((edit) => edit.op === 'fold') : [],
  )
}
