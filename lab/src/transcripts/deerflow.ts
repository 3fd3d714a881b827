import type { Block } from 'daypack'
import { isList, isObject, type JsonObject, numberAt, parseArguments, stringAt } from 'daypack/internal'
import { assemble, type Step, type Transcript } from './transcript.ts'

type Call = { id: string; tool: string; input: string }
type Draft =
  | { role: 'user' | 'assistant'; text: string; calls: Call[] }
  | { role: 'tool'; callId: string; text: string }

/** The recorded event stream of DeerFlow's first interface: chunks of several agents, one message for each run id. */
export function readDeerFlow(text: string): Transcript {
  const drafts: Draft[] = []
  const runs = new Map<string, Extract<Draft, { calls: Call[] }>>()
  for (const event of eventsOf(text)) {
    const callId = stringAt(event, 'tool_call_id')
    if (callId !== undefined) {
      drafts.push({ role: 'tool', callId, text: stringAt(event, 'content') ?? '' })
      continue
    }
    const id = stringAt(event, 'id') ?? ''
    let run = runs.get(id)
    if (!run) {
      run = { role: event['role'] === 'user' ? 'user' : 'assistant', text: '', calls: [] }
      runs.set(id, run)
      drafts.push(run)
    }
    run.text += stringAt(event, 'content') ?? ''
    addCalls(run.calls, event)
  }
  const tools = new Map([...runs.values()].flatMap(({ calls }) => calls.map((call) => [call.id, call.tool] as const)))
  return assemble(
    'deerflow-sse',
    drafts.flatMap((draft) => stepOf(draft, tools)),
  )
}

function addCalls(calls: Call[], event: JsonObject): void {
  const chunks = isList(event['tool_call_chunks']) ? event['tool_call_chunks'] : []
  for (const chunk of chunks) {
    const id = stringAt(chunk, 'id')
    if (id !== undefined) calls.push({ id, tool: stringAt(chunk, 'name') ?? '', input: stringAt(chunk, 'args') ?? '' })
    else {
      const call = calls[numberAt(chunk, 'index') ?? 0] ?? calls.at(-1)
      if (call) call.input += stringAt(chunk, 'args') ?? ''
    }
  }
}

function stepOf(draft: Draft, tools: ReadonlyMap<string, string>): Step[] {
  if (draft.role === 'tool') {
    const { callId, text } = draft
    return [
      {
        message: {
          role: 'tool',
          blocks: [{ type: 'tool-result', callId, tool: tools.get(callId) ?? '', content: { text } }],
        },
      },
    ]
  }
  const said: Block[] = draft.text.trim() === '' ? [] : [{ type: 'text', text: draft.text }]
  const calls = draft.calls.map((call): Block => ({
    type: 'tool-call',
    callId: call.id,
    tool: call.tool,
    input: parseArguments(call.input).input,
  }))
  const blocks = [...said, ...calls]
  return blocks.length > 0 ? [{ message: { role: draft.role, blocks } }] : []
}

function eventsOf(text: string): JsonObject[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('data:')) return []
    try {
      const value: unknown = JSON.parse(line.slice(5))
      return isObject(value) ? [value] : []
    } catch {
      return []
    }
  })
}
