import { isList, isObject, type JsonObject, parseArguments, stringAt } from 'daypack/internal'
import { assemble, timeOf, type Step, type Transcript } from './transcript.ts'

/** OpenHands: a line per task, each with a history of actions and the observations they caused. */
export function readOpenHands(tasks: readonly JsonObject[]): Transcript[] {
  return tasks.map((task) => {
    const events = isList(task['history']) ? task['history'].filter(isObject) : []
    const system = events.find((event) => event['action'] === 'system')
    const text = stringAt(system, 'message') ?? stringAt(system?.['args'], 'content')
    return assemble('openhands-events', events.flatMap(stepOf), {
      id: stringAt(task, 'instance_id'),
      model: stringAt(isObject(task['metadata']) ? task['metadata']['llm_config'] : undefined, 'model'),
      ...(text === undefined ? {} : { system: { role: 'system', blocks: [{ type: 'text', text }] } }),
    })
  })
}

function stepOf(event: JsonObject): Step[] {
  const at = timeOf(`${stringAt(event, 'timestamp') ?? ''}Z`)
  const call = event['tool_call_metadata']
  const callId = stringAt(call, 'tool_call_id')
  const tool = stringAt(call, 'function_name') ?? ''
  if (event['source'] === 'user' && event['action'] === 'message')
    return [{ message: { role: 'user', blocks: [{ type: 'text', text: stringAt(event, 'message') ?? '' }] }, at }]
  if (callId !== undefined && 'observation' in event) {
    const text = stringAt(event, 'content') ?? stringAt(event, 'message') ?? ''
    return [{ message: { role: 'tool', blocks: [{ type: 'tool-result', callId, tool, content: { text } }] }, at }]
  }
  if (callId === undefined || !('action' in event)) return []
  const { text, input } = replyOf(call, callId)
  const thought = text ?? stringAt(event['args'], 'thought')
  return [
    {
      message: {
        role: 'assistant',
        blocks: [
          ...(thought ? [{ type: 'text', text: thought } as const] : []),
          { type: 'tool-call', callId, tool, input: input ?? event['args'] ?? {} },
        ],
      },
      at,
    },
  ]
}

/** What the model said, and its arguments, from the response kept with the action. */
function replyOf(call: unknown, callId: string): { text?: string; input?: ReturnType<typeof parseArguments>['input'] } {
  const response = isObject(call) ? call['model_response'] : undefined
  const choices = isObject(response) && isList(response['choices']) ? response['choices'] : []
  const message = isObject(choices[0]) ? choices[0]['message'] : undefined
  const calls = isObject(message) && isList(message['tool_calls']) ? message['tool_calls'].filter(isObject) : []
  const written = stringAt(calls.find((entry) => entry['id'] === callId)?.['function'], 'arguments')
  const text = stringAt(message, 'content')
  return {
    ...(text === undefined ? {} : { text }),
    ...(written === undefined ? {} : { input: parseArguments(written).input }),
  }
}
