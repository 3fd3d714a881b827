import { hashOf, intake, match, type Intake } from '../log/intake.ts'
import type { Codec, Decoded, Reply } from '../model/codec.ts'
import type { Seq } from '../model/edit.ts'
import { SYSTEM_SLOT, type Draft, type MarkEntry, type Billed } from '../model/entry.ts'
import { lowerBound } from '../view/read.ts'
import type { Block, Message } from '../model/message.ts'
import type { Slot, View } from '../view/view.ts'
import type { Size, Tokens } from '../model/json.ts'
import { DaypackError, isDaypackError, reasonOf } from '../model/errors.ts'

export type CallerList = { readonly messages: readonly Message[]; readonly seqs: readonly Seq[] }
export const NOTHING_SENT: CallerList = { messages: [], seqs: [] }

export type News = { readonly message: Message; readonly replaces?: Seq } | MarkEntry
export type Received = {
  readonly news: readonly News[]
  readonly resent: CallerList
  /** The newest request where it is in the log already: memory has not been asked about it. */
  readonly newestRequest?: Message
}

/** Match a resent conversation against the log: what has to be appended so that the log says the same. Pure. */
export function receive(view: View, decoded: Decoded, last: CallerList): Received {
  const { messages } = decoded
  const same = sameObjects(messages, last, view)
  const start = last.seqs[same - 1] ?? 0
  const incoming = messages.slice(same)
  const known = callerSlots(view, start)
  const hashes = incoming.map((message, index) => (index < known.length ? hashOf(message) : ''))
  const matched = match(known, hashes)
  const news: News[] = systemPromptNews(view, decoded.system)
  if (matched.rewind) news.push({ kind: 'mark', name: 'rewind', data: { after: matched.rewind.after || start } })
  const seqs = incoming.map((message, index) => {
    const slot = matched.slots[index]
    const replaces = matched.replaced.get(index)
    if (slot !== undefined && replaces === undefined) return slot
    news.push(replaces === undefined ? { message } : { message, replaces })
    return slot ?? view.head + news.length
  })
  // Callers push to the array they sent.
  return { news, resent: { messages: [...messages], seqs: [...last.seqs.slice(0, same), ...seqs] } }
}

export const REWIND_ALL: MarkEntry = { kind: 'mark', name: 'rewind', data: { after: 0 } }

/** Nothing of the log is in the caller's list any more. */
export function isNewList({ news }: Received): boolean {
  return news.some((each) => 'kind' in each && (each.data as { after?: Seq } | undefined)?.after === 0)
}

export function systemPromptNews(view: View, system: Message | undefined): News[] {
  return system && hashOf(system) !== view.system?.hash ? [{ message: system, replaces: SYSTEM_SLOT }] : []
}

/** The newest request of a caller that appends. What memory recalls is appended after it, so it is found only once. */
export function newestRequestOf(view: View): Pick<Received, 'newestRequest'> {
  const last = view.slots.at(-1)
  return last?.origin === 'caller' ? { newestRequest: last.message } : {}
}

export async function replyDrafts(
  view: View,
  { messages, billed }: { readonly messages: readonly Message[]; readonly billed: Billed | undefined },
  sent: { readonly head: Seq; readonly counted: Size } | undefined,
  by: Intake,
): Promise<Draft[]> {
  const drafts = []
  for (const message of messages) drafts.push(await intake(message, by))
  const newest = view.slots.slice(-drafts.length)
  const isKnown = drafts.every((draft, index) => draft.hash === newest[index]?.hash)
  const { head, counted } = sent ?? { head: view.head, counted: view.size }
  const usage: Draft[] = billed ? [{ kind: 'usage', usage: { ...billed, head, counted } }] : []
  return [...(isKnown ? [] : drafts), ...usage]
}

function sameObjects(messages: readonly Message[], last: CallerList, view: View): number {
  let same = 0
  while (same < messages.length && messages[same] === last.messages[same]) same++
  const end = view.slots.at(-1)?.seq ?? 0
  while (same > 0 && (last.seqs[same - 1] ?? 0) > end) same--
  return same
}

