import { isStored, type Block, type Message } from '../../model/message.ts'
import { slicer } from '../../model/slices.ts'
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

/** The evidence of all messages of a session, folded ones included. */
export async function evidenceOf(slots: readonly Slot[], read: ReadResult, tools?: ToolTable): Promise<Evidence> {
  const first = slots[0]?.message
  if (!first) return createEvidence(tools)
  let state = known.get(first)
  if (!state || state.tools !== tools || !state.seen.every((message, index) => slots[index]?.message === message)) {
    state = { evidence: createEvidence(tools), seen: [], tools }
  }
  known.delete(first)
  const slice = slicer()
  for (const slot of slots.slice(state.seen.length)) {
    observe(state.evidence, await whole(slot, read), state.seen.length + 1, slot.origin === 'caller')
    state.seen.push(slot.message)
    await slice(slot.sizes.reduce((sum, size) => sum + size.bytes, 0))
  }
  known.set(first, state)
  return state.evidence
}

async function whole(slot: Slot, read: ReadResult): Promise<Message> {
  const blocks = slot.message.blocks.map(async (block, index): Promise<Block> => {
    const text = block.type === 'tool-result' && isStored(block.content) ? await read(slot, index) : undefined
    return text === undefined ? block : ({ ...block, content: { text } } as Block)
  })
  return { ...slot.message, blocks: await Promise.all(blocks) }
}
