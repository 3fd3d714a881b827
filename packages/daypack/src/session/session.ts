import { EventEmitter } from 'node:events'
import { watchCache, type Rupture } from '../cache/index.ts'
import type { Settings } from '../config.ts'
import { intake, type Intake } from '../log/intake.ts'
import type { Content, StoredContent } from '../model/block.ts'
import type { Codec, Decoded } from '../model/codec.ts'
import type { BlobStore, DayPlace, LogStore, SessionId } from '../model/driver.ts'
import type { Fold, Seq } from '../model/edit.ts'
import { SYSTEM_SLOT, type Draft, type Entry, type Origin } from '../model/entry.ts'
import { DaypackError } from '../model/errors.ts'
import type { Json, Size, Tokens } from '../model/json.ts'
import { textOf, type Message } from '../model/message.ts'
import type { Summarize } from '../passes/pass.ts'
import { plan, type Plan } from '../plan/plan.ts'
import { explain, type Explanation } from '../report/explain.ts'
import type { RetrievalSource } from '../retrieval/index.ts'
import { overflowOf } from '../summary/overflow.ts'
import { restoreFiles } from '../summary/restore.ts'
import type { Counter } from '../tokens/count.ts'
import { plus } from '../tokens/size.ts'
import { diff, type Change as Shown } from '../view/diff.ts'
import { extend } from '../view/project.ts'
import type { ReadText } from '../view/render.ts'
import type { Batch, View } from '../view/view.ts'
import type { Healing, Violation } from '../wire/index.ts'
import { circumstancesOf, settingFor, UNKNOWN, type Circumstances, type PlanOptions } from './circumstances.ts'
import { Healer } from './healer.ts'
import { Journal, number, type Change } from './journal.ts'
import { recalled, type RecallFor } from './memory.ts'
import { outgoing } from './outgoing.ts'
import { NOTHING_SENT, receive, type Resent } from './receive.ts'
import { NO_SOURCES, Renderer, sourcesOf, type Sources } from './renderer.ts'
import { textReader } from './text.ts'
import { touching, undoable, undoing } from './undo.ts'
import { unfit } from './unfit.ts'

export type Prepared<Req> = {
  /** What to send. On any failure of ours it is the request as it came. */
  readonly request: Req
  readonly plan: Plan | undefined
  readonly healed?: readonly Healing[]
  readonly violations?: readonly Violation[]
  /** Set when we could not do our work: the request goes out all the same. */
  readonly problem?: unknown
}

export type Compacted = { readonly before: Size; readonly after: Size; readonly changes: readonly Shown[]; readonly why: string }

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
}

export class Session {
  readonly id: SessionId
  private readonly parts: SessionParts
  private readonly journal: Journal
  private readonly events = new EventEmitter<SessionEvents>()
  private readonly read: ReadText
  private readonly intakeBy: Intake
  private readonly healer = new Healer()
  private queue: Promise<unknown> = Promise.resolve()
  private resent: Resent = NOTHING_SENT
  private sources: Sources = NO_SOURCES
  private readonly renderer: Renderer
  private sent: { readonly head: Seq; readonly counted: Size } | undefined
  private circumstances: Circumstances = UNKNOWN
  private lastPlan: Plan | undefined
  private readonly cache: ReturnType<typeof watchCache>
  private isPressed = false

  private constructor(id: SessionId, parts: SessionParts, journal: Journal) {
    this.id = id
    this.parts = parts
    this.journal = journal
    this.read = textReader(parts.blobs)
    this.renderer = new Renderer(this.read)
    this.cache = watchCache({ ttlMs: parts.settings.cacheTtlMs })
    this.intakeBy = { counter: parts.counter, inlineMaxBytes: parts.settings.inlineMaxBytes, store: (text) => this.store(text) }
  }

  static async open(id: SessionId, parts: SessionParts): Promise<Session> {
    return new Session(id, parts, await Journal.open(parts.log, id))
  }

  /** What is shown now. */
  get view(): View {
    return this.journal.view
  }

