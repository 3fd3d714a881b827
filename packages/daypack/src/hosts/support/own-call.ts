import type { AnyCodec } from '../../model/codec.ts'
import { DaypackError } from '../../model/errors.ts'
import { readText } from '../../model/wait.ts'
import type { JsonObject, Tokens } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import type { Summarize } from '../../model/summarize.ts'
import type { Send } from './exchange.ts'

const MOST_BYTES = 4 * 1024 * 1024

/** An empty request by codec. None for Gemini: its model is in the URL, and `send` takes only a body. */
const EMPTY: Readonly<Record<string, (maxTokens: Tokens) => JsonObject>> = {
  anthropic: (max_tokens) => ({ max_tokens, messages: [] }),
  'openai-chat': (max_completion_tokens) => ({ max_completion_tokens, messages: [] }),
  'openai-responses': (max_output_tokens) => ({ max_output_tokens, input: [], store: false }),
}

/** The model of a request, for calls of our own over the same wire. */
export function ownCall(codec: AnyCodec, { model }: JsonObject, send: Send): Summarize | undefined {
  const empty = EMPTY[codec.name]
  if (typeof model !== 'string' || empty === undefined) return undefined
  return async ({ system, prompt, maxTokens }) => {
    const rendered = { system: textMessage('system', system), messages: [textMessage('user', prompt)] }
    const response = await send(JSON.stringify(codec.encode(rendered, { model, ...empty(maxTokens) })))
    const text = await readText(response, MOST_BYTES)
    if (!response.ok) throw new DaypackError('summary-failed', `The model answered with ${response.status}.`)
    const { messages } = codec.reply(JSON.parse(text))
    return messages.flatMap(({ blocks }) => blocks.map((block) => (block.type === 'text' ? block.text : ''))).join('')
  }
}

function textMessage(role: 'system' | 'user', text: string): Message {
  return { role, blocks: [{ type: 'text', text }] }
}
