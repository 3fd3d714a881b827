import type { EventEmitter } from 'node:events'
import { hashOf, intake, type Intake } from '../log/intake.ts'
import type { Decoded } from '../model/codec.ts'
import type { SessionId } from '../model/driver.ts'
import type { Seq } from '../model/edit.ts'
import type { Draft, Entry } from '../model/entry.ts'
import { sumOf, type Size } from '../model/json.ts'
import { textOf, type Message } from '../model/message.ts'
import { slicer } from '../model/slices.ts'
import { plan, type Plan, type PlannerInput } from '../plan/plan.ts'
import { diff } from '../view/diff.ts'
import { TextNotLoaded } from '../view/items.ts'
import { extend, number, project, withoutHiddenText } from '../view/project.ts'
import type { View } from '../view/view.ts'
import { overlayBlobs, effectsOn, textReader, plannerInput, situationOf, UNKNOWN_SITUATION } from './planning.ts'
import type { Effects, PlanOptions, Situation } from './planning.ts'
import { hasRoomFor } from './headroom.ts'
import { briefDrafts, refreshBrief, beforeFold, foldsIn } from './additions.ts'
import { recalledEntries } from './memory.ts'
import { isNearlyCurrent, Wire, type Outgoing, type RequestCodec, type Turn } from './outgoing.ts'
import type { SessionEvents, SessionParts } from './parts.ts'
import { isNewList, splitKnownResults, NOTHING_SENT, receive, REWIND_ALL } from './receive.ts'
import type { News, Received, CallerList } from './receive.ts'
import { DaypackError } from '../model/errors.ts'

type Arrived = { readonly view: View; readonly entries: readonly Entry[] }

export type ReceiveOn = (view: View) => Received

/** Owns all state of an open session: receive, project, plan, append in one durable write, then show. */
export class Conversation {
  readonly id: SessionId
  readonly intakeBy: Intake
  /** Nothing is in the view that is not durable. */
  view: View = project([])
  situation: Situation = UNKNOWN_SITUATION
  sent: { readonly head: Seq; readonly counted: Size } | undefined
  last: Plan | undefined
  private isKnown = false
  private resent: CallerList = NOTHING_SENT
  private readonly parts: SessionParts
  private readonly events: EventEmitter<SessionEvents>
  private wire: Wire

  constructor(id: SessionId, parts: SessionParts, events: EventEmitter<SessionEvents>) {
    const { settings, counter } = parts
    this.id = id
    this.parts = parts
    this.events = events
    this.intakeBy = { counter, inlineMaxBytes: settings.inlineMaxBytes, store: (text) => this.store(text) }
    this.wire = this.newWire()
  }

  /** The log is read before anything else is asked; rejects as long as it can't be. */
  async known(): Promise<void> {
    if (!this.isKnown) await this.reread()
  }

  async reread(): Promise<void> {
    this.view = withoutHiddenText(await this.wholeView())
    this.last = undefined
    this.resent = NOTHING_SENT
    this.wire = this.newWire()
    this.isKnown = true
  }

  private async wholeView(): Promise<View> {
    return project((await this.parts.log.read(this.id)).entries)
  }