  /** For callers that resend the whole history: the request to send instead. */
  prepare<Req>(codec: Codec<Req, never>, request: Req): Promise<Prepared<Req>> {
    return this.guarded(request, async () => {
      const decoded = codec.decode(request)
      this.circumstances = circumstancesOf(decoded, this.parts.counter)
      return this.send(codec, request, () => this.received(this.view, decoded))
    })
  }

  /** For callers that append: the next request, `like` this one but with the conversation as it is shown. */
  render<Req>(codec: Codec<Req, never>, like: Req): Promise<Prepared<Req>> {
    return this.guarded(like, async () => {
      this.circumstances = circumstancesOf(codec.decode(like), this.parts.counter)
      this.sources = NO_SOURCES
      this.resent = NOTHING_SENT
      return this.send(codec, like, async () => ({ view: this.view, entries: [] }))
    })
  }

  /** Record the reply and what was billed for it. */
  settle<Res>(codec: Codec<never, Res>, response: Res): Promise<void> {
    return this.exclusive(async () => {
      const { messages, billed } = codec.reply(response)
      await this.journal.commit(async (view) => {
        const drafts = []
        for (const message of messages) drafts.push(await intake(message, this.intakeBy))
        const newest = view.slots.slice(-drafts.length)
        const isKnown = drafts.every((draft, index) => draft.hash === newest[index]?.hash)
        const { head, counted } = this.sent ?? { head: view.head, counted: view.size }
        const usage: Draft[] = billed ? [{ kind: 'usage', usage: { ...billed, head, counted } }] : []
        return this.change(view, [...(isKnown ? [] : drafts), ...usage])
      })
      const isEpoch = this.lastPlan?.entries.some((entry) => entry.kind === 'edits' && entry.epoch !== undefined)
      const rupture = billed && this.cache.billed(billed, isEpoch)
      if (rupture) this.events.emit('rupture', rupture)
    })
  }

  /** Append a message. Resolves to its number once it is durable. */
  append(message: Message, options: { origin?: Origin } = {}): Promise<Seq> {
    return this.exclusive(async () => {
      await this.journal.commit(async (view) => {
        const isFirst = message.role === 'system' && view.slots.length === 0
        return this.change(view, [await intake(message, this.intakeBy, isFirst ? { replaces: SYSTEM_SLOT } : options)])
      })
      return this.view.head
    })
  }

  /** Fold what can be folded, now, whatever the watermarks say. */
  compact(options: { instruction?: string; signal?: AbortSignal } = {}): Promise<Compacted> {
    return this.exclusive(async () => {
      const before = this.view
      const made = await this.commit(async () => ({ view: this.view, entries: [] }), { isForced: true, ...options })
      const why = made.skipped.find((skip) => skip.by === 'epoch')?.why ?? made.why
      return { before: before.size, after: this.view.size, changes: diff(before, this.view), why }
    })
  }

  /** Take back the newest epoch, or the batch with this number. Nothing to undo: no changes. */
  undo(options: { seq?: Seq } = {}): Promise<Compacted> {
    return this.revert((view) => undoable(view, options.seq))
  }

  /** Show these messages whole again: every batch that left out something of them is taken back. */
  expand(from: Seq, to: Seq = from): Promise<Compacted> {
    return this.revert((view) => touching(view, from, to))
  }

  /**
   * Tell that a provider answered with an error. A context-length error teaches the true window and makes the next
   * request an epoch; the answer says whether it was one, and so whether preparing and sending again is worth it.
   */
  async overflow(error: unknown): Promise<boolean> {
    const found = overflowOf(error)
    if (!found) return false
    const window = found.window ?? Math.floor(this.window() * SMALLER)
    await this.mark('window', { tokens: Math.min(window, this.window()) })
    this.isPressed = true
    return true
  }

  /** Keep a message verbatim whatever happens, or let it go again. */
  pin(seq: Seq, options: { off?: boolean } = {}): Promise<void> {
    if (!this.view.items.some((item) => item.kind === 'message' && item.seq === seq)) {
      throw new DaypackError('not-found', `Message ${seq} is not in view: session.view.items lists what is, undo() brings back what was folded.`)
    }
    return this.mark(options.off ? 'unpin' : 'pin', { seq })
  }

