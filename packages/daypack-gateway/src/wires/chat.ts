import { openaiChat } from 'daypack/codecs'
import { chatCollector } from 'daypack/internal'
import { isFilled, MESSAGES, stringAt, type GatewayWire } from './wire.ts'

/** OpenAI Chat Completions, and whatever speaks like it. */
export const chatWire: GatewayWire = {
  name: 'openai-chat',
  codec: openaiChat,
  upstream: 'https://api.openai.com/v1',
  keyHeader: (key) => ({ authorization: `Bearer ${key}` }),
  kind(path, headers) {
    if (path.endsWith('/chat/completions')) return 'turn'
    // Local servers list their models without a key.
    return 'authorization' in headers || /\/models(?:\/|$)/.test(path) ? 'other' : undefined
  },
  ...MESSAGES,
  hasTools: (body) => isFilled(body['tools']) || isFilled(body['functions']),
  isHeld: () => false,
  collector: chatCollector,
  isFormatted: (body) => stringAt(body['response_format'], 'type') === 'json_schema',
  ping: ': ping\n\n',
  isReasoningRefusal: () => false,
  withoutReasoning: () => undefined,
}
