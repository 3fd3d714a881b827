import { isStored, type Block, type Message } from '../../model/message.ts'
import type { ToolTable } from '../../tools/table.ts'
import type { Slot } from '../../view/view.ts'
import { createEvidence, observe, type Evidence } from './evidence.ts'

/** The text of a stored result; undefined when it is gone. */
export type ReadResult = (slot: Slot, index: number) => Promise<string | undefined>

type Known = {
  readonly evidence: Evidence
  readonly seen: Message[]
  readonly tools: ToolTable | undefined
}

/**
 * The one memo of this folder. Contract: `evidenceOf` answers exactly what gathering all messages anew would; the memo only
 * saves the work for messages seen before. It is known by the identity of every message, in order: a history that was cut,
 * changed or went another way is gathered anew. Messages are never mutated; what is handed out is read, never written to.
 */
const known = new WeakMap<Message, Known>()

/** So much is taken in before others may run: a few milliseconds, a message counting as some text. */
const SLICE_BYTES = 60_000
const MESSAGE_BYTES = 1_000

/** The evidence of all messages of a session, folded ones included. */
export async function evidenceOf(slots: readonly Slot[], read: ReadResult, tools?: ToolTable): Promise<Evidence> {
  const first = slots[0]?.message
  if (!first) return createEvidence(tools)
  let state = known.get(first)
  if (!state || state.tools !== tools || !state.seen.every((message, index) => slots[index]?.message === message)) {
    state = { evidence: createEvidence(tools), seen: [], tools }
  }
  known.delete(first)
  let slice = 0
  for (const slot of slots.slice(state.seen.length)) {
    observe(state.evidence, await whole(slot, read), state.seen.length + 1, slot.origin === 'caller')
    state.seen.push(slot.message)
    slice += MESSAGE_BYTES + slot.sizes.reduce((sum, size) => sum + size.bytes, 0)
    if (slice < SLICE_BYTES) continue
    slice = 0
    await pause()
  }
  known.set(first, state)
  return state.evidence
}

async function whole(slot: Slot, read: ReadResult): Promise<Message> {
  if (!slot.message.blocks.some((block) => block.type === 'tool-result' && isStored(block.content))) return slot.message
  const blocks: Block[] = []
  for (const [index, block] of slot.message.blocks.entries()) {
    const text = block.type === 'tool-result' && isStored(block.content) ? await read(slot, index) : undefined
    blocks.push(block.type === 'tool-result' && text !== undefined ? { ...block, content: { text } } : block)
  }
  return { ...slot.message, blocks }
}

/** Lets whatever else waits run: an epoch never holds the event loop for long. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
