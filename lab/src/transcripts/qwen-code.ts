import { gemini } from 'daypack/codecs'
import { isList, isObject, type JsonObject, stringAt } from 'daypack/internal'
import { assemble, timeOf, type Step, type Transcript } from './transcript.ts'

const TOLD = new Set(['user', 'assistant', 'tool_result'])

/** A session of Qwen Code: contents of Gemini's API, one per line, mixed with its own records. */
export function readQwenCode(lines: readonly JsonObject[]): Transcript {
  const steps = lines.flatMap((line): Step[] => {
    const { message } = line
    if (!TOLD.has(stringAt(line, 'type') ?? '') || !isObject(message) || !isList(message['parts'])) return []
    const at = timeOf(line['timestamp'])
    return gemini.decode({ contents: [message] }).messages.map((one) => ({ message: one, at }))
  })
  const model = lines.find((line) => line['type'] === 'assistant')
  return assemble('qwen-code', steps, { id: stringAt(lines[0], 'sessionId'), model: stringAt(model, 'model') })
}
