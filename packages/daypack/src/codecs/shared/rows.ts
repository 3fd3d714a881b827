import { defined, stringAt, type Json } from '../../model/json.ts'
import type { Codec, Decoded, RenderedMessage } from '../../model/codec.ts'
import type { Block, Message } from '../../model/message.ts'
import { portableBlocks } from './portable.ts'
import { createHash } from 'node:crypto'

/** The tools called, by the id of the call. */
export type ToolNames = Map<string, string>

/** A wire format as rows: where a request has them, how messages are read from them and written to them. */
export type RowFormat<Req extends object> = {
  readonly name: string
  /** Call ids the provider takes; absent: any. */
  readonly ids?: IdRules
  /** The provider takes no conversation that opens with the assistant, and misses a turn of the user without a word. */
  readonly countsTurns?: true
  rows(request: Req): readonly unknown[]
  withRows(request: Req, rows: readonly unknown[]): Req
  /** Neighbours of one kind are one message; a row of no kind is one by itself. Absent: every row is. */
  readonly kindOf?: (row: unknown) => string | undefined
  read(rows: readonly unknown[], tools: ToolNames): Message[]
  /** Residues may be missing: then the message was another format's, and `adopt` made it one of this. */
  write(message: Message): readonly unknown[]
  /** What a user says in answer to `tool` messages is written after all results in a row. */
  adopt(message: Portable, like: Req): readonly Message[]
  /** Messages as they can be written here, asked only when not all can be taken over. */
  prepare?(messages: readonly RenderedMessage[], like: Req): readonly RenderedMessage[]
  /** Both rows as one, where the provider wants one; the message of `more` is of the role of the message before it. */
  join?(row: unknown, more: unknown, role: Message['role']): unknown
  /** A first row that belongs to the system prompt. */
  isSystem?(row: unknown): boolean
  /** The system prompt of a request that has it beside its rows. */
  system?(request: Req): Message | undefined
  /** A request without a system prompt gets this one: in a field, or as first rows. */
  withSystem?(request: Req, system: Message): Req
  systemRows?(system: Message): readonly unknown[]
  facts(request: Req, messages: readonly Message[]): Facts
}

type Facts = { readonly [Name in Exclude<keyof Decoded, 'messages' | 'system'>]?: Decoded[Name] | undefined }

/** A message without residues or what only its own format can say. */
export type Portable = Message & { readonly blocks: ReturnType<typeof portableBlocks> }

/** Both ways between requests and messages, for a format of rows. */
export function rowCodec<Req extends object>(format: RowFormat<Req>): Pick<Codec<Req>, 'name' | 'decode' | 'encode'> {
  const leadOf = (rows: readonly unknown[]): number => {
    const end = format.isSystem ? rows.findIndex((row) => !format.isSystem?.(row)) : 0
    return end < 0 ? rows.length : end
  }
  return {
    name: format.name,
    decode(request) {
      const rows = format.rows(request)
      const lead = leadOf(rows)
      const tools: ToolNames = new Map()
      const beside = format.system?.(request)
      const blocks = format.read(rows.slice(0, lead), tools).flatMap((message) => message.blocks)
      const messages = format.read(rows.slice(lead), tools)
      const whole: Message = { role: 'system', blocks: [...(beside?.blocks ?? []), ...blocks], codec: format.name }
      const system = lead === 0 ? beside : whole
      const facts = { model: stringAt(request, 'model'), bindsReasoning: false, requiresReasoning: false }
      return defined<Decoded>({ system, messages, ...facts, ...format.facts(request, messages) })
    },
    encode(rendered, like) {
      const rows = format.rows(like)
      const lead = leadOf(rows)
      const conversation = rows.slice(lead)
      const sources = format.kindOf ? runsOf(conversation, format.kindOf) : conversation.map((row) => [row])
      const isNew = lead === 0 && rendered.system && format.system?.(like) === undefined
      const added = isNew ? rendered.system : undefined
      if (!added && isUntouched(rendered.messages, sources)) return like
      const first = added ? (format.systemRows?.(added) ?? []) : rows.slice(0, lead)
      const messages = format.prepare?.(rendered.messages, like) ?? rendered.messages
      const next = [...first, ...encodeRows(messages, sources, format, like)]
      const base = added && format.withSystem ? format.withSystem(like, added) : like
      return isSameList(next, rows) ? base : format.withRows(base, next)
    },
  }
}

const CONTINUED = '(The conversation goes on from here.)'

