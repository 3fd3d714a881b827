import { isStored, withContents, type Block, type Content, type StoredContent, type Message } from '../model/message.ts'
import type { MessageEntry, Origin } from '../model/entry.ts'
import type { Seq } from '../model/edit.ts'
import { messageSizes, type Counter } from '../tokens/count.ts'
import { hash } from 'node:crypto'
import type { Json } from '../model/json.ts'

export type Intake = {
  readonly counter: Counter
  readonly inlineMaxBytes: number
  /** Durable when it resolves: a ref is never visible before its blob. */
  store(text: string): Promise<StoredContent>
}

export async function intake(
  message: Message,
  by: Intake,
  options: { origin?: Origin; replaces?: Seq } = {},
): Promise<MessageEntry> {
  const sizes = messageSizes(message, by.counter.count)
  const said = hashOf(message)
  const blocks: Block[] = []
  for (const block of message.blocks) blocks.push(await withContents(block, (content) => storeIfBig(content, by)))
  const { origin, replaces } = options
  return {
    kind: 'message',
    // Copied to drop spare array capacity: it stays in memory as long as the session is open.
    message: { ...message, blocks: [...blocks] },
    hash: said,
    sizes,
    counter: by.counter.name,
    ...(origin && origin !== 'caller' && { origin }),
    ...(replaces !== undefined && { replaces }),
  }
}

/** Text with lone surrogates stays in the log, where JSON keeps it exactly: UTF-8 could not. */
async function storeIfBig(content: Content, by: Intake): Promise<Content> {
  if (isStored(content) || Buffer.byteLength(content.text) <= by.inlineMaxBytes) return content
  if (!content.text.isWellFormed()) return content
  return by.store(content.text)
}

/** Leaves out codec residues and reasoning: callers move markers, strip reasoning and switch wires. */
export function hashOf(message: Message): string {
  const parts = message.blocks
    .filter((block) => block.type !== 'opaque' || block.purpose !== 'reasoning')
    .map(identityOf)
  return sha256(JSON.stringify([message.role, parts]))
}

export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data)
}

function identityOf(block: Block): unknown {
  switch (block.type) {
    case 'text':
      return ['text', block.text]
    case 'tool-call':
      return ['call', block.callId, block.tool, block.input]
    case 'tool-result':
      return [
        'result',
        block.callId,
        contentId(block.content),
        block.isError ?? false,
        block.attachments?.map(identityOf) ?? [],
      ]
    case 'media':
      return ['media', block.mediaType, contentId(block.content)]
    case 'opaque':
      return ['opaque', withoutMarker(block.wire)]
  }
}

/** Callers move the cache marker along from one request to the next. */
function withoutMarker(wire: Json): Json {
  if (typeof wire !== 'object' || wire === null || !('cache_control' in wire)) return wire
  const { cache_control: _, ...rest } = wire
  return rest
}

function contentId(content: Content): string {
  return isStored(content) ? content.ref : sha256(content.text)
}

export type KnownMessage = { readonly seq: Seq; readonly hash: string }

export type Match = {
  /** The slot of each incoming message, or undefined when it is new. */
  readonly slots: readonly (Seq | undefined)[]
  /** Incoming messages that changed in place: index → slot whose content they replace. */
  readonly replaced: ReadonlyMap<number, Seq>
  /** The caller went back: everything after this slot left the branch (0: everything). */
  readonly rewind?: { readonly after: Seq }
}

/** At most this share of the overlap may have changed in place; more than that is another history. */
const CHANGED_SHARE = 0.5

/** Equal prefix: append. Few changes with a matching tail: replace in their slots. Otherwise: rewind. */
export function match(known: readonly KnownMessage[], incoming: readonly string[]): Match {
  const overlap = Math.min(known.length, incoming.length)
  const changed: number[] = []
  for (let index = 0; index < overlap; index++) {
    if (known[index]?.hash !== incoming[index]) changed.push(index)
  }
  const first = changed[0]
  const inPlace = first !== undefined && known.length <= incoming.length && isInPlace(changed, overlap)
  const keep = first === undefined || inPlace ? overlap : first
  const slots = incoming.map((_, index) => (index < keep ? known[index]?.seq : undefined))
  const replaced = new Map(inPlace ? changed.map((index): [number, Seq] => [index, slots[index] as Seq]) : [])
  if (keep === known.length) return { slots, replaced }
  return { slots, replaced, rewind: { after: known[keep - 1]?.seq ?? 0 } }
}

function isInPlace(changed: readonly number[], overlap: number): boolean {
  return changed.at(-1) !== overlap - 1 && changed.length <= overlap * CHANGED_SHARE
}
