import { EventEmitter } from 'node:events'
import { watchCache } from '../cache/index.ts'
import { intake } from '../log/intake.ts'
import { lossOf, type Loss } from '../archive/index.ts'
import type { Content } from '../model/block.ts'
import type { Codec } from '../model/codec.ts'
import type { SessionId } from '../model/driver.ts'
import type { Seq } from '../model/edit.ts'
import { SYSTEM_SLOT, type Draft, type Entry, type Origin } from '../model/entry.ts'
import { DaypackError } from '../model/errors.ts'
import type { Json, Size } from '../model/json.ts'
import type { Message } from '../model/message.ts'
import type { Summarize } from '../passes/pass.ts'
import type { Plan } from '../plan/plan.ts'
import { explain, type Explanation } from '../report/explain.ts'
import type { RetrievalSource } from '../retrieval/index.ts'
import { overflowOf } from '../handover/note/overflow.ts'
import { plus } from '../tokens/size.ts'
import { diff, type Change as Shown } from '../view/diff.ts'
import type { Batch, View } from '../view/view.ts'
import type { Healing, Violation } from '../wire/index.ts'
import { kindOf, reasonOf } from '../warn.ts'
import { circumstancesOf } from './circumstances.ts'
import { decoding } from './decoding.ts'
import { Healer } from './healer.ts'
import { Incoming } from './incoming.ts'
import { Journal } from './journal.ts'
import { outgoing, type RequestCodec } from './outgoing.ts'
import { Planner, type Ahead, type SessionEvents, type SessionParts } from './planner.ts'
import { Renderer } from './renderer.ts'
import { touching, undoable, undoing } from './undo.ts'
import { unfit } from './unfit.ts'

export type { SessionEvents, SessionParts } from './planner.ts'

export type Prepared<Req> = {
  /** What to send. On any failure of ours it is the request as it came. */
  readonly request: Req
  readonly plan: Plan | undefined
  readonly healed?: readonly Healing[]
  readonly violations?: readonly Violation[]
  /** Set when we could not do our work: the request goes out all the same. */
  readonly problem?: unknown
}

export type Compacted = {
  readonly before: Size
  readonly after: Size
  readonly changes: readonly Shown[]
  readonly why: string
  /** For `compact`: what left the view, what of it stands in the summary, what is only in the archive. */
  readonly loss?: Loss
}

export class Session {
  readonly id: SessionId
  private readonly parts: SessionParts
  private readonly planner: Planner
  private readonly incoming: Incoming
  private readonly events = new EventEmitter<SessionEvents>()
  private readonly renderer: Renderer
  private readonly healer = new Healer()
  private readonly cache: ReturnType<typeof watchCache>
  private queue: Promise<unknown> = Promise.resolve()
  private isPressed = false
  private ask: Summarize | undefined
  private ahead: Promise<void> = Promise.resolve()

  private constructor(id: SessionId, parts: SessionParts, journal: Journal) {
    const { settings, recall } = parts
    this.id = id
    this.parts = parts
    this.planner = new Planner(id, parts, journal, this.events)
    this.incoming = new Incoming(this.planner, this.events, { now: settings.now, recall })
    this.renderer = new Renderer(this.planner.read)
    this.cache = watchCache({ ttlMs: settings.cacheTtlMs })
    this.events.on('problem', (error) =>
      parts.warn?.(
        `session ${kindOf(error)}`,
        `Session ${JSON.stringify(id)} could not do all of its work: ${reasonOf(error)}`,
      ),
    )
  }

  static async open(id: SessionId, parts: SessionParts): Promise<Session> {
    return new Session(id, parts, await Journal.open(parts.log, id))
  }

  /** What is shown now. */
  get view(): View {
    return this.planner.view
  }

