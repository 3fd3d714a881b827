import type { BreakpointOptions } from '../cache/breakpoints.ts'
import type { Summarize } from '../model/summarize.ts'
import { EventEmitter } from 'node:events'
import { watchCache } from '../cache/rupture.ts'
import type { Content, Message } from '../model/message.ts'
import type { Codec } from '../model/codec.ts'
import type { SessionId } from '../model/driver.ts'
import type { Seq } from '../model/edit.ts'
import type { Entry, Origin, Billed } from '../model/entry.ts'
import { DaypackError, isDaypackError } from '../model/errors.ts'
import type { Json } from '../model/json.ts'
import type { Plan } from '../plan/plan.ts'
import { explain, type Explanation } from '../report/explain.ts'
import type { RetrievalSource } from '../retrieval/index.ts'
import { plus } from '../tokens/count.ts'
import type { View } from '../view/view.ts'
import { Conversation, type ReceiveOn } from './conversation.ts'
import { appendDrafts, type MessageCodec } from './append.ts'
import { newestRequestOf, decodeRequest, systemPromptNews, isSideRequest, NOTHING_SENT } from './receive.ts'
import { textReader, windowFromError, windowOf } from './planning.ts'
import type { RequestCodec } from './outgoing.ts'
import { compactNow, previewCompaction, revertBatches, batchesTouching, undoableBatches } from './compaction.ts'
import type { CompactionResult } from './compaction.ts'
import { problemReporter, type SessionEvents, type SessionParts, type Prepared } from './parts.ts'
import { Replies } from './replies.ts'
import { retrievalSource } from './retrieval-source.ts'
import { unfitError } from './unfit.ts'

export type { CompactionResult } from './compaction.ts'
export type { Prepared } from './parts.ts'
export type { SessionEvents, SessionParts } from './parts.ts'

export class Session {
  readonly id: SessionId
  private readonly parts: SessionParts
  private readonly events = new EventEmitter<SessionEvents>()
  private readonly conversation: Conversation
  private readonly cache: ReturnType<typeof watchCache>
  private queue: Promise<unknown> = Promise.resolve()
  private isPressed = false
  /** The newest request was a side call, so its reply is not recorded either. */
  private isAside = false
  private readonly replies: Replies

  private constructor(id: SessionId, parts: SessionParts) {
    this.id = id
    this.parts = parts
    this.conversation = new Conversation(id, parts, this.events)
    this.replies = new Replies(this.conversation, (billed) => this.recorded(billed))
    this.cache = watchCache({ ttlMs: parts.settings.cacheTtlMs })
    this.events.on('problem', problemReporter(id, parts))
  }

  /** If the log is unreachable, requests go out unchanged until a later one can read it. */
  static async open(id: SessionId, parts: SessionParts): Promise<Session> {
    const session = new Session(id, parts)
    await session.conversation.known().catch((error: unknown) => {
      if (!isDaypackError(error, 'unreachable')) throw error
      session.events.emit('problem', error)
    })
    return session
  }

  get markers(): BreakpointOptions | undefined {
    return this.parts.settings.markers
  }

  get view(): View {
    return this.conversation.view
  }

  /**
   * For callers that resend the whole history: the request to send instead. `aside: false`: it belongs to the conversation,
   * however little it looks like it.
   */
  prepare<Wire, Req extends Wire>(
    codec: RequestCodec<Wire>,
    request: Req,
    options: { readonly aside?: false } = {},
  ): Promise<Prepared<Req>> {
    return this.guarded(
      async () => request,
      async () => {
        const decoded = decodeRequest(codec, request)
        const window = windowOf(this.view, this.parts.settings, decoded.model)
        this.isAside =
          options.aside ?? (!this.conversation.isRestart(decoded) && isSideRequest(this.view, decoded, window))
        if (this.isAside) return { request, plan: undefined, aside: true }
        this.conversation.situation = this.conversation.situationOf(decoded)
        // A conversation that began elsewhere has been sent before: nothing may come in front of it.
        if (!decoded.messages.some(({ role }) => role === 'assistant')) await this.conversation.brief(decoded)
        const prepared = await this.send(codec as RequestCodec<Req>, request, (view) =>
          this.conversation.receive(view, decoded),
        )
        // What the caller resends holds them.
        if (prepared.problem === undefined) this.replies.drop()
        return prepared
      },
    )
  }

