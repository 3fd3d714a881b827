// Peers as they are: the functions of the published packages, called in process. Messages are carried over with their
// position, and what comes back is sent as the provider would see it. The summary text is the one everybody gets.
import { AIMessage, HumanMessage, ToolMessage, trimMessages, type BaseMessage } from '@langchain/core/messages'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { pruneMessages, type ModelMessage } from 'ai'
import { ClearToolUsesEdit, summarizationMiddleware } from 'langchain'
import type { JsonObject, Tokens } from '../../packages/daypack/src/model/json.ts'
import type { ReplaySession, Strategy } from '../../packages/daypack/src/report/replay/replay.ts'
import { field, messagesOf, PeerState, peer, results, textOfWire, user, type Wire } from './peers.ts'
import { summaryOf } from './summarizer.ts'

type Block = JsonObject
const blocks = (message: Wire): readonly Block[] =>
  Array.isArray(message['content'])
    ? (message['content'] as readonly Block[])
    : [{ type: 'text', text: field(message, 'content') }]
const calls = (message: Wire): Block[] => blocks(message).filter((block) => block['type'] === 'tool_use')

/** AI SDK: pruneMessages on every step, as prepareStep is documented to call it. */
export const aiSdkPrune = peer('AI SDK pruneMessages', (_state, messages) => {
  const model = messages.flatMap((message, at) => modelMessages(message, at))
  const pruned = pruneMessages({
    messages: model as unknown as ModelMessage[],
    reasoning: 'none',
    toolCalls: 'before-last-20-messages',
    emptyMessages: 'remove',
  }) as unknown as readonly Tagged[]
  const kept = new Map<number, Set<string>>()
  for (const { at, content } of pruned) {
    const ids = kept.get(at) ?? new Set<string>()
    for (const part of Array.isArray(content) ? content : [{ type: 'text' }])
      ids.add(`${String(part['type'])} ${String(part['toolCallId'] ?? '')}`)
    kept.set(at, ids)
  }
  return messages.flatMap((message, at) => filtered(message, kept.get(at)))
})

type Tagged = {
  readonly at: number
  readonly role: string
  readonly content: string | readonly Record<string, unknown>[]
}

function modelMessages(message: Wire, at: number): Tagged[] {
  const parts: Record<string, unknown>[] = []
  const answers: Record<string, unknown>[] = []
  for (const block of blocks(message)) {
    if (block['type'] === 'text') parts.push({ type: 'text', text: block['text'] })
    if (block['type'] === 'thinking') parts.push({ type: 'reasoning', text: block['thinking'] })
    if (block['type'] === 'tool_use')
      parts.push({ type: 'tool-call', toolCallId: block['id'], toolName: block['name'], input: block['input'] })
    if (block['type'] === 'tool_result')
      answers.push({
        type: 'tool-result',
        toolCallId: block['tool_use_id'],
        toolName: '',
        output: { type: 'text', value: '' },
      })
  }
  return [
    ...(answers.length > 0 ? [{ at, role: 'tool', content: answers }] : []),
    ...(parts.length > 0 ? [{ at, role: field(message, 'role'), content: parts }] : []),
  ]
}

const PART: Readonly<Record<string, string>> = {
  text: 'text',
  thinking: 'reasoning',
  tool_use: 'tool-call',
  tool_result: 'tool-result',
}
const filteredBefore = new WeakMap<Wire, { size: number; wire: Wire }>()

function filtered(message: Wire, kept: ReadonlySet<string> | undefined): Wire[] {
  if (!kept) return []
  const left = blocks(message).filter((block) => {
    const part = PART[field(block, 'type')]
    return part === undefined || kept.has(`${part} ${field(block, 'id') || field(block, 'tool_use_id')}`)
  })
  if (left.length === blocks(message).length) return [message]
  if (left.length === 0) return []
  const known = filteredBefore.get(message)
  if (known?.size === left.length) return [known.wire]
  const wire: Wire = { ...message, content: left }
  filteredBefore.set(message, { size: left.length, wire })
  return [wire]
}

const made = new WeakMap<Wire, BaseMessage[]>()

