// What peers do with a conversation before each request, by their own functions. Tokens are told to them at once.
import { piEntries } from '../replay/peers/pi-entries.ts'
import type { Wire } from '../replay/peers/wire.ts'
import { grow, growWire, text } from './conversation.ts'

/** `open` makes a conversation of this many messages; what it returns is one turn. */
export type PeerTurn = { readonly name: string; readonly open: (size: number) => () => unknown }

const load = async <T>(name: string) => (await import(name)) as T
const TOKENS_A_MESSAGE = 250
const KEPT_TOKENS = 20_000

const peers: Readonly<Record<string, () => Promise<PeerTurn>>> = {
  'AI SDK pruneMessages': async () => {
    const { pruneMessages } = await load<{ pruneMessages: (options: object) => unknown }>('ai')
    return {
      name: 'AI SDK pruneMessages',
      open: (size) => {
        const messages = modelMessages(size)
        return () => pruneMessages({ messages, toolCalls: 'before-last-20-messages' })
      },
    }
  },
  'LangChain trimMessages': async () => {
    const { AIMessage, HumanMessage, ToolMessage, trimMessages } = await load<LangChain>('@langchain/core/messages')
    return {
      name: 'LangChain trimMessages',
      open: (size) => {
        const messages = grow<object>([], size, new HumanMessage(text(1, 400)), ({ id, said, path, result }) => [
          new AIMessage({ content: said, tool_calls: [{ id, name: 'read_file', args: { path } }] }),
          new ToolMessage({ content: result, tool_call_id: id }),
        ])
        const tokenCounter = (list: readonly object[]) => list.length * TOKENS_A_MESSAGE
        return () => trimMessages(messages, { maxTokens: KEPT_TOKENS, strategy: 'last', tokenCounter })
      },
    }
  },
  'Mastra TokenLimiter': async () => {
    const { TokenLimiterProcessor } = await load<Mastra>('@mastra/core/processors')
    return {
      name: 'Mastra TokenLimiter',
      open: (size) => {
        const prompt = modelMessages(size)
        const limiter = new TokenLimiterProcessor({ limit: KEPT_TOKENS, trimMode: 'contiguous' })
        return () => limiter.processLLMRequest({ prompt })
      },
    }
  },
  'pi prepareCompaction': async () => {
    const { prepareCompaction } = await load<Compaction>(
      '../node_modules/@earendil-works/pi-coding-agent/dist/core/compaction/index.js',
    )
    return { name: 'pi prepareCompaction', open: (size) => compaction(prepareCompaction, size) }
  },
  'OpenClaw prepareCompaction': async () => {
    const { prepareCompaction } = await load<Compaction>('openclaw/plugin-sdk/agent-core')
    return { name: 'OpenClaw prepareCompaction', open: (size) => compaction(prepareCompaction, size) }
  },
}

/** Those that are installed. */
export async function peerTurns(): Promise<PeerTurn[]> {
  const found: PeerTurn[] = []
  for (const [name, open] of Object.entries(peers)) {
    try {
      found.push(await open())
    } catch (error) {
      console.error(`left out, ${name}: ${String(error).split('\n')[0]} (npm install in bench/ brings it)`)
    }
  }
  return found
}

type Made<Args> = new (args: Args) => object
type LangChain = {
  readonly HumanMessage: Made<string>
  readonly AIMessage: Made<object>
  readonly ToolMessage: Made<object>
  readonly trimMessages: (messages: object[], options: object) => Promise<unknown>
}
type Mastra = {
  readonly TokenLimiterProcessor: new (options: object) => { processLLMRequest(args: object): Promise<unknown> }
}
type Compaction = { readonly prepareCompaction: (entries: object[], settings: object) => unknown }

function compaction(prepare: Compaction['prepareCompaction'], size: number): () => unknown {
  const entries = piEntries(growWire([], size) as Wire[], 0)
  return () => prepare([...entries], { enabled: true, reserveTokens: 16_384, keepRecentTokens: KEPT_TOKENS })
}

function modelMessages(size: number): object[] {
  const request = { role: 'user', content: [{ type: 'text', text: text(1, 400) }] }
  return grow<object>([], size, request, ({ id, said, path, result }) => [
    {
      role: 'assistant',
      content: [
        { type: 'text', text: said },
        { type: 'tool-call', toolCallId: id, toolName: 'read_file', input: { path } },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: id, toolName: 'read_file', output: { type: 'text', value: result } },
      ],
    },
  ])
}
