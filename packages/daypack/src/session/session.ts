import { EventEmitter } from 'node:events'
import { watchCache } from '../cache/rupture.ts'
import type { Content, Message } from '../model/message.ts'
import type { Codec } from '../model/codec.ts'
import type { SessionId } from '../model/driver.ts'
import type { Seq } from '../model/edit.ts'
import type { Entry, Origin } from '../model/entry.ts'
import { DaypackError, isDaypackError } from '../model/errors.ts'
import type { Json } from '../model/json.ts'
import type { Plan } from '../plan/plan.ts'
import { explain, type Explanation } from '../report/explain.ts'
import type { RetrievalSource } from '../retrieval/index.ts'
import { plus } from '../tokens/count.ts'
import type { View } from '../view/view.ts'
import { Conversation, type ReceiveOn } from './conversation.ts'
import { appended, type Wraps } from './appended.ts'
import { asked, decoding, instructed, isAside, NOTHING_SENT, replied, replying } from './receive.ts'
import { textReader, situationOf, windowLearned, windowOf } from './planning.ts'
import type { RequestCodec } from './outgoing.ts'
import { compacted, previewed, reverted, touching, undoable, type Compacted } from './compacted.ts'
import { telling, type SessionEvents, type SessionParts } from './parts.ts'
import type { Prepared } from './prepared.ts'
import { sourceOf } from './source.ts'
import { unfit } from './unfit.ts'

export type { Compacted } from './compacted.ts'
export type { Prepared } from './prepared.ts'
export type { SessionEvents, SessionParts } from './parts.ts'

/** One conversation: what callers say to it, one call after the other. What it knows is in `Conversation`. */
export class Session {
  readonly id: SessionId
  private readonly parts: SessionParts
  private readonly events = new EventEmitter<SessionEvents>()
  private readonly talk: Conversation
  private readonly cache: ReturnType<typeof watchCache>
  private queue: Promise<unknown> = Promise.resolve()
  private isPressed = false
  /** The newest request was none of the conversation, and so will be its reply. */
  private isAside = false
  private ahead: Promise<void> = Promise.resolve()

  private constructor(id: SessionId, parts: SessionParts) {
    this.id = id
    this.parts = parts
    this.talk = new Conversation(id, parts, this.events)
    this.cache = watchCache({ ttlMs: parts.settings.cacheTtlMs })
    this.events.on('problem', telling(id, parts))
  }

  /** Where the log can't be reached nothing is known of it yet: requests go out as they come, and each tries again. */
  static async open(id: SessionId, parts: SessionParts): Promise<Session> {
    const session = new Session(id, parts)
    await session.talk.known().catch((error: unknown) => {
      if (!isDaypackError(error, 'unreachable')) throw error
      session.events.emit('problem', error)
    })
    return session
  }

  /** What is shown now. */
  get view(): View {
    return this.talk.view
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
    return this.guarded(request, async () => {
      const decoded = decoding(codec, request)
      this.isAside = options.aside ?? isAside(this.view, decoded, windowOf(this.view, this.parts.settings))
      if (this.isAside) return { request, plan: undefined, aside: true }
      this.talk.situation = situationOf(decoded, this.parts.counter, this.talk.situation)
      return this.send(codec as RequestCodec<Req>, request, (view) => this.talk.receive(view, decoded))
    })
  }

  /**
   * For hosts that send before they prepare: would a request that says what the last one said, and these messages behind
   * it, go out as the last one did with these behind it? `since`: all from the last reply of that one on, of which the
   * last `count` are new. False where it is not certain.
   */
  isCalm(since: readonly Message[], count: number): boolean {
    return !this.isPressed && this.talk.isCalm(since, count)
  }

  /**
   * For callers that append: the next request, `like` this one but with the conversation as it is shown. The system prompt
   * of `like`, where it has one, is the session's from now on.
   */
  render<Wire, Req extends Wire>(codec: RequestCodec<Wire>, like: Req): Promise<Prepared<Req>> {
    return this.guarded(like, () => {
      const decoded = decoding(codec, like)
      this.isAside = false
      this.talk.situation = situationOf(decoded, this.parts.counter, this.talk.situation)
      return this.send(codec as RequestCodec<Req>, like, (view) => ({
        news: instructed(view, decoded.system),
        resent: NOTHING_SENT,
        ...asked(view),
      }))
    })
  }

  /**
   * Record the reply and what was billed for it. `aside`: it answers a call beside the conversation and is not recorded;
   * where several calls run at once say so, otherwise the newest request decides.
   */
  settle<Res>(
    codec: Pick<Codec<unknown, Res>, 'reply'>,
    response: Res,
    options: { readonly aside?: boolean } = {},
  ): Promise<void> {
    return this.exclusive(async () => {
      if (options.aside ?? this.isAside) return
      const { messages, billed } = replying(codec, response)
      const { sent, intakeBy } = this.talk
      await this.talk.append((view) => replied(view, { messages, billed }, sent, intakeBy))
      const isEpoch = this.talk.last?.entries.some((entry) => entry.kind === 'edits' && entry.epoch !== undefined)
      const rupture = billed && this.cache.billed(billed, isEpoch)
      if (rupture) this.events.emit('rupture', rupture)
      if (this.parts.settings.background) this.ahead = this.ahead.then(() => this.talk.workAhead())
    })
  }

