import type { Entry } from '../../model/entry.ts'
import type { Awaitable, Json } from '../../model/json.ts'
import type { ModelTool } from '../../model/tool.ts'
import { dayLog } from '../notes/path.ts'
import { type FileMemory, fileTools } from '../tools/tools.ts'
import type { Choice } from './by-model.ts'
import type { FlushJob } from './flush.ts'
import { TASK, transcript } from './prompt.ts'
import type { Speech } from './speech.ts'

/**
 * An agent of the caller's, with a tool loop of its own, that writes down what is worth keeping of a session. What it says at
 * the end counts only where it wrote nothing: `[SILENT]` means that there is nothing, anything else that it failed.
 */
export type FlushAgent = (work: FlushWork) => Awaitable<string>

export type FlushWork = {
  readonly system: string
  readonly prompt: string
  /** Read, add to and change notes, checked like the same tools in the session. */
  readonly tools: readonly ModelTool[]
  readonly signal?: AbortSignal
}

/** Undefined: no usable answer. */
export type AskAgent = (
  speech: Speech,
  job: FlushJob,
  entries: readonly Entry[],
  signal?: AbortSignal,
) => Promise<Choice | undefined>

export function writeByAgent(files: FileMemory, run: (work: FlushWork) => Promise<string>): AskAgent {
  return async (speech, { session, day }, entries, signal) => {
    const written: string[] = []
    const memory: FileMemory = {
      ...files,
      async write(text, call) {
        const part = await files.write(text, call)
        if (part.state === 'written') written.push(text)
        return part
      },
    }
    const tools = fileTools(memory).map((tool): ModelTool => ({
      ...tool,
      run: (input) => tool.run(input as Json, { session, entries }),
    }))
    const system = `${TASK}\n\n${HOW.replace('@path', dayLog(day))}`
    const reply = await run({ system, prompt: transcript(speech), tools, ...(signal && { signal }) })
    return written.length > 0 || /\[SILENT\]/i.test(reply) ? { items: [], refused: [], written } : undefined
  }
}

const HOW = `You have tools instead of operations: look at @path with memory_get, write what it does not say yet with memory_write, one line each as "- Preference: …", "- Fact: …", "- Decision: …" or "- Lesson: …", then answer with one short sentence.
If nothing is worth keeping, write nothing and answer only [SILENT].`
