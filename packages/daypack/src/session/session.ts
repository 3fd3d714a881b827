import { EventEmitter } from 'node:events'
import { outputRoom, type Settings } from '../config.ts'
import { intake, type Intake } from '../log/intake.ts'
import type { Block, Content, StoredContent } from '../model/block.ts'
import type { Codec, Decoded } from '../model/codec.ts'
import type { BlobStore, LogStore, SessionId } from '../model/driver.ts'
import type { Seq } from '../model/edit.ts'
import { SYSTEM_SLOT, type Draft, type Entry, type Origin } from '../model/entry.ts'
import { DaypackError } from '../model/errors.ts'
import type { Size } from '../model/json.ts'
import type { Message } from '../model/message.ts'
import { plan, type Plan, type Setting } from '../plan/plan.ts'
import { explain, type Explanation } from '../report/explain.ts'
import type { Counter } from '../tokens/count.ts'
import { textSize } from '../tokens/size.ts'
import { diff, type Change as Shown } from '../view/diff.ts'
import { extend } from '../view/project.ts'
import { render, type ReadText } from '../view/render.ts'
import type { Batch, View } from '../view/view.ts'
import { Journal, number } from './journal.ts'
import { NOTHING_SENT, receive, type Resent } from './receive.ts'
import { textReader } from './text.ts'

export type Prepared<Req> = {
  /** What to send. On any failure of ours it is the request as it came. */
  readonly request: Req
  readonly plan: Plan | undefined
  /** Set when we could not do our work: the request goes out all the same. */
  readonly problem?: unknown
}

export type Compacted = { readonly before: Size; readonly after: Size; readonly changes: readonly Shown[]; readonly why: string }

export type SessionEvents = {
  /** Blocks and messages that left the view: a host's read cache can forget that the model knows them. */
  evicted: [changes: readonly Shown[]]
  epoch: [plan: Plan]
  problem: [error: unknown]
}

export type SessionParts = {
  readonly log: LogStore
  readonly blobs: BlobStore
  readonly settings: Settings
  readonly counter: Counter
  /** Called with the folds about to be committed: what they cover must be durable elsewhere when it resolves. */
  readonly beforeFold?: (session: SessionId, before: View, after: View) => Promise<void>
}

/** The last request as far as planning needs it: what goes with every request, and how reasoning is treated. */
type Circumstances = Pick<Decoded, 'bindsReasoning' | 'requiresReasoning'> & { readonly model?: string; readonly maxOutput?: number; readonly extra: Size }
const UNKNOWN: Circumstances = { bindsReasoning: true, requiresReasoning: false, extra: { tokens: 0, bytes: 0 } }

export class Session {
  readonly id: SessionId
  private readonly parts: SessionParts
  private readonly journal: Journal
  private readonly events = new EventEmitter<SessionEvents>()
  private readonly read: ReadText
  private readonly intakeBy: Intake
  private queue: Promise<unknown> = Promise.resolve()
  private resent: Resent = NOTHING_SENT
  private sources = new Map<Seq, number>()
  private sent: { head: Seq; counted: Size } | undefined
  private circumstances: Circumstances = UNKNOWN
  private lastPlan: Plan | undefined

  private constructor(id: SessionId, parts: SessionParts, journal: Journal) {
    this.id = id
    this.parts = parts
    this.journal = journal
    this.read = textReader(parts.blobs)
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
    return this.exclusive(() => this.guarded(request, () => this.prepareNow(codec, request)))
  }

  /** For callers that append: the next request, `like` this one but with the conversation as it is shown. */
  render<Req>(codec: Codec<Req, never>, like: Req): Promise<Prepared<Req>> {
    return this.exclusive(() => this.guarded(like, () => this.renderNow(codec, like)))
  }