  /**
   * Append a message, ours (`{ role, blocks }`) or a provider's with its codec. Resolves to its number once it is durable;
   * to the last one where a provider's message is several of ours.
   */
  append(message: Message, options?: { readonly origin?: Origin }): Promise<Seq>
  append<Wire>(message: unknown, options: { readonly origin?: Origin; readonly codec: Wraps<Wire> }): Promise<Seq>
  append(message: unknown, options: { readonly origin?: Origin; readonly codec?: Wraps<unknown> } = {}): Promise<Seq> {
    const { codec, origin } = options
    return this.exclusive(async () => {
      await this.talk.append((view) => appended(message, codec, view, this.talk.intakeBy, origin))
      return this.view.head
    })
  }

  /** What an epoch now would do: nothing is changed, written or sent, and no model is asked. */
  preview(): Promise<Compacted> {
    return this.exclusive(() => previewed(this.talk))
  }

  /**
   * For a call beside the conversation, such as a title or a judgement about it: the request, with what is left out of the
   * conversation left out of it, too. Nothing is recorded; its reply is not settled.
   */
  aside<Wire, Req extends Wire>(codec: RequestCodec<Wire>, request: Req): Promise<Req> {
    return this.inTurn(async () => {
      try {
        await this.talk.known()
        return await this.talk.beside(codec as RequestCodec<Req>, request, decoding(codec, request))
      } catch (error) {
        this.events.emit('problem', error)
        return request
      }
    })
  }

  /** Fold what can be folded, now, whatever the watermarks say. */
  compact(options: { instruction?: string; signal?: AbortSignal } = {}): Promise<Compacted> {
    return this.exclusive(() => compacted(this.talk, this.parts.settings.tools, options))
  }

  /** Take back the newest epoch, or the batch with this number. Nothing to undo: no changes. */
  undo(options: { seq?: Seq } = {}): Promise<Compacted> {
    return this.exclusive(() => reverted(this.talk, (view) => undoable(view, options.seq)))
  }

  /** Show these messages whole again: every batch that left out something of them is taken back. */
  expand(from: Seq, to: Seq = from): Promise<Compacted> {
    return this.exclusive(() => reverted(this.talk, (view) => touching(view, from, to)))
  }

  /**
   * Tell that a provider answered with an error. A context-length error teaches the true window and makes the next
   * request an epoch; the answer says whether it was one, and so whether preparing and sending again is worth it.
   */
  async overflow(error: unknown): Promise<boolean> {
    const tokens = windowLearned(error, windowOf(this.view, this.parts.settings))
    if (tokens === undefined) return false
    await this.mark('window', { tokens })
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
    return this.exclusive(() => this.talk.append(() => [{ kind: 'mark', name, ...(data !== undefined && { data }) }]))
  }

  /** The original text of what was cropped or folded. */
  readBack(content: Content): Promise<string> {
    return textReader(this.parts.blobs)(content)
  }

  /** Everything this session's log says. */
  async entries(): Promise<readonly Entry[]> {
    return (await this.parts.log.read(this.id)).entries
  }

  /** What the tools for reading back need of this session. */
  source(): RetrievalSource {
    return sourceOf(this.id, this.parts)
  }

  async explain(): Promise<Explanation> {
    return explain(this.view, this.talk.last)
  }

  on<E extends keyof SessionEvents>(event: E, listener: (...args: SessionEvents[E]) => void): () => void {
    this.events.on(event, listener as never)
    return () => this.events.off(event, listener as never)
  }

  /** Take in that something was forgotten in the log, so that it does not come back from what is held in memory. */
  reread(): Promise<void> {
    return this.exclusive(() => this.talk.reread())
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
  private async send<Req>(codec: RequestCodec<Req>, like: Req, receiveOn: ReceiveOn): Promise<Prepared<Req>> {
    const { talk } = this
    let problem: unknown
    let made: Plan | undefined
    let view: View
    try {
      made = await talk.take(codec, like, receiveOn, { isForced: this.isPressed })
      this.isPressed = false
      view = made.view
    } catch (error) {
      problem = error
      this.events.emit('problem', error)
      view = await talk.unlogged(receiveOn)
    }
    if (made?.unfit) throw unfit(made)
    const { request, healed, violations } = await talk.encode(codec, like, view)
    this.cache.sends(request, this.parts.settings.now())
    talk.sent = { head: view.head, counted: plus(view.size, talk.situation.extra) }
    return { request, plan: made, healed, violations, ...(problem !== undefined && { problem }) }
  }

  /** One thing at a time: calls on a session wait for each other. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.queue.then(work)
    this.queue = run.catch(() => {})
    return run
  }

  /** In turn, on what the log says. */
  private exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      await this.talk.known()
      return work()
    })
  }

  /** We are never the reason a request fails, except when it cannot fit at all. */
  private guarded<Req>(request: Req, work: () => Promise<Prepared<Req>>): Promise<Prepared<Req>> {
    return this.inTurn(async () => {
      try {
        await this.talk.known()
        return await work()
      } catch (error) {
        if (error instanceof DaypackError && (error.code === 'unfit' || error.code === 'closed')) throw error
        this.events.emit('problem', error)
        return { request, plan: undefined, problem: error }
      }
    })
  }
}
