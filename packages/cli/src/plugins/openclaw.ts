import type { Block, Codec, DaypackOptions, Json, Message } from 'daypack'
import { isReasoning } from 'daypack/internal'
import { sessionsOf, orReport } from './sessions.ts'

// What we need of OpenClaw's plugin interface, as of openclaw 2026.9.
type Part = {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly name?: string
  readonly arguments?: Json
}
type AgentMessage = {
  readonly role: string
  readonly content?: string | readonly Part[]
  readonly toolCallId?: string
  readonly toolName?: string
  readonly isError?: boolean
  readonly timestamp?: number
}
type Given = { readonly sessionId: string; readonly sessionKey?: string; readonly messages: readonly AgentMessage[] }
type Api = { registerContextEngine(id: string, make: () => object): void }

const ID = 'daypack'
const INFO = {
  id: ID,
  name: 'Daypack',
  ownsCompaction: true,
  acceptedHostParams: ['sessionKey', 'prompt', 'runtimeContext'],
  // Without these a host takes its own engine for the turn, and says nothing.
  transcriptSemantics: {
    currentTurnFence: 'before-current-turn-entry-v1',
    turnAdvancementIdempotency: 'atomic-idempotent-v1',
  },
}

/**
 * A context engine for OpenClaw: the default export of a plugin's entry, with `plugins.slots.contextEngine: "daypack"`.
 *
 * @example
 * import { memoryDriver } from 'daypack/drivers'
 * import { openclawPlugin } from 'daypack-cli/plugins'
 *
 * if (openclawPlugin({ driver: memoryDriver() }) === undefined) throw new Error('the default export of an entry')
 */
export function openclawPlugin(options: DaypackOptions = { dir: '.daypack' }) {
  const { open } = sessionsOf({
    memory: false,
    ...options,
    tuning: { readTool: 'daypack_read_ref', ...options.tuning },
  })
  const sessionOf = ({ sessionId }: Pick<Given, 'sessionId'>) => open(`openclaw-${sessionId}`)
  const engine = {
    info: INFO,
    ingest: async () => ({ ingested: true }),
    async assemble(given: Given & { readonly tokenBudget?: number; readonly model?: string }) {
      const managed = await orReport(async () => {
        const session = await sessionOf(given)
        const { messages, model } = given
        const { request } = await session.prepare(
          codec,
          { messages, ...(model !== undefined && { model }) },
          { aside: false },
        )
        return { messages: request.messages, estimatedTokens: session.view.size.tokens }
      })
      return (
        managed ?? { messages: given.messages, estimatedTokens: Math.ceil(JSON.stringify(given.messages).length / 4) }
      )
    },
    async compact(given: Pick<Given, 'sessionId'> & { readonly customInstructions?: string }) {
      const { customInstructions: instruction } = given
      const done = await orReport(async () => (await sessionOf(given)).compact(instruction ? { instruction } : {}))
      if (!done) return { ok: false, compacted: false, reason: 'the workspace cannot be used' }
      const result = { tokensBefore: done.before.tokens, tokensAfter: done.after.tokens }
      return { ok: true, compacted: done.changes.length > 0, reason: done.why, result }
    },
    /** Messages come with the next `assemble`; the logged key tells a host that repeats a turn after a crash. */
    async commitTurn(given: Pick<Given, 'sessionId'> & { readonly advancementKey: string }) {
      const mark = `turn ${given.advancementKey}`
      const isKnown = await orReport(async () => {
        const session = await sessionOf(given)
        if (session.view.marks.has(mark)) return true
        await session.mark(mark)
        return false
      })
      return { status: isKnown ? ('duplicate' as const) : ('committed' as const) }
    },
  }
  return {
    id: ID,
    name: 'Daypack',
    register: (api: Api) => api.registerContextEngine(ID, () => engine),
  }
}

type Request = { readonly messages: readonly AgentMessage[]; readonly model?: string }