  /** Record a named fact. */
  mark(name: string, data?: Json): Promise<void> {
    return this.exclusive(() =>
      this.journal.commit(async (view) => this.change(view, [{ kind: 'mark', name, ...(data !== undefined && { data }) }])),
    )
  }

  /** The original text of what was cropped or folded. */
  readBack(content: Content): Promise<string> {
    return this.read(content)
  }

  /** Everything this session's log says. */
  async entries(): Promise<readonly Entry[]> {
    return (await this.parts.log.read(this.id)).entries
  }

  /** What the tools for reading back need of this session. */
  source(): RetrievalSource {
    const { blobs } = this.parts
    return {
      seen: async () => {
        const entries = await this.entries()
        return entries.flatMap((entry) => (entry.kind === 'message' ? [{ seq: entry.replaces || entry.seq, at: entry.at, message: entry.message }] : []))
      },
      read: (content) => this.read(content),
      slice: async (content, from, to) => Buffer.from(await this.read(content, { from, to })),
      path: (ref) => blobs.path(ref),
    }
  }

  async explain(): Promise<Explanation> {
    return explain(this.view, this.lastPlan)
  }

  on<E extends keyof SessionEvents>(event: E, listener: (...args: SessionEvents[E]) => void): () => void {
    this.events.on(event, listener as never)
    return () => this.events.off(event, listener as never)
  }

  /** Waits for what is under way. */
  async idle(): Promise<void> {
    await this.queue
  }

  /**
   * Log what is new, plan, and make the request. When the log cannot be written nothing is cut: the view as it was, with
   * what is new, goes out.
   */
  private async send<Req>(codec: Codec<Req, never>, like: Req, receiveNew: () => Promise<Received>): Promise<Prepared<Req>> {
    let problem: unknown
    let made: Plan | undefined
    let view: View
    try {
      const ask = this.asker(codec, like)
      made = await this.commit(receiveNew, { isForced: this.isPressed, ...(ask && { summarize: ask }) })
      this.isPressed = false
      view = this.view
    } catch (error) {
      problem = error
      this.events.emit('problem', error)
      view = (await receiveNew()).view
    }
    if (made?.unfit) throw unfit(made)
    const { request, healed, violations } = await outgoing(codec, like, view, { renderer: this.renderer, healer: this.healer, sources: this.sources })
    this.cache.sends(request, this.parts.settings.now())
    this.sent = { head: view.head, counted: plus(view.size, this.circumstances.extra) }
    return { request, plan: made, healed, violations, ...(problem !== undefined && { problem }) }
  }

  /** The caller's list as entries on this view; remembers which message stands in which slot. */
  private async received(base: View, decoded: Decoded): Promise<Received> {
    const { drafts, seqs: found, same } = await receive(base, decoded, this.resent, this.intakeBy)
    const own = number(base, drafts, this.parts.settings.now())
    const entries = [...own, ...(await this.recollections(extend(base, own), own))]
    const added = own.filter((entry) => entry.kind === 'message' && entry.replaces === undefined).map((entry) => entry.seq)
    const seqs = found.map((seq) => seq ?? added.shift() ?? 0)
    this.sources = sourcesOf(decoded.messages, seqs, same, this.sources)
    // Callers push to the array they sent.
    this.resent = { messages: [...decoded.messages], seqs }
    return { view: extend(base, entries), entries }
  }

  /** What memory knows about a request that just came in, behind it and once. */
  private async recollections(view: View, added: readonly Entry[]): Promise<Entry[]> {
    const last = added.at(-1)
    if (!this.parts.recall || last?.kind !== 'message' || last.message.role !== 'user') return []
    const message = await this.parts.recall(textOf(last.message), recalled(view)).catch((error: unknown) => {
      this.events.emit('problem', error)
    })
    return message ? number(view, [await intake(message, this.intakeBy, { origin: 'memory' })], this.parts.settings.now()) : []
  }