  /** Record the reply and what was billed for it. */
  settle<Res>(codec: Codec<never, Res>, response: Res): Promise<void> {
    return this.exclusive(async () => {
      const { messages, billed } = codec.reply(response)
      await this.journal.commit(async (view) => {
        const drafts: Draft[] = []
        for (const message of messages) drafts.push(await intake(message, this.intakeBy))
        const known = view.slots.slice(-drafts.length).map((slot) => slot.hash)
        const isKnown = drafts.length > 0 && drafts.every((draft, index) => draft.kind === 'message' && draft.hash === known[index])
        const { head, counted } = this.sent ?? { head: view.head, counted: view.size }
        const usage: Draft[] = billed ? [{ kind: 'usage', usage: { ...billed, head, counted } }] : []
        return this.change(view, [...(isKnown ? [] : drafts), ...usage], undefined)
      })
    })
  }

  /** Append a message. Resolves once it is durable. */
  append(message: Message, options: { origin?: Origin } = {}): Promise<Seq> {
    return this.exclusive(() =>
      this.journal.commit(async (view) => {
        const isSystem = message.role === 'system' && view.slots.length === 0
        const draft = await intake(message, this.intakeBy, isSystem ? { replaces: SYSTEM_SLOT } : options)
        return this.change(view, [draft], view.head + 1)
      }),
    )
  }

  /** Fold what can be folded, now, whatever the watermarks say. */
  compact(options: { instruction?: string; signal?: AbortSignal } = {}): Promise<Compacted> {
    return this.exclusive(async () => {
      const before = this.view
      const made = await this.replan({ isForced: true, ...options })
      return { before: before.size, after: this.view.size, changes: diff(before, this.view), why: made.why }
    })
  }

  /** Take back the newest epoch, or the batch with this number. Answers what came back; nothing to undo: no changes. */
  undo(options: { seq?: Seq } = {}): Promise<Compacted> {
    return this.exclusive(async () => {
      const before = this.view
      await this.journal.commit(async (view) => {
        const targets = undoable(view, options.seq)
        const edits = targets.map((batch) => ({ op: 'revert' as const, seq: batch.seq }))
        const why = `undo of ${targets.map((batch) => `${batch.by} [${batch.seq}]`).join(', ')}`
        const draft: Draft = { kind: 'edits', by: 'undo', why, edits, saved: 0, epoch: view.head + 1 }
        return this.change(view, edits.length > 0 ? [draft] : [], undefined)
      })
      const changes = diff(before, this.view)
      return { before: before.size, after: this.view.size, changes, why: changes.length > 0 ? 'undone' : 'there is nothing to undo' }
    })
  }

  /** Keep a message verbatim whatever happens, or let it go again. */
  pin(seq: Seq, options: { off?: boolean } = {}): Promise<void> {
    return this.exclusive(async () => {
      if (!this.view.slots.some((slot) => slot.seq === seq)) {
        throw new DaypackError('not-found', `There is no message ${seq} in this session; explain() and view.slots list them.`)
      }
      const draft: Draft = { kind: 'mark', name: options.off ? 'unpin' : 'pin', data: { seq } }
      await this.journal.commit(async (view) => this.change(view, [draft], undefined))
    })
  }

