import type { Codec, Rendered, RenderedMessage } from '../model/codec.ts'
import { isReasoning, toolCalls, type Block, type Message } from '../model/message.ts'
import type { Summarize } from '../passes/pass.ts'
import { renderItem, renderSystem, replyTo, type ReadText } from '../view/render.ts'
import type { Item, View } from '../view/view.ts'
import { heal, type Healing } from '../wire/heal.ts'
import { guard, validate, type Violation } from '../wire/validate.ts'
import type { CallerList } from './receive.ts'
import { sumOf } from '../model/json.ts'

export type Outgoing<Req> = {
  readonly request: Req
  /** Repairs made to a broken history of the caller. */
  readonly healed: readonly Healing[]
  /** Rules the request would have broken; `by: 'us'` means the caller's own went out instead. */
  readonly violations: readonly Violation[]
  readonly by?: 'us' | 'caller'
}

export type RequestCodec<Req> = Omit<Codec<Req>, 'reply'>

export type Turn<Req = unknown> = { readonly codec: RequestCodec<Req>; readonly like: Req; readonly resent: CallerList }

type Row = {
  readonly item: Item
  readonly own: Message | undefined
  readonly message: RenderedMessage | undefined
  readonly reply?: RenderedMessage
}

/**
 * Turns a view into a request: rendered, repaired where the caller's history was broken, encoded and checked. Its rows
 * are the only cache on that path. The contract: views and callers' messages are never changed in place, so an item that is
 * the same object, sent as the same object at the same place, is the same bytes. Rows are taken over up to the first
 * that is not; everything after it is rebuilt. Dropping the cache changes no byte of any request.
 */
export class Wire {
  private readonly read: ReadText
  private rows: readonly Row[] = []
  /** Leading messages that needed no repair, and the ids of their calls: not checked again. */
  private whole: readonly RenderedMessage[] = []
  private readonly used = new Set<string>()
  private readonly merges: boolean

  constructor(read: ReadText, merges = false) {
    this.read = read
    this.merges = merges
  }

  async send<Req>(codec: RequestCodec<Req>, like: Req, view: View, resent: CallerList): Promise<Outgoing<Req>> {
    const rendered = await this.render(view, resent)
    const { messages: mended, healed } = this.heal(rendered.messages)
    const messages = this.merges ? merged(mended) : mended
    const request = codec.encode({ ...rendered, messages }, like)
    if (request === like) return { request, healed, violations: [] }
    const guarded = guard(codec, like, request)
    if (guarded.by === 'us' && resent.messages.length === 0) {
      const open = codec.encode({ ...rendered, messages: withoutLastReplies(messages) }, like)
      return { request: open, healed, violations: validate(codec, open, { original: like }) }
    }
    // If the caller's own request broke the rule, sending more of it would not help.
    return guarded.by === 'caller' ? { ...guarded, request, healed } : { ...guarded, healed }
  }

  async render(view: View, { messages, seqs }: CallerList): Promise<Rendered> {
    let at = 0
    let index = 0
    const ownOf = (item: Item) => {
      while ((seqs[at] ?? Infinity) < item.seq) at++
      return item.kind === 'message' && item.whole && seqs[at] === item.seq ? messages[at] : undefined
    }
    for (; index < view.items.length; index++) {
      const item = view.items[index]
      const last = this.rows[index]
      if (!item || last?.item !== item) break
      const own = ownOf(item)
      if (last.own !== own || (own && last.message?.source !== at)) break
    }
    const rows = this.rows.slice(0, index)
    for (const item of view.items.slice(index)) {
      const own = ownOf(item)
      const reply = replyTo(item)
      const message = own ? { ...own, source: at } : await renderItem(item, this.read)
      rows.push({ item, own, message, ...(reply && { reply }) })
    }
    this.rows = rows
    const system = await renderSystem(view, this.read)
    const shown: RenderedMessage[] = []
    for (const row of rows) {
      if (row.message) shown.push(row.message)
      if (row.reply && row !== rows.at(-1)) shown.push(row.reply)
    }
    return system ? { system, messages: shown } : { messages: shown }
  }

