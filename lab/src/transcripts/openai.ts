import type { Json } from 'daypack'
import { openaiChat } from 'daypack/codecs'
import { isList, isObject, type JsonObject, stringAt } from 'daypack/internal'
import { assemble, type Transcript, type TranscriptFormat } from './transcript.ts'

/** tau-bench: one file, many conversations. */
export function readTau(tasks: readonly Json[]): Transcript[] {
  return tasks
    .filter(isObject)
    .map((task) =>
      fromChat('openai-tau', task['traj'], `${JSON.stringify(task['task_id'])}/${JSON.stringify(task['trial'])}`),
    )
}

/** LiveMCPBench: the same, with other names. */
export function readLiveMcp(tasks: readonly Json[]): Transcript[] {
  return tasks.filter(isObject).map((task) => fromChat('openai-livemcp', task['messages'], stringAt(task, 'task_id')))
}

/** A bare list of Chat Completions messages. */
export function readMessages(messages: readonly Json[]): Transcript {
  return fromChat('openai-messages', messages)
}

/** SWE-agent: chat messages with extra fields; results name a list of call ids. */
export function readSweAgent(trajectory: JsonObject): Transcript {
  const history = isList(trajectory['history']) ? trajectory['history'].filter(isObject) : []
  const messages = history.map((step): JsonObject => {
    const ids = step['tool_call_ids']
    const calls = isList(step['tool_calls']) && step['tool_calls'].length > 0 ? { tool_calls: step['tool_calls'] } : {}
    const answer = isList(ids) && step['role'] === 'tool' ? { tool_call_id: ids[0] ?? '' } : {}
    return { role: step['role'] ?? 'user', content: step['content'] ?? '', ...calls, ...answer }
  })
  return fromChat('sweagent-traj', messages, stringAt(trajectory, 'environment'))
}

function fromChat(format: TranscriptFormat, messages: Json | undefined, id?: string): Transcript {
  const { system, messages: decoded } = openaiChat.decode({ messages: isList(messages) ? messages : [] })
  return assemble(
    format,
    decoded.map((message) => ({ message })),
    { id, system },
  )
}
