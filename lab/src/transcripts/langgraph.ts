import type { Block, Json } from 'daypack'
import { isList, isObject, type JsonObject, stringAt } from 'daypack/internal'
import { assemble, type Step, type Transcript } from './transcript.ts'

/** The final state of a LangGraph thread: messages of type human, ai, tool and system. */
export function readLangGraph(thread: JsonObject): Transcript {
  const values = thread['values']
  const messages = isObject(values) && isList(values['messages']) ? values['messages'].filter(isObject) : []
  return assemble('langgraph-thread', messages.flatMap(stepOf), { id: stringAt(thread, 'checkpoint_id') })
}

function stepOf(wire: JsonObject): Step[] {
  const text = textOf(wire['content'])
  const said: Block[] = text === '' ? [] : [{ type: 'text', text }]
  switch (wire['type']) {
    case 'human':
    case 'system':
      return said.length > 0 ? [{ message: { role: 'user', blocks: said } }] : []
    case 'ai': {
      const calls = isList(wire['tool_calls']) ? wire['tool_calls'].filter(isObject) : []
      const blocks = [...said, ...calls.map(callOf)]
      return blocks.length > 0 ? [{ message: { role: 'assistant', blocks } }] : []
    }
    case 'tool': {
      const callId = stringAt(wire, 'tool_call_id') ?? ''
      return [
        {
          message: {
            role: 'tool',
            blocks: [{ type: 'tool-result', callId, tool: stringAt(wire, 'name') ?? '', content: { text } }],
          },
        },
      ]
    }
    default:
      return []
  }
}

function callOf(call: JsonObject): Block {
  return {
    type: 'tool-call',
    callId: stringAt(call, 'id') ?? '',
    tool: stringAt(call, 'name') ?? '',
    input: call['args'] ?? {},
  }
}

function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content
  return isList(content) ? content.flatMap((part) => stringAt(part, 'text') ?? []).join('\n') : ''
}