  /** The original text of what was cropped or folded. */
  readBack(content: Content): Promise<string> {
    return this.read(content)
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

  private async prepareNow<Req>(codec: Codec<Req, never>, request: Req): Promise<Prepared<Req>> {
    const decoded = codec.decode(request)
    this.notice(decoded)
    let problem: unknown
    let view: View
    let made: Plan | undefined
    const before = this.view
    try {
      made = await this.journal.commit(async (base) => this.planOn(await this.received(base, decoded)))
      view = this.view
      this.announce(before, made)
    } catch (error) {
      problem = error
      view = extend(this.view, (await this.received(this.view, decoded)).entries)
    }
    return this.finish(codec, request, decoded, view, made, problem)
  }

  private async renderNow<Req>(codec: Codec<Req, never>, like: Req): Promise<Prepared<Req>> {
    const decoded = codec.decode(like)
    this.notice(decoded)
    this.sources = new Map()
    let problem: unknown
    const made = await this.replan({}).catch((error: unknown) => {
      problem = error
      return undefined
    })
    return this.finish(codec, like, { ...decoded, messages: [] }, this.view, made, problem)
  }

  private async finish<Req>(
    codec: Codec<Req, never>,
    like: Req,
    decoded: Decoded,
    view: View,
    made: Plan | undefined,
    problem: unknown,
  ): Promise<Prepared<Req>> {
    if (made?.unfit) throw unfit(made)
    const rendered = await render(view, {
      read: this.read,
      source: (seq) => {
        const index = this.sources.get(seq)
        const message = index === undefined ? undefined : decoded.messages[index]
        return message && index !== undefined ? { index, message } : undefined
      },
    })
    const request = codec.encode(rendered, like)
    this.sent = { head: view.head, counted: { tokens: view.size.tokens + this.circumstances.extra.tokens, bytes: view.size.bytes + this.circumstances.extra.bytes } }
    if (problem !== undefined) this.events.emit('problem', problem)
    return { request, plan: made, ...(problem !== undefined && { problem }) }
  }

  /** The caller's list as entries on this view; remembers which message stands in which slot. */
  private async received(base: View, decoded: Decoded): Promise<{ view: View; entries: Entry[] }> {
    const received = await receive(base, decoded, this.resent, this.intakeBy)
    const entries = number(base, received.drafts, this.parts.settings.now())
    const added = entries.filter((entry) => entry.kind === 'message' && entry.replaces === undefined).map((entry) => entry.seq)
    const seqs = received.seqs.map((seq) => seq ?? added.shift() ?? 0)
    const isLonger = this.resent.seqs.every((seq, index) => seqs[index] === seq)
    if (!isLonger) this.sources = new Map()
    for (let index = isLonger ? this.resent.seqs.length : 0; index < seqs.length; index++) this.sources.set(seqs[index] ?? 0, index)
    this.resent = { messages: decoded.messages, seqs }
    return { view: extend(base, entries), entries }
  }

  private async planOn(base: { view: View; entries: readonly Entry[] }): Promise<{ entries: readonly Entry[]; view: View; result: Plan }> {
    const made = await plan(base.view, this.setting(base.view, {}))
    await this.secure(base.view, made)
    this.lastPlan = made
    return { entries: [...base.entries, ...made.entries], view: made.view, result: made }
  }

  private async replan(options: { isForced?: boolean; instruction?: string; signal?: AbortSignal }): Promise<Plan> {
    const before = this.view
    const made = await this.journal.commit(async (view) => {
      const result = await plan(view, this.setting(view, options))
      await this.secure(view, result)
      return { entries: result.entries, view: result.view, result }
    })
    this.lastPlan = made
    this.announce(before, made)
    return made
  }

  private setting(view: View, options: { isForced?: boolean; instruction?: string; signal?: AbortSignal }): Setting {
    const { settings, counter, blobs } = this.parts
    const { extra, model, maxOutput, bindsReasoning, requiresReasoning } = this.circumstances
    const now = settings.now()
    const idleMs = view.touchedAt === 0 ? 0 : Math.max(0, now - view.touchedAt)
    const lastModel = view.usages.at(-1)?.model
    const { instruction, signal } = options
    return {
      passes: settings.passes,
      timing: settings.timing,
      policy: settings.policy,
      limits: {
        window: settings.window,
        maxOutput: outputRoom(settings, maxOutput),
        maxBytes: settings.maxBytes,
        extra,
        prices: settings.prices,
        ...(model !== undefined && { model }),
      },
      weather: {
        isCold: idleMs > settings.cacheTtlMs,
        isSwitch: model !== undefined && lastModel !== undefined && model !== lastModel,
        isForced: options.isForced ?? false,
      },
      sent: this.sent?.head ?? 0,
      now,
      readText: this.read,
      context: {
        idleMs,
        reasoning: { binds: bindsReasoning, requires: requiresReasoning },
        count: counter.count,
        readTool: settings.readTool,
        read: (shown) => this.read(contentOf(shown.block)),
        slice: async (shown, from, to) => Buffer.from(await this.read(contentOf(shown.block), { from, to })),
        store: (text) => this.store(text),
        path: (ref) => blobs.path(ref),
        ...(settings.summarize && { summarize: settings.summarize }),
        ...(instruction !== undefined && { instruction }),
        ...(signal && { signal }),
      },
    }
  }

  /** Nothing is folded before it is durable elsewhere. */
  private async secure(before: View, made: Plan): Promise<void> {
    const folds = made.entries.some((entry) => entry.kind === 'edits' && entry.edits.some((edit) => edit.op === 'fold'))
    if (folds) await this.parts.beforeFold?.(this.id, before, made.view)
  }

  private notice(decoded: Decoded): void {
    const { bindsReasoning, requiresReasoning, model, maxOutput, extra } = decoded
    this.circumstances = {
      bindsReasoning,
      requiresReasoning,
      extra: textSize(extra ?? '', this.parts.counter.count),
      ...(model !== undefined && { model }),
      ...(maxOutput !== undefined && { maxOutput }),
    }
  }

  private announce(before: View, made: Plan): void {
    if (made.entries.length === 0) return
    const changes = diff(before, made.view).filter((change) => change.what === 'cropped' || change.what === 'folded' || change.what === 'dropped')
    if (changes.length > 0) this.events.emit('evicted', changes)
    if (made.tide !== 'none') this.events.emit('epoch', made)
  }

  private async store(text: string): Promise<StoredContent> {
    const { ref, bytes, lines } = await this.parts.blobs.put(text)
    return { ref, bytes, lines }
  }

  private change<T>(view: View, drafts: readonly Draft[], result: T): { entries: Entry[]; view: View; result: T } {
    const entries = number(view, drafts, this.parts.settings.now())
    return { entries, view: extend(view, entries), result }
  }

  /** One thing at a time: calls on a session wait for each other. */
  private exclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = this.queue.then(work, work)
    this.queue = run.catch(() => {})
    return run
  }

