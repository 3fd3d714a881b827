import type { Block, Json, Message } from 'daypack'
import { isList, isObject, type JsonObject, stringAt, stringOf } from 'daypack/internal'
import { assemble, timeOf, type Step, type Transcript } from './transcript.ts'

/** The event log of Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`. It names no bill but the output. */
export function readCopilot(lines: readonly JsonObject[]): Transcript {
  const steps: Step[] = []
  let [id, model, system]: (string | undefined)[] = []
  let isCompacted = false
  let summary: string | undefined
  const tools = new Map<string, string>()
  for (const { type, data, timestamp } of lines) {
    if (!isObject(data)) continue
    const at = timeOf(timestamp)
    const push = (message: Message) => {
      steps.push({ message, at, compacted: isCompacted, summary })
      isCompacted = false
      summary = undefined
    }
    switch (stringOf(type)) {
      case 'session.start':
        id = stringAt(data, 'sessionId')
        break
      case 'session.model_change':
        model ??= stringAt(data, 'newModel')
        break
      case 'session.compaction_complete':
        isCompacted = true
        summary = stringAt(data, 'summaryContent')
        break
      case 'system.message':
        system ??= stringAt(data, 'content')
        break
      case 'user.message':
      case 'system.notification':
        push({ role: 'user', blocks: [{ type: 'text', text: stringAt(data, 'content') ?? '' }] })
        break
      case 'assistant.message':
        model ??= stringAt(data, 'model')
        push({ role: 'assistant', blocks: replyOf(data, tools) })
        break
      case 'tool.execution_complete':
        addResult(steps, resultOf(data, tools), at)
        break
    }
  }
  return assemble(
    'copilot-cli',
    steps.filter(({ message }) => message.blocks.length > 0),
    {
      id,
      model: model?.replace(/^(claude-\w+-\d+)\.(\d+)/, '$1-$2'),
      system: system === undefined ? undefined : { role: 'system', blocks: [{ type: 'text', text: system }] },
    },
  )
}

function replyOf(data: JsonObject, tools: Map<string, string>): Block[] {
  const text = stringAt(data, 'content') ?? ''
  const calls = isList(data['toolRequests']) ? data['toolRequests'].filter(isObject) : []
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map((call): Block => {
      const [callId, tool] = [stringAt(call, 'toolCallId') ?? '', stringAt(call, 'name') ?? '']
      tools.set(callId, tool)
      return { type: 'tool-call', callId, tool, input: call['arguments'] ?? {} }
    }),
  ]
}

function resultOf(data: JsonObject, tools: ReadonlyMap<string, string>): Block {
  const callId = stringAt(data, 'toolCallId') ?? ''
  const isError = data['success'] === false
  const text = textIn(data['result'], 'content') ?? textIn(data['error'], 'message') ?? ''
  return { type: 'tool-result', callId, tool: tools.get(callId) ?? '', content: { text }, ...(isError && { isError }) }
}

function textIn(value: Json | undefined, name: string): string | undefined {
  return isObject(value) ? stringAt(value, name) : undefined
}

/** Results of parallel calls are one message. */
function addResult(steps: Step[], result: Block, at: number | undefined): void {
  const last = steps.at(-1)
  if (last?.message.role === 'tool')
    steps[steps.length - 1] = { ...last, message: { ...last.message, blocks: [...last.message.blocks, result] } }
  else steps.push({ message: { role: 'tool', blocks: [result] }, at })
}