/** LangChain messages that carry their position in `id`; made once for each wire message. */
function langchainMessages(messages: readonly Wire[]): BaseMessage[] {
  return messages.flatMap((message, at) => {
    const known = made.get(message)
    if (known) return known
    const id = `${at}`
    const fresh: BaseMessage[] =
      message['role'] === 'assistant'
        ? [
            new AIMessage({
              id,
              content: textOfWire(message),
              tool_calls: calls(message).map((block) => ({
                id: field(block, 'id'),
                name: field(block, 'name'),
                args: block['input'] as Record<string, unknown>,
              })),
            }),
          ]
        : results(message).length > 0
          ? results(message).map(
              (result, index) =>
                new ToolMessage({ id: `${at}.${index}`, content: result.text, tool_call_id: result.id }),
            )
          : [new HumanMessage({ id, content: textOfWire(message) })]
    made.set(message, fresh)
    return fresh
  })
}

const positionOf = (message: BaseMessage) => Number(String(message.id).split('.')[0])

const sizes = new WeakMap<BaseMessage, Tokens>()

/** Exact tokens of the wire messages these stand for; what the peer wrote itself is counted by its text. */
function counter(session: ReplaySession, wires: readonly Wire[]) {
  for (const wire of wires) {
    const [first, ...others] = made.get(wire) ?? []
    if (!first || sizes.has(first)) continue
    sizes.set(first, session.digest(wire).tokens)
    for (const other of others) sizes.set(other, 0)
  }
  return (list: readonly BaseMessage[]): number => {
    let tokens = 0
    for (const message of list) tokens += sizes.get(message) ?? session.count(message.text)
    return tokens
  }
}

/** LangChain: trimMessages to what fits, beginning with a person's message. */
export const langchainTrim: Strategy = {
  name: 'LangChain trimMessages',
  open: (session, window) => ({
    async step(step) {
      const wires = messagesOf(step)
      const fixed = session.fixed.blocks.reduce((sum, block) => sum + block.tokens, 0)
      const list = langchainMessages(wires)
      const tokenCounter = counter(session, wires)
      if (tokenCounter(list) + fixed <= window - 4_096) return { request: step.request }
      const trimmed = await trimMessages(list, {
        maxTokens: window - 4_096 - fixed,
        strategy: 'last',
        tokenCounter,
        includeSystem: true,
        startOn: 'human',
      })
      const first = trimmed[0] ? positionOf(trimmed[0]) : wires.length
      return { request: { ...step.request, messages: wires.slice(first) } }
    },
  }),
}

/** LangChain: ClearToolUsesEdit at half the window, keeping three, on a copy of the state for every request. */
export const langchainClear: Strategy = {
  name: 'LangChain ClearToolUses',
  open: (session, window, bill) => {
    const state = new PeerState(session, bill)
    return {
      async step(step) {
        const wires = messagesOf(step)
        const edit = new ClearToolUsesEdit({
          trigger: { tokens: Math.min(100_000, window / 2) },
          keep: { messages: 3 },
        })
        const list = [...langchainMessages(wires)]
        const original = new Map(list.map((message) => [String(message.id), message]))
        await edit.apply({ messages: list, model: undefined as never, countTokens: counter(session, wires) })
        for (const message of list) {
          const before = original.get(String(message.id))
          if (ToolMessage.isInstance(message) && before !== message)
            state.replaced.set(message.tool_call_id, message.text)
        }
        return { request: { ...step.request, messages: state.view(wires) } }
      },
    }
  },
}

