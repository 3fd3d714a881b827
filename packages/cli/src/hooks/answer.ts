import type { Daypack, Entry } from 'daypack'
import { readTranscript } from 'daypack-lab/transcripts/read'
import { readerNamed, readOn, toolTable } from 'daypack/internal'

export type HookInput = {
  readonly hook_event_name?: string
  readonly tool_name?: string
  readonly tool_response?: unknown
  readonly session_id?: string
  readonly transcript_path?: string
}

/** More than at the start of our own sessions: a hook is asked once. */
const BRIEF_TOKENS = 2_000
const KEEP =
  'In the summary name every file path below tool_result/ that is still needed: the whole output can be read there again.'

export async function answerHook(
  pack: Daypack,
  input: HookInput,
  by: { blocksCompaction: boolean },
): Promise<string | undefined> {
  switch (input.hook_event_name) {
    case 'PostToolUse': {
      const updatedToolOutput = await shrink(pack, input.tool_name ?? '', input.tool_response)
      if (updatedToolOutput === undefined) return undefined
      return JSON.stringify({ hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput } })
    }
    case 'PreCompact':
      return by.blocksCompaction
        ? JSON.stringify({ decision: 'block', reason: 'daypack proxy keeps this conversation inside the window' })
        : KEEP
    case 'SessionStart': {
      const additionalContext = await memoryBrief(pack)
      if (additionalContext === undefined) return undefined
      return JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } })
    }
    case 'SessionEnd':
      await noteSession(pack, input)
      return undefined
    default:
      return undefined
  }
}

/** What was said goes to the day's log, unless the proxy has the session and notes it itself. */
async function noteSession(pack: Daypack, { session_id, transcript_path }: HookInput): Promise<void> {
  const session = `claude-${session_id}`
  if (session_id === undefined || transcript_path === undefined || (await pack.sessions()).includes(session)) return
  const { messages, times } = readTranscript(transcript_path, 'claude-code-jsonl')
  const entries = messages.map((message, index): Entry => ({
    ...{ seq: index + 1, at: times[index] ?? 0, kind: 'message', message },
    ...{ hash: '', sizes: [], counter: '' },
  }))
  await pack.memory.flush(session, entries.length, entries)
  await pack.memory.drain()
}

async function memoryBrief(pack: Daypack): Promise<string | undefined> {
  const block = (await pack.memory.brief({ maxTokens: BRIEF_TOKENS }))?.blocks[0]
  return block?.type === 'text' ? block.text : undefined
}

/** Longer texts are kept in the workspace and shown by their beginning and end. */
const MAX_CHARS = 12_000
const HEAD_CHARS = 6_000
const TAIL_CHARS = 2_000
/** Files that are read are to be edited next, and our own answers are bounded already. */
const WHOLE = /^(?:Read|Edit|Write|MultiEdit|NotebookEdit|Task|Agent|TodoWrite|mcp__daypack__.*)$/

export async function shrink(pack: Daypack, tool: string, output: unknown): Promise<unknown> {
  if (WHOLE.test(tool)) return undefined
  let isCut = false
  const shrunk = await walk(output, async (text) => {
    const { blobs } = pack.driver
    if (text.length <= MAX_CHARS || !blobs) return text
    const { ref } = await blobs.put(text)
    isCut = true
    return cut(text, blobs.path(ref))
  })
  return isCut ? shrunk : undefined
}

const READER = readerNamed('Read', toolTable())

function cut(text: string, path: string): string {
  const head = text.slice(0, HEAD_CHARS).toWellFormed()
  const tail = text.slice(-TAIL_CHARS).toWellFormed()
  const left = text.length - HEAD_CHARS - TAIL_CHARS
  const line = head.split('\n').length
  return `${head}\n[${left} of ${text.length} characters left out; ${readOn({ reader: READER, path, head: { line } })}]\n${tail}`
}

async function walk(value: unknown, change: (text: string) => Promise<string>): Promise<unknown> {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return Promise.all(value.map((each) => walk(each, change)))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(async ([name, each]) => [name, await walk(each, change)] as const)
  return Object.fromEntries(await Promise.all(fields))
}