  /** Repeats work on the whole log when it needs the text of an old fold. */
  private async retryOnWholeLog<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof TextNotLoaded)) throw error
      this.view = await this.wholeView()
      return work()
    }
  }

  situationOf(decoded: Decoded): Situation {
    const { counter, settings } = this.parts
    return situationOf(decoded, counter, this.situation, settings.models)
  }

  receive(view: View, decoded: Decoded): Received {
    return receive(view, decoded, this.resent)
  }

  mayAppend(bytes: number, fresh?: readonly Message[]): boolean {
    const { settings, recall } = this.parts
    const isReady =
      this.view.slots.length === 0 ? !settings.markers : this.last !== undefined && this.sent !== undefined
    const isRecalled = recall && (!fresh || fresh.some((message) => message.role === 'user'))
    if (!isReady || isRecalled || !this.wire.isWhole(fresh ?? [])) return false
    return hasRoomFor(bytes, fresh, this.view, this.input(this.view, this.view), settings)
  }

  /** Puts what memory knows of the user before the first message; if that fails, the session goes on without it. */
  async brief(decoded?: Decoded): Promise<void> {
    const { brief } = this.parts
    if (!brief) return
    const isRestarted = decoded && this.view.slots.length > 0 && isNewList(this.receive(this.view, decoded))
    if (isRestarted) await this.reportFailure(this.append(() => [REWIND_ALL]))
    if (this.view.slots.some(({ origin }) => origin === 'caller')) return
    await this.reportFailure(this.append((view) => briefDrafts(view, brief, this.intakeBy)))
  }

  /** A program restarted under the same session id: its first request has the same system prompt. */
  isRestart({ system }: Decoded): boolean {
    return this.sent === undefined && (system && hashOf(system)) === this.view.system?.slot.hash
  }

  async append(make: (view: View) => Promise<readonly Draft[]> | readonly Draft[]): Promise<void> {
    const { view } = await this.written(async (base) => {
      const entries = number(base, await make(base), this.parts.settings.now())
      return { entries, view: extend(base, entries), result: undefined }
    })
    this.view = view
    this.parts.onLogWrite?.(this.id)
  }

  preview(): Promise<Plan> {
    return this.retryOnWholeLog(async () => {
      const { memoryDriver } = await import('../drivers/memory/index.ts')
      const { view } = this
      const { settings, counter } = this.parts
      const blobs = overlayBlobs(memoryDriver({ now: settings.now }).blobs, this.parts.blobs)
      return plan(
        view,
        this.input(view, view, { isForced: true }),
        effectsOn(blobs, counter.count, { store: (text) => blobs.put(text) }),
      )
    })
  }

  private input(view: View, before: View, options?: PlanOptions): PlannerInput {
    return plannerInput(view, before, this.sent?.head ?? 0, this.situation, this.parts.settings, options)
  }

  asideRequest<Req>(codec: RequestCodec<Req>, request: Req, decoded: Decoded): Promise<Req> {
    return this.retryOnWholeLog(() => this.encodeAside(codec, request, decoded))
  }

  private async encodeAside<Req>(codec: RequestCodec<Req>, request: Req, decoded: Decoded): Promise<Req> {
    const { news, resent } = receive(this.view, splitKnownResults(this.view, decoded), NOTHING_SENT)
    if (resent.seqs.every((seq) => seq > this.view.head)) return request
    const drafts: Draft[] = []
    // It may name part of the conversation only: what it leaves out stays, because the place may be within a fold.
    for (const each of news) drafts.push('kind' in each ? { kind: 'mark', name: 'aside' } : await this.draft(each))
    const view = extend(this.view, number(this.view, drafts, this.parts.settings.now()))
    return (await new Wire(textReader(this.parts.blobs)).send(codec, request, view, resent)).request
  }

  unlogged(receiveOn: ReceiveOn): Promise<View> {
    return this.retryOnWholeLog(async () => {
      const received = receiveOn(this.view)
      const { view } = await this.arrive(this.view, received)
      this.resent = received.resent
      return view
    })
  }

  encode<Req>(codec: RequestCodec<Req>, like: Req, view: View): Promise<Outgoing<Req>> {
    return this.wire.send(codec, like, view, this.resent)
  }

  async shown(): Promise<readonly Message[]> {
    return (await this.wire.render(this.view, this.resent)).messages
  }

  plan(options: PlanOptions, signal?: AbortSignal): Promise<Plan> {
    return this.commit(() => ({ news: [], resent: this.resent }), options, undefined, signal)
  }

  /** Append what a request brings together with what is planned on it. */
  async commit(
    receiveOn: ReceiveOn,
    options: PlanOptions,
    request?: Omit<Turn, 'resent'>,
    signal?: AbortSignal,
  ): Promise<Plan> {
    const before = this.view
    const { view, result } = await this.written(async (base) => {
      const received = receiveOn(base)
      const arrived = await this.arrive(base, received)
      const input = this.input(arrived.view, base, options)
      const turn = request && { ...request, resent: received.resent }
      const made = await plan(arrived.view, input, this.effects(arrived.view, turn, signal))
      const restored =
        made.entries.length === 0 ? [] : await beforeFold(made, arrived.view, this.id, this.parts, this.intakeBy)
      const renewed = await this.briefAfterFold(extend(made.view, restored), made)
      const after = extend(extend(made.view, restored), renewed)
      const entries = [...arrived.entries, ...made.entries, ...restored, ...renewed]
      return { entries, view: after, result: { plan: { ...made, view: after }, resent: received.resent } }
    })
    this.view = withoutHiddenText(view)
    this.parts.onLogWrite?.(this.id)
    this.resent = result.resent
    this.last = result.plan
    this.announce(before, result.plan)
    return result.plan
  }

  private async arrive(base: View, { news, newestRequest }: Received): Promise<Arrived> {
    const now = this.parts.settings.now()
    const drafts: Draft[] = []
    const slice = news.length > 1 ? slicer() : undefined
    for (const each of news) {
      const draft = await this.draft(each)
      drafts.push(draft)
      await slice?.(draft.kind === 'message' ? sumOf(draft.sizes, ({ bytes }) => bytes) : 0)
    }
    const own = number(base, drafts, now)
    const said = extend(base, own)
    const last = own.at(-1)
    const request = newestRequest ?? (last?.kind === 'message' ? last.message : undefined)
    const recalled = number(said, await this.recalled(said, request), now)
    return { entries: [...own, ...recalled], view: extend(said, recalled) }
  }

  private async briefAfterFold(view: View, made: Plan): Promise<Entry[]> {
    const { brief } = this.parts
    if (!brief || foldsIn(made).length === 0) return []
    const drafts = await this.reportFailure(refreshBrief(view, brief, this.intakeBy))
    return number(view, drafts ?? [], this.parts.settings.now())
  }

  private async draft(news: News): Promise<Draft> {
    if ('kind' in news) return news
    const { message, ...options } = news
    return intake(message, this.intakeBy, options)
  }

  private async recalled(view: View, request: Message | undefined): Promise<Draft[]> {
    const { recall } = this.parts
    if (!recall || request?.role !== 'user') return []
    const message = await this.reportFailure(recall(textOf(request), recalledEntries(view)))
    return message ? [await intake(message, this.intakeBy, { origin: 'memory' })] : []
  }

  /** Memory is never the reason a session fails. */
  private reportFailure<T>(work: Promise<T>): Promise<T | undefined> {
    return work.catch((error: unknown) => {
      this.events.emit('problem', error)
      return undefined
    })
  }

  private effects(view: View, turn: Turn | undefined, signal?: AbortSignal): Effects {
    const { blobs, counter, archive, settings } = this.parts
    const { summarize, files } = settings
    return effectsOn(blobs, counter.count, {
      store: (text) => this.store(text),
      ...(archive && { archive: (from: Seq, to: Seq) => archive(this.id, view, from, to) }),
      ...(summarize && { summarize }),
      ...(summarize &&
        turn && {
          summarize: this.wire.asking(summarize, turn, () => this.view, view),
          hasRead: () => (isNearlyCurrent(this.view, view) ? this.view.head : undefined),
        }),
      ...(files && { readFile: files.read }),
      ...(signal && { signal }),
    })
  }

  private announce(before: View, made: Plan): void {
    if (made.entries.length === 0) return
    const gone = ['cropped', 'folded', 'dropped']
    const changes = diff(before, made.view).filter((change) => gone.includes(change.what))
    if (changes.length > 0) this.events.emit('evicted', changes)
    if (made.tide !== 'none') this.events.emit('epoch', made)
  }

  /** On a conflict, reads what others wrote and makes the change again; rereads everything if they removed entries. */
  private async written<T>(
    make: (view: View) => Promise<Written<T>>,
  ): Promise<{ readonly view: View; readonly result: T }> {
    const { log } = this.parts
    let base = this.view
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        const change = await make(base)
        if (change.entries.length === 0) return { view: base, result: change.result }
        const answer = await log.append(this.id, change.entries, { expect: base.head })
        if ('head' in answer) return change
        if (answer.conflict > base.head) base = extend(base, (await log.read(this.id, base.head)).entries)
        else {
          await this.reread()
          base = this.view
        }
      } catch (error) {
        if (!(error instanceof TextNotLoaded)) throw error
        base = await this.wholeView()
      }
    }
    throw new DaypackError('conflict', `Session ${this.id} keeps being modified by other processes; try again.`)
  }

  private newWire(): Wire {
    return new Wire(textReader(this.parts.blobs), this.parts.settings.merges)
  }

  private async store(text: string) {
    const { ref, bytes, lines } = await this.parts.blobs.put(text)
    this.parts.onBlobStored?.(bytes)
    return { ref, bytes, lines }
  }
}

type Written<T> = { readonly entries: readonly Entry[]; readonly view: View; readonly result: T }

const ATTEMPTS = 8