  /** For callers that resend the whole history: the request to send instead. */
  prepare<Wire, Req extends Wire>(codec: RequestCodec<Wire>, request: Req): Promise<Prepared<Req>> {
    return this.guarded(request, async () => {
      const decoded = decoding(codec, request)
      this.planner.circumstances = circumstancesOf(decoded, this.parts.counter)
      return this.send(codec as RequestCodec<Req>, request, () => this.incoming.received(decoded))
    })
  }

  /**
   * For callers that append: the next request, `like` this one but with the conversation as it is shown. The system prompt
   * of `like`, where it has one, is the session's from now on.
   */
  render<Wire, Req extends Wire>(codec: RequestCodec<Wire>, like: Req): Promise<Prepared<Req>> {
    return this.guarded(like, async () => {
      const decoded = decoding(codec, like)
      this.planner.circumstances = circumstancesOf(decoded, this.parts.counter)
      this.incoming.forget()
      return this.send(codec as RequestCodec<Req>, like, () => this.incoming.instructed(decoded.system))
    })
  }

  /** Record the reply and what was billed for it. */
  settle<Res>(codec: Pick<Codec<unknown, Res>, 'reply'>, response: Res): Promise<void> {
    return this.exclusive(async () => {
      const { messages, billed } = codec.reply(response)
      await this.planner.append(async (view) => {
        const drafts = []
        for (const message of messages) drafts.push(await intake(message, this.planner.intakeBy))
        const newest = view.slots.slice(-drafts.length)
        const isKnown = drafts.every((draft, index) => draft.hash === newest[index]?.hash)
        const { head, counted } = this.planner.sent ?? { head: view.head, counted: view.size }
        const usage: Draft[] = billed ? [{ kind: 'usage', usage: { ...billed, head, counted } }] : []
        return [...(isKnown ? [] : drafts), ...usage]
      })
      const isEpoch = this.planner.last?.entries.some((entry) => entry.kind === 'edits' && entry.epoch !== undefined)
      const rupture = billed && this.cache.billed(billed, isEpoch)
      if (rupture) this.events.emit('rupture', rupture)
      if (this.parts.settings.background) this.ahead = this.ahead.then(() => this.planner.ahead(this.ask))
    })
  }

  /** Append a message. Resolves to its number once it is durable. */
  append(message: Message, options: { origin?: Origin } = {}): Promise<Seq> {
    return this.exclusive(async () => {
      await this.planner.append(async (view) => {
        const isFirst = message.role === 'system' && view.slots.length === 0
        return [await intake(message, this.planner.intakeBy, isFirst ? { replaces: SYSTEM_SLOT } : options)]
      })
      return this.view.head
    })
  }

  /** Fold what can be folded, now, whatever the watermarks say. */
  compact(options: { instruction?: string; signal?: AbortSignal } = {}): Promise<Compacted> {
    return this.exclusive(async () => {
      const before = this.view
      const made = await this.planner.commit(() => this.nothingNew(), { isForced: true, ...options })
      const why = made.givenUp ?? made.why
      const { messages } = await this.renderer.render(this.view, this.incoming.sources)
      const loss = lossOf(before, this.view, messages, this.parts.settings.tools)
      return { before: before.size, after: this.view.size, changes: diff(before, this.view), why, loss }
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
    const window = found.window ?? Math.floor(this.planner.window() * SMALLER)
    await this.mark('window', { tokens: Math.min(window, this.planner.window()) })
    this.isPressed = true
    return true
  }

  /** Keep a message verbatim whatever happens, or let it go again. */
  async pin(seq: Seq, options: { off?: boolean } = {}): Promise<void> {
    if (!this.view.items.some((item) => item.kind === 'message' && item.seq === seq)) {
      throw new DaypackError(
        'not-found',
        `Message ${seq} is not in view: session.view.items lists what is, undo() brings back what was folded.`,
      )
    }
    return this.mark(options.off ? 'unpin' : 'pin', { seq })
  }

  /** Record a named fact. */
  mark(name: string, data?: Json): Promise<void> {
    return this.exclusive(() =>
      this.planner.append(() => [{ kind: 'mark', name, ...(data !== undefined && { data }) }]),
    )
  }

  /** The original text of what was cropped or folded. */
  readBack(content: Content): Promise<string> {
    return this.planner.read(content)
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
        return entries.flatMap((entry) =>
          entry.kind === 'message' ? [{ seq: entry.replaces || entry.seq, at: entry.at, message: entry.message }] : [],
        )
      },
      read: (content) => this.planner.read(content),
      slice: async (content, from, to) => {
        const data = await blobs.get(content.ref, { from, to })
        return data instanceof Uint8Array ? data : Buffer.from(await this.planner.read(content)).subarray(from, to)
      },
      path: (ref) => blobs.path(ref),
      tools: this.parts.settings.tools,
    }
  }