  /**
   * For hosts that send before they prepare: may so many bytes go out unchanged behind the request prepared last, or begin a
   * session? `fresh`: the new messages in them; without, they may say whatever they want.
   */
  mayAppend(bytes: number, fresh?: readonly Message[]): boolean {
    return !this.isPressed && this.conversation.mayAppend(bytes, fresh)
  }

  /** For callers that append: the next request like this one. Rejects where the log has never been read. */
  render<Wire, Req extends Wire>(codec: RequestCodec<Wire>, like: Req): Promise<Prepared<Req>> {
    return this.guarded(
      (error) => this.shown(codec as RequestCodec<Req>, like, error),
      async () => {
        const decoded = decodeRequest(codec, like)
        this.isAside = false
        await this.replies.record().catch((error: unknown) => this.events.emit('problem', error))
        this.conversation.situation = this.conversation.situationOf(decoded)
        return this.send(codec as RequestCodec<Req>, like, (view) => ({
          news: systemPromptNews(view, decoded.system),
          resent: NOTHING_SENT,
          ...newestRequestOf(view),
        }))
      },
    )
  }

  /** Record a reply; during an outage, with the next call. `aside`: not recorded; by default the newest request decides. */
  record<Res>(
    codec: Pick<Codec<unknown, Res>, 'reply'>,
    response: Res,
    options: { readonly aside?: boolean } = {},
  ): Promise<void> {
    return this.recording(async () => {
      if (options.aside ?? this.isAside) return
      const problem = await this.replies.add(codec, await response)
      if (problem !== undefined) this.events.emit('problem', problem)
    })
  }

  /** A message of ours, or a provider's with its codec. Resolves to its (last) number once it is durable. */
  append(message: Message, options?: { readonly origin?: Origin }): Promise<Seq>
  append<Wire>(
    message: unknown,
    options: { readonly origin?: Origin; readonly codec: MessageCodec<Wire> },
  ): Promise<Seq>
  append(
    message: unknown,
    options: { readonly origin?: Origin; readonly codec?: MessageCodec<unknown> } = {},
  ): Promise<Seq> {
    const { codec, origin } = options
    return this.exclusive(async () => {
      if ((origin ?? 'caller') === 'caller' && !isSystem(message)) await this.conversation.brief()
      await this.conversation.append((view) => appendDrafts(message, codec, view, this.conversation.intakeBy, origin))
      return this.view.head
    })
  }

  preview(): Promise<CompactionResult> {
    return this.exclusive(() => previewCompaction(this.conversation))
  }

  /** For a call outside the conversation: leaves out what the conversation leaves out, and records nothing. */
  aside<Wire, Req extends Wire>(codec: RequestCodec<Wire>, request: Req): Promise<Req> {
    return this.inTurn(async () => {
      try {
        await this.conversation.known()
        return await this.conversation.asideRequest(codec as RequestCodec<Req>, request, decodeRequest(codec, request))
      } catch (error) {
        this.events.emit('problem', error)
        return request
      }
    })
  }

  /** Fold what can be folded, now, whatever the watermarks say. */
  compact(options: { instruction?: string; signal?: AbortSignal } = {}): Promise<CompactionResult> {
    return this.exclusive(() => compactNow(this.conversation, this.parts.settings.tools, options))
  }

  /** Take back the newest epoch, or the batch with this number. Nothing to undo: no changes. */
  undo(options: { seq?: Seq } = {}): Promise<CompactionResult> {
    return this.exclusive(() => revertBatches(this.conversation, (view) => undoableBatches(view, options.seq)))
  }

  /** Show these messages whole again: every batch that left out something of them is taken back. */
  expand(from: Seq, to: Seq = from): Promise<CompactionResult> {
    return this.exclusive(() => revertBatches(this.conversation, (view) => batchesTouching(view, from, to)))
  }

  /** A context-length error teaches the window and makes the next request an epoch. True: send again. */
  async overflow(error: unknown): Promise<boolean> {
    const { model } = this.conversation.situation
    const tokens = windowFromError(error, windowOf(this.view, this.parts.settings, model))
    if (tokens === undefined) return false
    await this.mark('window', { tokens, ...(model !== undefined && { model }) })
    this.isPressed = true
    return true
  }

  /** Keep a message verbatim whatever happens, or let it go again. */
  async pin(seq: Seq, options: { off?: boolean } = {}): Promise<void> {
    if (!this.view.items.some((item) => item.kind === 'message' && item.seq === seq)) {
      throw new DaypackError(
        'not-found',
        `Seq ${seq} is not in view: session.view.items lists what is, undo() brings back what was folded.`,
      )
    }
    return this.mark(options.off ? 'unpin' : 'pin', { seq })
  }

