import type { AnyCodec } from '../../model/codec.ts'
import { DaypackError } from '../../model/errors.ts'
import { readText } from '../../model/foreign.ts'
import { isObject, type Json, type JsonObject } from '../../model/json.ts'
import type { Summarize } from '../../model/summarize.ts'
import type { Send } from './exchange.ts'

export function ownCall({ name }: AnyCodec, request: JsonObject, send: Send): Summarize | undefined {
  const { model } = request
  const wire = WIRES[name]
  if (typeof model !== 'string' || wire === undefined) return undefined
  return async (ask) => {
    const response = await send(JSON.stringify(wire.body({ model, ...ask })))
    const text = await readText(response, MOST_BYTES)
    if (!response.ok) throw new DaypackError('summary-failed', `The model answered with ${response.status}.`)
    return wire.text(JSON.parse(text) as Json)
  }
}

const MOST_BYTES = 4 * 1024 * 1024

type Ask = { readonly model: string } & Pick<Parameters<Summarize>[0], 'system' | 'prompt' | 'maxTokens'>
type Wire = { body(ask: Ask): JsonObject; text(reply: Json): string }

const WIRES: Readonly<Record<string, Wire>> = {
  anthropic: {
    body: ({ model, system, prompt, maxTokens }) => ({
      ...{ model, max_tokens: maxTokens, system },
      messages: [{ role: 'user', content: prompt }],
    }),
    text: (reply) => textsIn(reply, 'content').join(''),
  },
  'openai-chat': {
    body: ({ model, system, prompt, maxTokens }) => ({
      ...{ model, max_completion_tokens: maxTokens },
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: prompt },
      ],
    }),
    text: (reply) => textsIn(reply, 'choices').join(''),
  },
  'openai-responses': {
    body: ({ model, system, prompt, maxTokens }) => ({
      ...{ model, instructions: system, input: prompt, max_output_tokens: maxTokens, store: false },
    }),
    text: (reply) => textsIn(reply, 'output').join(''),
  },
}

function textsIn(reply: Json, field: string): string[] {
  const found: string[] = []
  const walk = (value: Json | undefined): void => {
    if (Array.isArray(value)) for (const each of value) walk(each as Json)
    else if (isObject(value)) {
      if (typeof value['text'] === 'string') found.push(value['text'])
      if (typeof value['content'] === 'string') found.push(value['content'])
      else walk(value['content'])
      walk(value['message'])
    }
  }
  if (isObject(reply)) walk(reply[field])
  return found
}
