import type { JsonObject } from 'daypack/internal'
import { arrayOf, objectOf, textOf } from './json.ts'
import type { StreamShape } from './script.ts'
import { deltas, type StreamEvent } from './wire.ts'

export function responsesEvents(response: JsonObject, _request: JsonObject, shape: StreamShape): StreamEvent[] {
  const events: StreamEvent[] = []
  const push = (type: string, data: JsonObject) =>
    void events.push({ event: type, data: { type, sequence_number: events.length, ...data } })
  const open = { ...response, status: 'in_progress', output: [], usage: null }
  push('response.created', { response: open })
  push('response.in_progress', { response: open })
  arrayOf(response['output']).forEach((value, index) => {
    const item = objectOf(value)
    const at = { output_index: index, item_id: item['id'] ?? '' }
    switch (item['type']) {
      case 'message': {
        push('response.output_item.added', {
          output_index: index,
          item: { ...item, status: 'in_progress', content: [] },
        })
        arrayOf(item['content']).forEach((one, content_index) => {
          const part = objectOf(one)
          const text = textOf(part['text'])
          push('response.content_part.added', { ...at, content_index, part: { ...part, text: '' } })
          for (const delta of deltas(text, shape.deltaChars)) {
            push('response.output_text.delta', { ...at, content_index, delta, logprobs: [] })
          }
          push('response.output_text.done', { ...at, content_index, text, logprobs: [] })
          push('response.content_part.done', { ...at, content_index, part })
        })
        break
      }
      case 'function_call': {
        const args = textOf(item['arguments'])
        push('response.output_item.added', {
          output_index: index,
          item: { ...item, status: 'in_progress', arguments: '' },
        })
        for (const delta of deltas(args, shape.deltaChars))
          push('response.function_call_arguments.delta', { ...at, delta })
        push('response.function_call_arguments.done', { ...at, name: item['name'] ?? '', arguments: args })
        break
      }
      default:
        push('response.output_item.added', { output_index: index, item })
    }
    push('response.output_item.done', { output_index: index, item })
  })
  push('response.completed', { response })
  return events
}