  /** We are never the reason a request fails, except when it cannot fit at all. */
  private async guarded<Req>(request: Req, work: () => Promise<Prepared<Req>>): Promise<Prepared<Req>> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof DaypackError && (error.code === 'unfit' || error.code === 'closed')) throw error
      this.events.emit('problem', error)
      return { request, plan: undefined, problem: error }
    }
  }
}

/** The batches of the newest epoch still in force, or the one named. */
function undoable(view: View, seq: Seq | undefined): readonly Batch[] {
  if (seq !== undefined) return view.batches.filter((batch) => batch.seq === seq && batch.active)
  const last = view.batches.findLast((batch) => batch.active && batch.epoch !== undefined && batch.by !== 'undo')
  return last ? view.batches.filter((batch) => batch.active && batch.epoch === last.epoch) : []
}

function contentOf(block: Block): Content {
  switch (block.type) {
    case 'tool-result':
    case 'media':
      return block.content
    case 'text':
      return { text: block.text }
    case 'tool-call':
      return { text: JSON.stringify(block.input) }
    case 'opaque':
      return { text: JSON.stringify(block.wire) }
  }
}

function unfit(made: Plan): DaypackError {
  const { unfit: over, budget, view } = made
  const biggest = view.items
    .map((item) => ({ seq: item.seq, tokens: item.size.tokens, bytes: item.size.bytes }))
    .toSorted((a, b) => b.tokens - a.tokens)
    .slice(0, 3)
  const parts = [
    over && over.overTokens > 0 ? `${over.overTokens} tokens over the ${budget.usable} usable` : '',
    over && over.overBytes > 0 ? `${over.overBytes} bytes over ${budget.maxBytes}` : '',
  ]
  const largest = biggest.map((item) => `message ${item.seq} (${item.tokens} tokens)`).join(', ')
  return new DaypackError(
    'unfit',
    `The request is too large and nothing more can be left out: ${parts.filter(Boolean).join(', ')}. ` +
      `System prompt and tools take ${budget.extra.tokens + (view.system?.size.tokens ?? 0)} tokens; largest: ${largest}. ` +
      'Shorten these, unpin something, or use a model with a larger window.',
    { details: { ...over, biggest, budget, skipped: made.skipped } },
  )
}