  /** Append what is new together with what the plan decides on it. */
  private async commit(receiveNew: () => Promise<Received>, options: PlanOptions & { summarize?: Summarize }): Promise<Plan> {
    const before = this.view
    const made = await this.journal.commit(async () => {
      const base = await receiveNew()
      const result = await plan(base.view, this.setting(base.view, options))
      await this.secure(base.view, result)
      const restored = await this.restored(result)
      const view = extend(result.view, restored)
      return { entries: [...base.entries, ...result.entries, ...restored], view, result: { ...result, view } }
    })
    this.lastPlan = made
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

  /** The summarizer with the ask also as a wire request behind the conversation as it was last sent, so that the cache pays. */
  private asker<Req>(codec: Codec<Req, never>, like: Req): Summarize | undefined {
    const { summarize } = this.parts.settings
    if (!summarize) return undefined
    return async (ask) => {
      if (ask.question === undefined) return summarize(ask)
      const rendered = await this.renderer.render(this.view, this.sources)
      const question: Message = { role: 'user', blocks: [{ type: 'text', text: ask.question }] }
      return summarize({ ...ask, request: codec.encode({ ...rendered, messages: [...rendered.messages, question] }, like) })
    }
  }

  /** Nothing is folded before it is durable in the archive (INV-36). */
  private async secure(before: View, made: Plan): Promise<void> {
    const { archive, flush } = this.parts
    const folds = foldsOf(made)
    for (const fold of folds) await archive?.(this.id, before, fold.from, fold.to)
    const last = Math.max(0, ...folds.map((fold) => fold.to))
    if (last > 0) await flush?.(this.id, Math.min(last, this.view.head)).catch((error: unknown) => this.events.emit('problem', error))
  }

  /** After a fold, the files in work as they are now, for hosts that want them whole. */
  private async restored(made: Plan): Promise<Entry[]> {
    const { settings, counter } = this.parts
    if (!settings.restore || !foldsOf(made).length) return []
    const message = await restoreFiles(made.view, { ...settings.restore, count: counter.count, window: made.budget.window })
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

  private revert(targets: (view: View) => readonly Batch[]): Promise<Compacted> {
    return this.exclusive(async () => {
      const before = this.view
      await this.journal.commit(async (view) => this.change(view, undoing(view, targets(view))))
      const changes = diff(before, this.view)
      return { before: before.size, after: this.view.size, changes, why: changes.length > 0 ? 'undone' : 'there is nothing to undo' }
    })
  }

  /** As configured, or less when the provider said so. */
  private window(): Tokens {
    const learned = this.view.marks.get('window')?.data as { tokens?: Tokens } | undefined
    return Math.min(this.parts.settings.window, learned?.tokens ?? Infinity)
  }

  private async store(text: string): Promise<StoredContent> {
    const { ref, bytes, lines } = await this.parts.blobs.put(text)
    return { ref, bytes, lines }
  }

  private change(view: View, drafts: readonly Draft[]): Change<void> {
    const entries = number(view, drafts, this.parts.settings.now())
    return { entries, view: extend(view, entries), result: undefined }
  }

  /** One thing at a time: calls on a session wait for each other. */
  private exclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = this.queue.then(work, work)
    this.queue = run.catch(() => {})
    return run
  }

  /** We are never the reason a request fails, except when it cannot fit at all. */
  private guarded<Req>(request: Req, work: () => Promise<Prepared<Req>>): Promise<Prepared<Req>> {
    return this.exclusive(async () => {
      try {
        return await work()
      } catch (error) {
        if (error instanceof DaypackError && (error.code === 'unfit' || error.code === 'closed')) throw error
        this.events.emit('problem', error)
        return { request, plan: undefined, problem: error }
      }
    })
  }
}

type Received = { readonly view: View; readonly entries: readonly Entry[] }

/** An overflow without a figure: the window is taken to be this much smaller. */
const SMALLER = 0.8

function foldsOf(made: Plan): Fold[] {
  return made.entries.flatMap((entry) => (entry.kind === 'edits' ? entry.edits.filter((edit) => edit.op === 'fold') : []))
}