  /** The model a host talks to anyway: memory writes its notes with it, unless it has a model of its own. */
  offerModel(model: Summarize): void {
    this.parts.offerModel?.(this.id, model)
  }

  mark(name: string, data?: Json): Promise<void> {
    return this.exclusive(() =>
      this.conversation.append(() => [{ kind: 'mark', name, ...(data !== undefined && { data }) }]),
    )
  }

  readBack(content: Content): Promise<string> {
    return textReader(this.parts.blobs)(content)
  }

  async entries(): Promise<readonly Entry[]> {
    return (await this.parts.log.read(this.id)).entries
  }

  source(): RetrievalSource {
    return retrievalSource(this.id, this.parts, () => this.view)
  }

  async explain(): Promise<Explanation> {
    return explain(this.view, this.conversation.last)
  }

  on<E extends keyof SessionEvents>(event: E, listener: (...args: SessionEvents[E]) => void): () => void {
    this.events.on(event, listener as never)
    return () => this.events.off(event, listener as never)
  }

  /** Take in that something was forgotten in the log, so that it does not come back from what is held in memory. */
  reread(): Promise<void> {
    return this.exclusive(() => this.conversation.reread())
  }

  async idle(): Promise<void> {
    if (this.replies.size > 0) await this.exclusive(async () => undefined).catch(() => undefined)
    await this.queue
  }

  /** If the log can't be written, nothing is cut: the old view goes out with the new messages. */
  private async send<Req>(codec: RequestCodec<Req>, like: Req, receiveOn: ReceiveOn): Promise<Prepared<Req>> {
    const { conversation } = this
    let problem: unknown
    let made: Plan | undefined
    let view: View
    try {
      made = await conversation.commit(receiveOn, { isForced: this.isPressed }, { codec, like })
      this.isPressed = false
      view = made.view
    } catch (error) {
      problem = error
      this.events.emit('problem', error)
      view = await conversation.unlogged(receiveOn)
    }
    if (made?.unfit) {
      problem ??= unfitError(made, made.unfit)
      if (this.parts.settings.strict) throw problem
      this.events.emit('problem', problem)
    }
    const { request, healed, violations } = await conversation.encode(codec, like, view)
    this.cache.sends(request, this.parts.settings.now())
    conversation.sent = { head: view.head, counted: plus(view.size, conversation.situation.extra) }
    return { request, plan: made, healed, violations, ...(problem !== undefined && { problem }) }
  }

  /** One thing at a time: calls on a session wait for each other. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.queue.then(work)
    this.queue = run.catch(() => {})
    return run
  }

  private exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      await this.conversation.known()
      await this.replies.record()
      return work()
    })
  }

  /** A reply that can't be recorded is reported; the caller already has it. */
  private recording(work: () => Promise<void>): Promise<void> {
    return this.inTurn(work).catch((error: unknown) => {
      if (this.parts.settings.strict || !isDaypackError(error, 'unsupported')) throw error
      this.events.emit('problem', error)
    })
  }

  private async shown<Req>(codec: RequestCodec<Req>, like: Req, error: unknown): Promise<Req> {
    if (this.view.slots.length === 0) throw error
    return (await this.conversation.encode(codec, like, this.view)).request
  }

  private recorded(billed: Billed | undefined): void {
    const isEpoch = this.conversation.last?.entries.some((entry) => entry.kind === 'edits' && entry.epoch !== undefined)
    const rupture = billed && this.cache.billed(billed, isEpoch)
    if (rupture) this.events.emit('rupture', rupture)
  }

  /** We are never the reason a request fails, except in strict mode or when there is nothing to send instead. */
  private guarded<Req>(
    instead: (error: unknown) => Promise<Req>,
    work: () => Promise<Prepared<Req>>,
  ): Promise<Prepared<Req>> {
    return this.inTurn(async () => {
      try {
        await this.conversation.known()
        return await work()
      } catch (error) {
        if (isDaypackError(error, 'closed') || (this.parts.settings.strict && isRefusal(error))) throw error
        this.events.emit('problem', error)
        return { request: await instead(error), plan: undefined, problem: error }
      }
    })
  }
}

function isRefusal(error: unknown): boolean {
  return isDaypackError(error, 'unfit') || isDaypackError(error, 'unsupported')
}

/** The system prompt goes first, and may be given as the first message. */
function isSystem(message: unknown): boolean {
  return (message as { role?: unknown } | null)?.role === 'system'
}