/** One message for each of OpenClaw's: untouched ones stay the same objects, folds become messages of the user. */
const codec: Codec<Request, never> = {
  name: 'openclaw',
  decode({ messages, model }) {
    const decoded = messages.map((one) => ({ ...messageOf(one), codec: 'openclaw', wire: idOf(one) }))
    const bindsReasoning = decoded.some(({ blocks }) => blocks.some(isReasoning))
    return { messages: decoded, ...(model !== undefined && { model }), bindsReasoning, requiresReasoning: false }
  },
  encode(rendered, like) {
    const byId = new Map(like.messages.map((one) => [idOf(one), one]))
    const [near] = like.messages
    const messages = rendered.messages.flatMap((shown): AgentMessage[] => {
      const source = shown.source === undefined ? undefined : like.messages[shown.source]
      if (source) return [source]
      const own = shown.codec === 'openclaw' && typeof shown.wire === 'string' ? byId.get(shown.wire) : undefined
      return own ? [rewritten(own, shown)] : near ? [told(shown, near)] : []
    })
    const isSame =
      messages.length === like.messages.length && messages.every((one, index) => one === like.messages[index])
    return isSame ? like : { ...like, messages }
  },
  reply: () => ({ messages: [] }),
}

function idOf(one: AgentMessage): string {
  return one.toolCallId ?? `${one.role} ${one.timestamp ?? 0}`
}

function messageOf(one: AgentMessage): Message {
  const parts = partsOf(one)
  if (one.role !== 'toolResult') {
    const role = one.role === 'assistant' ? 'assistant' : 'user'
    const isKnown = ['user', 'assistant'].includes(one.role)
    return { role, blocks: isKnown ? parts.map(blockOf) : [{ type: 'opaque', purpose: 'other', wire: one as Json }] }
  }
  const attachments = parts.flatMap((part) =>
    part.type === 'text' ? [] : [{ type: 'opaque' as const, purpose: 'other' as const, wire: part }],
  )
  const block: Block = {
    type: 'tool-result',
    callId: one.toolCallId ?? '',
    tool: one.toolName ?? '',
    content: { text: parts.flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : [])).join('\n') },
    ...(attachments.length > 0 && { attachments }),
    ...(one.isError && { isError: true }),
  }
  return { role: 'tool', blocks: [block] }
}

/** A message of which only a part is shown: the text of its result, or what is left of its reasoning. */
function rewritten(one: AgentMessage, { blocks }: Message): AgentMessage {
  const [result] = blocks
  if (result?.type === 'tool-result' && 'text' in result.content) {
    const images = partsOf(one).filter((part) => part.type === 'image')
    return { ...one, content: [{ type: 'text', text: result.content.text }, ...images] }
  }
  const reasoning = new Set(blocks.flatMap((block) => (block.type === 'opaque' ? [JSON.stringify(block.wire)] : [])))
  const content = partsOf(one).filter((part) => part.type !== 'thinking' || reasoning.has(JSON.stringify(part)))
  return { ...one, content }
}

function told({ role, blocks }: Message, near: AgentMessage): AgentMessage {
  const texts = blocks.flatMap((block) =>
    block.type === 'text'
      ? [block.text]
      : block.type === 'tool-result' && 'text' in block.content
        ? [block.content.text]
        : [],
  )
  const content = [{ type: 'text', text: texts.filter((text) => text !== '').join('\n') }]
  return role === 'assistant' ? { ...near, role, content } : { role: 'user', content, timestamp: near.timestamp ?? 0 }
}

function partsOf({ content }: AgentMessage): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
}

function blockOf(part: Part): Block {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text ?? '' }
    case 'toolCall':
      return {
        type: 'tool-call',
        callId: part.id ?? '',
        tool: part.name ?? '',
        input: part.arguments ?? {},
      }
    default:
      return { type: 'opaque', purpose: part.type === 'thinking' ? 'reasoning' : 'other', wire: part as Json }
  }
}
