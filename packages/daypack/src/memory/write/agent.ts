import { DaypackError } from '../../model/errors.ts'
import type { Awaitable, Json } from '../../model/json.ts'
import type { ModelTool } from '../../model/tool.ts'
import { dayLog } from '../notes/path.ts'
import { fileTools } from '../tools/tools.ts'
import { ANSWER_BY_TOOLS, TASK, transcript } from './prompt.ts'
import type { Refused } from './by-model.ts'
import { draftMemory, type DraftInit } from './draft.ts'
import type { ChooseItems } from './flush.ts'
import type { Statement } from '../notes/statement.ts'

/**
 * An agent of the caller's, with a tool loop of its own, that writes down what is worth keeping of a session. What it says
 * at the end counts only when it wrote nothing: `[SILENT]` means that there is nothing, anything else that it failed.
 */
export type FlushAgent = (work: FlushWork) => Awaitable<string>

export type FlushWork = {
  readonly system: string
  /** The transcript, each message with its number and who says it. */
  readonly prompt: string
  /** The day's log, which the tools add to. */
  readonly path: string
  /** Read a note, add lines to the day's log, change lines added here. Where text comes from is known of these alone. */
  readonly tools: readonly ModelTool[]
  readonly signal: AbortSignal
}

type AgentInit = DraftInit & { readonly run: (work: FlushWork) => Promise<string> }

/** More than this, and it goes round in circles. */
const MAX_CALLS = 50

/** The lines an agent drafts with its tools: none is on disk before it has ended well, so that a crash leaves no half. */
export function itemsByAgent(init: AgentInit): ChooseItems {
  return async (speech, job, signal) => {
    const path = dayLog(job.day)
    const draft: Statement[] = []
    const stop = new AbortController()
    let calls = 0
    const refused: Refused[] = []
    let last: Promise<unknown> = Promise.resolve()
    /** One call after the other, also for a model that makes several at once. */
    const inTurn = (work: () => Promise<string>): Promise<string> => {
      if (++calls > MAX_CALLS) {
        stop.abort(new DaypackError('summary-failed', `it called its tools more than ${MAX_CALLS} times`))
      }
      const answer = last.then(() => (stop.signal.aborted ? 'Error: this flush has ended.' : work()))
      last = answer
      return answer
    }
    const tools = fileTools(draftMemory(draft, speech, job, init, (lines) => refused.push(...lines))).map(
      (tool): ModelTool => {
        const description = DESCRIPTIONS[tool.name] ?? tool.description
        return { ...tool, description, run: (input) => inTurn(() => tool.run(input as Json)) }
      },
    )
    try {
      const reply = await init.run({
        system: `${TASK}\n\n${ANSWER_BY_TOOLS.replace('@path', path)}`,
        prompt: transcript(speech),
        path,
        tools,
        signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
      })
      return draft.length > 0 || /\[SILENT\]/i.test(reply) ? { items: [...draft], refused } : undefined
    } finally {
      stop.abort()
    }
  }
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  memory_get: "Read lines of a note: the day's log, MEMORY.md or another Markdown file below memory/.",
  memory_write: "Add lines to the day's log, one statement a line. Nothing that stands there is changed.",
  memory_edit: 'Change a line you have added with memory_write; an empty new text takes it out.',
}