/** LangChain: summarizationMiddleware at four fifths of the window, keeping 20 messages; the summarizer sees 4,000 tokens. */
export const langchainSummary: Strategy = {
  name: 'LangChain summarization',
  open: (session, window, bill) => {
    const state = new PeerState(session, bill)
    return {
      async step(step) {
        const wires = messagesOf(step)
        const view = state.view(wires)
        if (state.tokens(view) > window * 0.8) {
          const answer = summaryOf(session, wires.length)
          const model = new FakeListChatModel({ responses: ['SUMMARY'] })
          const list = langchainMessages(wires)
          const options: unknown = {
            model,
            trigger: { tokens: 1 },
            keep: { messages: 20 },
            tokenCounter: counter(session, wires),
          }
          const hook = summarizationMiddleware(options as never).beforeModel as unknown as (
            state: object,
            runtime: object,
          ) => Promise<{ messages: BaseMessage[] } | undefined>
          const done = await hook(
            { messages: list.filter((message) => positionOf(message) >= state.from) },
            { context: {} },
          )
          const kept = done?.messages.slice(2) ?? []
          if (done) {
            bill({ prompt: 'x '.repeat(4_000), answer })
            state.from = kept[0] ? positionOf(kept[0]) : wires.length
            state.lead = [
              user(`Here is a summary of the conversation to date:\n\n${answer.replaceAll(/<\/?summary>\n?/g, '')}`),
            ]
          }
        }
        return { request: { ...step.request, messages: state.view(wires) } }
      },
    }
  },
}

type PiEntry = { type: 'message'; id: string; parentId: string | null; timestamp: string; message: object }
type PiCompaction = {
  readonly shouldCompact: (tokens: Tokens, window: Tokens, settings: object) => boolean
  readonly prepareCompaction: (entries: object[], settings: object) => { firstKeptEntryId: string } | undefined
}

/** The package does not export its preparation. */
const PI = '../node_modules/@earendil-works/pi-coding-agent/dist/core/compaction/index.js'

/** pi: its own trigger, cut point and preparation; for small windows its two constants are scaled like everybody's. */
export async function pi(): Promise<Strategy> {
  const { shouldCompact, prepareCompaction } = (await import(PI)) as PiCompaction
  return {
    name: 'pi',
    open: (session, window, bill) => {
      const state = new PeerState(session, bill)
      const settings = {
        enabled: true,
        reserveTokens: Math.min(16_384, window * 0.25),
        keepRecentTokens: Math.min(20_000, window * 0.3),
      }
      return {
        step(step) {
          const wires = messagesOf(step)
          const view = state.view(wires)
          if (shouldCompact(state.tokens(view), window, settings)) {
            const entries: object[] = piEntries(wires.slice(state.from), state.from)
            const prepared = prepareCompaction(entries, settings)
            if (prepared) {
              const first = Number(prepared.firstKeptEntryId.split('.')[0])
              const summary = state.summarizeApart(view, first, 2_000)
              state.from = first
              state.lead = [
                user(
                  `The conversation history before this point was compacted into the following summary:\n\n<summary>\n${summary}\n</summary>`,
                ),
              ]
            }
          }
          return { request: { ...step.request, messages: state.view(wires) } }
        },
      }
    },
  }
}

function piEntries(wires: readonly Wire[], from: number): PiEntry[] {
  const entries: PiEntry[] = []
  const add = (id: string, message: object) =>
    entries.push({
      type: 'message',
      id,
      parentId: entries.at(-1)?.id ?? null,
      timestamp: new Date(0).toISOString(),
      message,
    })
  for (const [index, wire] of wires.entries()) {
    const at = from + index
    if (wire['role'] === 'assistant') {
      const content = blocks(wire).flatMap((block): object[] => {
        if (block['type'] === 'text') return [{ type: 'text', text: block['text'] }]
        if (block['type'] === 'thinking') return [{ type: 'thinking', thinking: block['thinking'] }]
        return block['type'] === 'tool_use'
          ? [{ type: 'toolCall', id: block['id'], name: block['name'], arguments: block['input'] }]
          : []
      })
      add(`${at}`, { role: 'assistant', content, stopReason: 'toolUse', timestamp: 0 })
    } else if (results(wire).length > 0) {
      for (const [nth, result] of results(wire).entries())
        add(`${at}.${nth}`, {
          role: 'toolResult',
          toolCallId: result.id,
          toolName: '',
          content: [{ type: 'text', text: result.text }],
          isError: false,
          timestamp: 0,
        })
    } else add(`${at}`, { role: 'user', content: [{ type: 'text', text: textOfWire(wire) }], timestamp: 0 })
  }
  return entries
}

export async function npmPeers(): Promise<Strategy[]> {
  return [aiSdkPrune, langchainTrim, langchainClear, langchainSummary, await pi()]
}