function callerSlots(view: View, after: Seq): Slot[] {
  const from = lowerBound(view.slots.length, (index) => (view.slots[index]?.seq ?? 0) <= after)
  return view.slots.slice(from).filter((slot) => slot.origin === 'caller')
}

/** A side call is a single question; a conversation this short has no side calls. */
const MOST_MESSAGES = 2
const LEAST_SLOTS = 4
/** Share of the window above which a request is planned, whatever it is. */
const MOST_SHARE = 0.25
/** On the safe side: text has more bytes to a token. */
const BYTES_A_TOKEN = 3

/** One short question that shares nothing with a long log; a restarted conversation brings the rest next time. */
export function isSideRequest(view: View, { messages, system }: Decoded, window: Tokens): boolean {
  if (messages.length === 0 || messages.length > MOST_MESSAGES) return false
  if (messages.some((message) => message.role !== 'user')) return false
  const callers = view.slots.filter((slot) => slot.origin === 'caller')
  if (callers.length < LEAST_SLOTS) return false
  const known = new Set(callers.map((slot) => slot.hash))
  if (messages.some((message) => known.has(hashOf(message)))) return false
  return Buffer.byteLength(JSON.stringify([system, messages])) / BYTES_A_TOKEN < window * MOST_SHARE
}

export function decodeRequest<Req>(codec: Pick<Codec<Req>, 'name' | 'decode' | 'misread'>, request: Req): Decoded {
  const decoded = decodeOrExplain(codec, 'request', () => codec.decode(request))
  const why = codec.misread?.(request)
  if (why !== undefined) throw unreadable(codec.name, why)
  return decoded
}

export function decodeReply<Res>(
  codec: Pick<Codec<unknown, Res>, 'reply'> & { readonly name?: string },
  response: Res,
): Reply {
  const why = misreadReply(response)
  if (why !== undefined) throw unreadable(codec?.name, why, undefined, 'response')
  const reply = decodeOrExplain(codec, 'response', () => codec.reply(response))
  if (isEmpty(reply)) throw unreadable(codec.name, 'nothing in it is an answer', undefined, 'response')
  return reply
}

function decodeOrExplain<T>(codec: { readonly name?: string } | undefined, what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw isDaypackError(error) ? error : unreadable(codec?.name, reasonOf(error), error, what)
  }
}

/** Says nothing and was billed nothing: another provider's reply, usually. */
function isEmpty({ messages, billed }: Reply): boolean {
  const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = billed ?? {}
  return messages.every(({ blocks }) => blocks.length === 0) && input + cacheRead + cacheWrite + output === 0
}

function misreadReply(response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null) return undefined
  if (response instanceof Response) return 'it is an HTTP response: give its parsed body'
  if (Symbol.asyncIterator in response || response instanceof ReadableStream)
    return 'it is a stream: read it to its end and give the whole message'
  return undefined
}

function unreadable(name: string | undefined, why: string, cause?: unknown, what = 'request'): DaypackError {
  const text = `The codec ${name} can't read this ${what} (${why}); is it the codec of your provider?`
  return new DaypackError('unsupported', text, { cause })
}

/** Claude Code omits its last reply and puts its question after known tool results in one message: these are split off. */
export function splitKnownResults(view: View, decoded: Decoded): Decoded {
  const last = decoded.messages.at(-1)
  if (!last) return decoded
  const resultsIn = ({ blocks }: Message) => blocks.filter((block) => block.type === 'tool-result')
  const known = new Set(view.slots.flatMap(({ message }) => resultsIn(message).map((block) => block.callId)))
  const results = resultsIn(last).filter((block) => known.has(block.callId))
  const asked = last.blocks.filter((block) => !(results as readonly Block[]).includes(block))
  if (results.length === 0 || asked.length === 0) return decoded
  const split: Message[] = [
    { role: last.role, blocks: results },
    { role: 'user', blocks: asked },
  ]
  return { ...decoded, messages: [...decoded.messages.slice(0, -1), ...split] }
}