  async explain(): Promise<Explanation> {
    return explain(this.view, this.planner.last)
  }

  on<E extends keyof SessionEvents>(event: E, listener: (...args: SessionEvents[E]) => void): () => void {
    this.events.on(event, listener as never)
    return () => this.events.off(event, listener as never)
  }

  /** Take in that something was forgotten in the log, so that it does not come back from what is held in memory. */
  reread(): Promise<void> {
    return this.exclusive(() => this.planner.reread())
  }

  /** Waits for what is under way. */
  async idle(): Promise<void> {
    await this.queue
    await this.ahead
  }

  /**
   * Log what is new, plan, and make the request. When the log cannot be written nothing is cut: the view as it was, with
   * what is new, goes out.
   */
  private async send<Req>(
    codec: RequestCodec<Req>,
    like: Req,
    receiveNew: () => Promise<Ahead>,
  ): Promise<Prepared<Req>> {
    let problem: unknown
    let made: Plan | undefined
    let view: View
    try {
      const ask = this.asker(codec, like)
      this.ask = ask
      made = await this.planner.commit(receiveNew, { isForced: this.isPressed, ...(ask && { summarize: ask }) })
      this.isPressed = false
      view = this.view
    } catch (error) {
      problem = error
      this.events.emit('problem', error)
      view = (await receiveNew()).view
    }
    if (made?.unfit) throw unfit(made)
    const { request, healed, violations } = await outgoing(codec, like, view, {
      renderer: this.renderer,
      healer: this.healer,
      sources: this.incoming.sources,
    })
    this.cache.sends(request, this.parts.settings.now())
    this.planner.sent = { head: view.head, counted: plus(view.size, this.planner.circumstances.extra) }
    return { request, plan: made, healed, violations, ...(problem !== undefined && { problem }) }
  }

  /** The summarizer with the ask also as a wire request behind the conversation as it was last sent, so that the cache pays. */
  private asker<Req>(codec: RequestCodec<Req>, like: Req): Summarize | undefined {
    const { summarize } = this.parts.settings
    if (!summarize) return undefined
    return async (ask) => {
      if (ask.question === undefined) return summarize(ask)
      const rendered = await this.renderer.render(this.view, this.incoming.sources)
      const question: Message = { role: 'user', blocks: [{ type: 'text', text: ask.question }] }
      return summarize({
        ...ask,
        request: codec.encode({ ...rendered, messages: [...rendered.messages, question] }, like),
      })
    }
  }

  private revert(targets: (view: View) => readonly Batch[]): Promise<Compacted> {
    return this.exclusive(async () => {
      const before = this.view
      await this.planner.append((view) => undoing(view, targets(view)))
      const changes = diff(before, this.view)
      return {
        before: before.size,
        after: this.view.size,
        changes,
        why: changes.length > 0 ? 'undone' : 'there is nothing to undo',
      }
    })
  }

  private async nothingNew(): Promise<Ahead> {
    return { view: this.view, entries: [] }
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

/** An overflow without a figure: the window is taken to be this much smaller. */
const SMALLER = 0.8