function encodeRows<Req extends object>(
  messages: readonly RenderedMessage[],
  sources: readonly (readonly unknown[])[],
  format: RowFormat<Req>,
  like: Req,
): unknown[] {
  const { name } = format
  const idOf = format.ids ? idRewriter(messages, name, format.ids) : (id: string) => id
  const rows: unknown[] = []
  let later: Block[] = []
  let before: Message['role'] | undefined
  const writeLater = () => {
    if (later.length > 0) rows.push(...format.write({ role: 'user', blocks: later }))
    later = []
  }
  for (const message of messages) {
    if (message.role !== 'tool') writeLater()
    const source = message.source === undefined ? undefined : sources[message.source]
    const own = source ?? (message.codec === name ? format.write(message) : undefined)
    if (own) rows.push(...own)
    else
      for (const adopted of format.adopt(portable(message, idOf, format.countsTurns), like)) {
        if (message.role === 'tool' && adopted.role === 'user') {
          later.push(...adopted.blocks)
          continue
        }
        const written = format.write(adopted)
        if (format.countsTurns && rows.length === 0 && adopted.role === 'assistant' && written.length > 0)
          rows.push(...format.write({ role: 'user', blocks: [{ type: 'text', text: CONTINUED }] }))
        const joined =
          before === adopted.role && written.length > 0 && format.join?.(rows.at(-1), written[0], adopted.role)
        if (joined) rows[rows.length - 1] = joined
        else rows.push(...written)
      }
    before = message.role
  }
  writeLater()
  return rows
}

function portable(message: Message, idOf: (callId: string) => string, countsTurns = false): Portable {
  const { role } = message
  const blocks = portableBlocks(message.blocks).map((block) =>
    'callId' in block ? { ...block, callId: idOf(block.callId) } : block,
  )
  const isMissing = countsTurns && blocks.length === 0 && message.blocks.length > 0
  const isAsked = role === 'user' || role === 'system'
  return { role, blocks: isMissing && isAsked ? [{ type: 'text', text: '(empty)' }] : blocks }
}

function isUntouched(rendered: readonly RenderedMessage[], sources: readonly unknown[]): boolean {
  return rendered.length === sources.length && rendered.every((message, index) => message.source === index)
}

export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}

export function runsOf<T>(rows: readonly T[], kindOf: (row: T) => string | undefined): T[][] {
  const runs: T[][] = []
  let last: string | undefined
  for (const row of rows) {
    const kind = kindOf(row)
    if (kind !== undefined && kind === last) runs.at(-1)?.push(row)
    else runs.push([row])
    last = kind
  }
  return runs
}

type Known = { readonly wire: unknown; readonly content: unknown; readonly length: number; readonly message: Message }

/** The newest messages are decoded again each time: callers still change those in place. */
const RECENT = 4

/** A resent object decodes to the same Message; once it is no longer recent, changing it in place is not noticed. */
export function decoderOf(
  decode: (wire: Json, tools: ToolNames) => Message,
): (wires: readonly unknown[], tools: ToolNames) => Message[] {
  /** What a list held, by its last message that is not recent: the next request has that message too. */
  const lists = new WeakMap<object, readonly Known[]>()
  return (wires, tools) => {
    const old = wires.slice(0, -RECENT)
    const end = old.findLastIndex((wire) => lists.has(wire as object))
    const before = lists.get(old[end] as object) ?? []
    lists.delete(old[end] as object)
    const list = old.map((wire, index): Known => {
      const content = typeof wire === 'object' && wire !== null && 'content' in wire ? wire.content : undefined
      const length = Array.isArray(content) ? content.length : 0
      const hit = before[before.length - 1 - end + index]
      if (hit?.wire !== wire || hit?.content !== content || hit?.length !== length)
        return { wire, content, length, message: decode(wire as Json, tools) }
      for (const block of hit.message.blocks) if (block.type === 'tool-call') tools.set(block.callId, block.tool)
      return hit
    })
    const last = old.at(-1)
    if (typeof last === 'object' && last !== null) lists.set(last, list)
    return [...list.map(({ message }) => message), ...wires.slice(-RECENT).map((wire) => decode(wire as Json, tools))]
  }
}

type IdRules = { readonly pattern: RegExp; readonly maxLength: number }

/** Own ids stay; foreign ones are rewritten where the wire demands it, one to one. */
export function idRewriter(
  messages: readonly RenderedMessage[],
  codec: string,
  rules: IdRules,
): (id: string) => string {
  const isOwn = (message: RenderedMessage) => message.source !== undefined || message.codec === codec
  if (messages.every(isOwn)) return (id) => id
  const taken = new Set<string>()
  const foreign = new Set<string>()
  for (const message of messages) {
    const own = isOwn(message)
    for (const block of message.blocks) {
      if (block.type === 'tool-call' || block.type === 'tool-result') (own ? taken : foreign).add(block.callId)
    }
  }
  const names = new Map<string, string>()
  for (const id of foreign) if (!taken.has(id) && fits(id, rules)) taken.add(id)
  for (const id of foreign) {
    if (taken.has(id)) continue
    const name = free(id, taken, rules)
    taken.add(name)
    names.set(id, name)
  }
  return (id) => names.get(id) ?? id
}

function fits(id: string, rules: IdRules): boolean {
  return id.length > 0 && id.length <= rules.maxLength && rules.pattern.test(id)
}

function free(id: string, taken: ReadonlySet<string>, rules: IdRules): string {
  const front = id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, rules.maxLength - 18)
  for (let salt = 0; ; salt++) {
    const hash = createHash('sha256').update(`${salt}:${id}`).digest('hex').slice(0, 16)
    const name = `${front}_${hash}`
    if (!taken.has(name)) return name
  }
}
