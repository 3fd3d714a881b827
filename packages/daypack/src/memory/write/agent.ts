import { DaypackError } from '../../model/errors.ts'
import type { Seq } from '../../model/edit.ts'
import type { Entry } from '../../model/entry.ts'
import type { Awaitable, Json } from '../../model/json.ts'
import type { ModelTool } from '../../model/tool.ts'
import { dayLog } from '../notes/path.ts'
import { fileTools, type FileMemory, type WrittenPart } from '../tools/tools.ts'
import type { ChooseItems } from './flush.ts'
import { ANSWER_BY_TOOLS, TASK, transcript } from './prompt.ts'

/**
 * An agent of the caller's, with a tool loop of its own, that writes down what is worth keeping of a session. What it says
 * at the end counts only when it wrote nothing: `[SILENT]` means that there is nothing, anything else that it failed.
 */
export type FlushAgent = (work: FlushWork) => Awaitable<string>

export type FlushWork = {
  readonly system: string
  /** The transcript, each message with its number and who says it. */
  readonly prompt: string
  /** The day's log, which the tools write to. */
  readonly path: string
  /** Read a note, add lines to the day's log, change them. Where text comes from is known of these alone. */
  readonly tools: readonly ModelTool[]
  readonly signal: AbortSignal
}

/** More than this, and it goes round in circles. */
const MAX_CALLS = 50

/** An agent writes with the tools of the memory, held to the day's log; what it reads counts as read in the session. */
export function writeByAgent(files: FileMemory, run: (work: FlushWork) => Promise<string>): ChooseItems {
  return async (speech, job, entries, signal) => {
    const path = dayLog(job.day)
    const seen = [...entries]
    const written: string[] = []
    const refused: { line: string; why: string }[] = []
    const own = (given = path): void => {
      if (given !== path)
        throw new DaypackError(
          'unsafe-path',
          `Here you write to ${path} alone; what lasts goes from there to MEMORY.md.`,
        )
    }
    const count = (text: string, part: WrittenPart): WrittenPart => {
      refused.push(...(part.refused ?? []).map((line) => ({ line, why: 'it names what nobody said' })))
      if (part.state === 'written') written.push(text)
      return part
    }
    const memory: FileMemory = {
      async get(given, from, lines) {
        const part = await files.get(given, from, lines)
        seen.push(...readingOf(part.text, job.to, `read-${seen.length}`))
        return part
      },
      async write(text, { path: given }) {
        own(given)
        return count(text, await files.write(text, { path, session: job.session, entries: seen }))
      },
      async edit(given, old, next) {
        own(given)
        return count(next, await files.edit(path, old, next, { session: job.session, entries: seen }))
      },
    }
    const stop = new AbortController()
    let calls = 0
    const tools = fileTools(memory).map((tool): ModelTool => ({
      ...tool,
      async run(input) {
        if (++calls > MAX_CALLS)
          stop.abort(new DaypackError('summary-failed', `it called its tools more than ${MAX_CALLS} times`))
        return stop.signal.aborted ? 'Error: this flush has ended.' : tool.run(input as Json)
      },
    }))
    try {
      const reply = await run({
        system: `${TASK}\n\n${ANSWER_BY_TOOLS.replace('@path', path)}`,
        prompt: transcript(speech),
        path,
        tools,
        signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
      })
      return written.length > 0 || /\[SILENT\]/i.test(reply) ? { items: [], refused, written } : undefined
    } finally {
      stop.abort()
    }
  }
}

/** A note an agent has read, as the session would show it. */
function readingOf(text: string, seq: Seq, callId: string): Entry[] {
  const base = { seq, at: 0, kind: 'message' as const, hash: '', sizes: [], counter: '' }
  const call = { type: 'tool-call' as const, callId, tool: 'memory_get', input: {} }
  const result = { type: 'tool-result' as const, callId, tool: 'memory_get', content: { text } }
  return [
    { ...base, message: { role: 'assistant', blocks: [call] } },
    { ...base, message: { role: 'tool', blocks: [result] } },
  ]
}
