import { type Billed, heal, type Message, type Millis } from 'daypack'

export type TranscriptFormat =
  | 'claude-code-jsonl'
  | 'pi-jsonl'
  | 'openai-tau'
  | 'openai-livemcp'
  | 'openai-messages'
  | 'request-body'
  | 'sweagent-traj'
  | 'openhands-events'
  | 'langgraph-thread'
  | 'deerflow-sse'
  | 'specstory-md'
  | 'codex-rollout'
  | 'copilot-cli'
  | 'gemini-cli'
  | 'qwen-code'
  | 'opencode'
  | 'ai-sdk-ui'
  | 'daypack-export'

/** A recorded session as one conversation: valid, complete, never compacted. */
export type Transcript = {
  readonly format: TranscriptFormat
  /** What the recording calls it, where it names it. */
  readonly id?: string
  readonly model?: string
  readonly system?: Message
  readonly messages: readonly Message[]
  /** When each message was written; undefined where the recording does not say. */
  readonly times: readonly (Millis | undefined)[]
  /** What was billed for the reply at this index. */
  readonly usage: readonly { readonly at: number; readonly billed: Billed }[]
  /** Names of the tools that were called. */
  readonly tools: readonly string[]
  /** Index of the first message after each compaction of the original run. */
  readonly compactions: readonly number[]
  /** What the agent's own compactions wrote, by the message after each; where the recording has it. */
  readonly summaries?: ReadonlyMap<number, string>
  /** Sub-agents recorded in the same file. */
  readonly agents?: readonly Transcript[]
  /** Lines of the file that could not be read. */
  readonly skipped?: number
}

/** What a reader collects: one message per step, in the order of the recording. */
export type Step = {
  readonly message: Message
  readonly at?: Millis | undefined
  readonly billed?: Billed | undefined
  readonly compacted?: boolean
  /** What the agent's own compaction before it wrote. */
  readonly summary?: string | undefined
}

const UNRECORDED: Step = {
  message: { role: 'user', blocks: [{ type: 'text', text: '(The start of this session was not recorded.)' }] },
}

/** Steps as a valid conversation: it starts with a request, and lost results are marked. */
export function assemble(
  format: TranscriptFormat,
  steps: readonly Step[],
  more: { id?: string | undefined; model?: string | undefined; system?: Message | undefined } = {},
): Transcript {
  const start = steps.findIndex(({ message }) => message.role === 'user')
  const kept = start < 0 && steps.length > 0 ? [UNRECORDED, ...steps] : steps.slice(start)
  const { messages } = heal(kept.map((step) => ({ ...step.message, step })))
  const times: (Millis | undefined)[] = []
  const usage: { at: number; billed: Billed }[] = []
  const compactions: number[] = []
  const summaries = new Map<number, string>()
  const plain = messages.map((message, at): Message => {
    const { step, ...rest } = message as Message & { step?: Step }
    times.push(step?.at ?? times.at(-1))
    if (step?.billed) usage.push({ at, billed: step.billed })
    if (step?.compacted) compactions.push(at)
    if (step?.summary !== undefined) summaries.set(at, step.summary)
    return step && rest.blocks === step.message.blocks ? step.message : rest
  })
  const tools = new Set(
    plain.flatMap((message) => message.blocks.flatMap((block) => (block.type === 'tool-call' ? [block.tool] : []))),
  )
  const { id, model, system } = more
  return {
    format,
    ...(id === undefined ? {} : { id }),
    ...(model === undefined ? {} : { model }),
    ...(system === undefined ? {} : { system }),
    messages: plain,
    times,
    usage,
    tools: [...tools].toSorted(),
    compactions,
    ...(summaries.size > 0 && { summaries }),
  }
}

export function timeOf(value: unknown): Millis | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : Number.NaN
  return Number.isNaN(time) ? undefined : time
}
