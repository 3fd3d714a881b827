import { isStored, toolCalls, toolResults } from '../model/message.ts'
import type { Block, TextBlock, ToolCallBlock, ToolResultBlock, Message } from '../model/message.ts'

export type Healing = {
  readonly what:
    | 'unanswered-call'
    | 'late-result'
    | 'orphan-result'
    | 'second-result'
    | 'duplicate-id'
    | 'empty-text'
    | 'empty-message'
  readonly at: number
  readonly callId?: string
}
export type HealResult<M> = { readonly messages: readonly (M | Message)[]; readonly healed: readonly Healing[] }

/** Replaces a lost result, marked so that it is not mistaken for output of the tool. */
export const NO_RESULT = '[daypack: no result was recorded for this call; it may have been interrupted]'
const EMPTY: TextBlock = { type: 'text', text: '(empty)' }

/**
 * A broken history mended block by block: a result that comes late is moved to its call, unanswered calls get a marked
 * one, results without a call become text, ids used twice are renamed, empty text goes. Never removes a sibling or something the assistant said. Messages that were
 * whole come back as the same objects; mended ones lose their `source`. `isUsed` tells ids of messages before these.
 *
 * @example
 * import { heal } from 'daypack'
 *
 * const call = { type: 'tool-call', callId: 'a', tool: 'bash', input: {} } as const
 * const { healed } = heal([{ role: 'assistant', blocks: [call] }])
 * if (healed[0]?.what !== 'unanswered-call') throw new Error('the call gets a result')
 */
export function heal<M extends Message & { readonly source?: number }>(
  messages: readonly M[],
  isUsed: (callId: string) => boolean = () => false,
): HealResult<M> {
  const healed: Healing[] = []
  const result: (M | Message)[] = []
  const used = new Set<string>()
  let open = new Map<string, Call>()
  let later: Message[] = []
  const moved = new Map<number, Set<Block>>()
  let places: Places | undefined
  const close = (at: number): void => {
    const blocks: Block[] = []
    for (const [id, { block, answered }] of open) {
      if (answered) continue
      const late = lateResult((places ??= placesOf(messages)), at + 1, id)
      if (late) moved.set(late.at, (moved.get(late.at) ?? new Set()).add(late.block))
      blocks.push(late ? { ...late.block, callId: block.callId } : noResult(block))
      healed.push({ what: late ? 'late-result' : 'unanswered-call', at, callId: block.callId })
    }
    open = new Map()
    if (blocks.length > 0) result.push({ role: 'tool', blocks })
    result.push(...later)
    later = []
  }
  messages.forEach((message, at) => {
    if (message.role !== 'tool') close(at - 1)
    let blocks = message.blocks
    const gone = moved.get(at)
    if (gone) blocks = blocks.filter((block) => !gone.has(block))
    if (gone && blocks.length === 0) return
    blocks = openCalls(blocks, { at, used, isUsed, open, healed })
    blocks = matchResults(blocks, { at, open, healed })
    blocks = withoutEmptyText(message.role, blocks, at, healed)
    if (blocks === message.blocks) result.push(message)
    else if (blocks.length > 0) {
      const next = withBlocks(message, blocks)
      // Text between a call and its results is not allowed.
      if (next.role === 'user') later.push(next)
      else result.push(next)
    }
  })
  close(messages.length - 1)
  return { messages: healed.length === 0 ? messages : result, healed }
}

type Call = { readonly block: ToolCallBlock; answered: boolean }
type Place = { readonly at: number; readonly open: Map<string, Call>; readonly healed: Healing[] }

type Places = Map<string, { readonly blocks: { readonly at: number; readonly block: Block }[]; next: number }>

function placesOf(messages: readonly Message[]): Places {
  const places: Places = new Map()
  for (const [at, message] of messages.entries())
    for (const block of [...toolCalls(message), ...toolResults(message)]) {
      const known = places.get(block.callId) ?? { blocks: [], next: 0 }
      known.blocks.push({ at, block })
      places.set(block.callId, known)
    }
  return places
}

function lateResult(places: Places, from: number, callId: string): { at: number; block: ToolResultBlock } | undefined {
  const known = places.get(callId)
  if (!known) return undefined
  while ((known.blocks[known.next]?.at ?? from) < from) known.next++
  const found = known.blocks[known.next]
  if (found?.block.type !== 'tool-result') return undefined
  known.next++
  return { at: found.at, block: found.block }
}

function noResult({ callId, tool }: ToolCallBlock): ToolResultBlock {
  return { type: 'tool-result', callId, tool, content: { text: NO_RESULT }, isError: true }
}

/** Ids already used in this conversation get a number; the results that follow are renamed with them. */
function openCalls(
  blocks: readonly Block[],
  { at, used, isUsed, open, healed }: Place & { used: Set<string>; isUsed: (callId: string) => boolean },
): readonly Block[] {
  const next = blocks.map((block) => {
    if (block.type !== 'tool-call') return block
    let callId = block.callId
    for (let count = 2; used.has(callId) || isUsed(callId); count++) callId = `${block.callId}_${count}`
    used.add(callId)
    const call = callId === block.callId ? block : { ...block, callId }
    if (call !== block) healed.push({ what: 'duplicate-id', at, callId: block.callId })
    open.set(open.has(block.callId) ? callId : block.callId, { block: call, answered: false })
    return call
  })
  return next.some((block, index) => block !== blocks[index]) ? next : blocks
}

function matchResults(blocks: readonly Block[], { at, open, healed }: Place): readonly Block[] {
  const results: Block[] = []
  const behind: Block[] = []
  for (const block of blocks) {
    if (block.type !== 'tool-result') {
      behind.push(block)
      continue
    }
    const call = open.get(block.callId)
    if (call && !call.answered) {
      call.answered = true
      const { callId } = call.block
      results.push(callId === block.callId ? block : { ...block, callId })
    } else {
      healed.push({ what: call ? 'second-result' : 'orphan-result', at, callId: block.callId })
      behind.push(asText(block), ...(block.attachments ?? []))
    }
  }
  const next = [...results, ...behind]
  return next.some((block, index) => block !== blocks[index]) ? next : blocks
}

function asText({ content, tool }: ToolResultBlock): TextBlock {
  const text = isStored(content) ? `(${content.bytes} bytes, stored as ${content.ref})` : content.text
  return { type: 'text', text: `[daypack: result of a call that is not open here${tool ? `: ${tool}` : ''}]\n${text}` }
}

function withoutEmptyText(
  role: Message['role'],
  blocks: readonly Block[],
  at: number,
  healed: Healing[],
): readonly Block[] {
  const isText = (block: Block): block is TextBlock => block.type === 'text'
  const full = blocks.filter((block) => block.type !== 'text' || block.text !== '')
  if (blocks.every((block) => isText(block) && block.text.trim() === '')) {
    const fine = role === 'system' || (role === 'assistant' && full.length === 0)
    if (fine) return blocks
    healed.push({ what: 'empty-message', at })
    return role === 'assistant' ? [] : [EMPTY]
  }
  if (full.length === blocks.length) return blocks
  healed.push({ what: 'empty-text', at })
  return full
}

function withBlocks(message: Message & { readonly source?: number }, blocks: readonly Block[]): Message {
  const { source: _, ...rest } = message
  const answers = blocks.some((block) => block.type === 'tool-result')
  return { ...rest, role: message.role === 'tool' && !answers ? 'user' : message.role, blocks }
}