  /** Asks behind the conversation as it was last sent, so that the cache pays. */
  asking(summarize: Summarize, { codec, like, resent }: Turn, newest: () => View, now: View): Summarize {
    return async (ask) => {
      const sent = newest()
      if (ask.question === undefined || !isNearlyCurrent(sent, now)) return summarize(ask)
      const rendered = await this.render(sent, resent)
      const question: Message = { role: 'user', blocks: [{ type: 'text', text: ask.question }] }
      const messages = [...rendered.messages, question]
      return summarize({ ...ask, request: codec.encode({ ...rendered, messages }, like) })
    }
  }

  isWhole(messages: readonly Message[]): boolean {
    return heal(messages, (id) => this.used.has(id)).healed.length === 0
  }

  private heal(messages: readonly RenderedMessage[]): {
    messages: readonly RenderedMessage[]
    healed: readonly Healing[]
  } {
    const known = this.whole.length
    let same = 0
    while (same < known && messages[same] === this.whole[same]) same++
    while (same > 0 && same < known && messages[same]?.role !== 'assistant') same--
    for (const message of this.whole.slice(same)) for (const call of toolCalls(message)) this.used.delete(call.callId)
    const tail = heal(same === 0 ? messages : messages.slice(same), (id) => this.used.has(id))
    // Up to the last assistant message: what follows it may still change.
    const end = tail.healed.length > 0 ? same : Math.max(same, messages.findLastIndex(isReply))
    this.whole = messages.slice(0, end)
    for (const message of messages.slice(same, end)) for (const call of toolCalls(message)) this.used.add(call.callId)
    if (tail.healed.length === 0) return { messages, healed: [] }
    const healed = tail.healed.map((healing) => ({ ...healing, at: healing.at + same }))
    return { messages: [...messages.slice(0, same), ...tail.messages], healed }
  }
}

/** False where a message changed since (F-61), or where most of it has just come in. */
export function isNearlyCurrent(sent: View, now: View): boolean {
  const unsent = sumOf(now.slots, (slot) => (slot.seq > sent.head ? sizeOf(slot) : 0))
  return unsent <= sent.size.tokens && !isChanged(sent, now)
}

function sizeOf({ sizes }: View['slots'][number]): number {
  return sumOf(sizes, ({ tokens }) => tokens)
}

function isChanged(sent: View, now: View): boolean {
  const messages = new Map(now.slots.map((slot) => [slot.seq, slot.message]))
  return sent.slots.some((slot) => messages.get(slot.seq) !== slot.message)
}

function isReply(message: RenderedMessage): boolean {
  return message.role === 'assistant'
}

/** For callers that append: another process may already have appended its reply to the message we answer. */
function withoutLastReplies(messages: readonly RenderedMessage[]): readonly RenderedMessage[] {
  const last = messages.findLastIndex((message) => !isReply(message))
  return last < 0 ? messages : messages.slice(0, last + 1)
}

/** Merges a reply split over several messages; drops replies of reasoning alone, which providers reject. */
function merged(messages: readonly RenderedMessage[]): readonly RenderedMessage[] {
  const made: RenderedMessage[] = []
  for (const message of messages.map(resultsFirst)) {
    const last = made.at(-1)
    const isSplit = last?.role === 'assistant' && message.role === 'assistant' && !callsTool(last)
    if (isSplit) made[made.length - 1] = { role: 'assistant', blocks: [...last.blocks, ...message.blocks] }
    else made.push(message)
  }
  return made.filter((message) => !isThought(message))
}

function isThought({ role, blocks }: RenderedMessage): boolean {
  return role === 'assistant' && blocks.length > 0 && blocks.every(isReasoning)
}

function resultsFirst(message: RenderedMessage): RenderedMessage {
  const isResult = (block: Block) => Number(block.type === 'tool-result')
  const blocks = message.blocks.toSorted((a, b) => isResult(b) - isResult(a))
  return blocks.every((block, index) => block === message.blocks[index]) ? message : { role: message.role, blocks }
}

function callsTool(message: RenderedMessage): boolean {
  return message.blocks.some((block) => block.type === 'tool-call')
}
