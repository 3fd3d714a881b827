import type { Message } from '../../src/model/message.ts'

/** Short ways to write messages in tests. */
export const user = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] })
export const system = (text: string): Message => ({ role: 'system', blocks: [{ type: 'text', text }] })
export const assistant = (text: string): Message => ({ role: 'assistant', blocks: [{ type: 'text', text }] })
export const calls = (...ids: string[]): Message => ({
  role: 'assistant',
  blocks: ids.map((callId) => ({ type: 'tool-call', callId, tool: 'read_file', input: { path: `${callId}.ts` } })),
})
export const thinks = (...ids: string[]): Message => ({
  role: 'assistant',
  blocks: [
    {
      type: 'opaque',
      purpose: 'reasoning',
      wire: { type: 'thinking', thinking: `about ${ids.join()}`, signature: 's' },
    },
    ...calls(...ids).blocks,
  ],
})
export const results = (texts: Record<string, string>): Message => ({
  role: 'tool',
  blocks: Object.entries(texts).map(([callId, text]) => ({
    type: 'tool-result',
    callId,
    tool: 'read_file',
    content: { text },
  })),
})

/** A codec whose wire is our own model: for tests of the engine alone. */
export type PlainRequest = {
  messages: readonly Message[]
  system?: Message
  model?: string
  binds?: boolean
  extra?: string
}
export const plain = {
  name: 'plain',
  decode: ({ messages, system: lead, model, binds = false, extra }: PlainRequest) => ({
    messages,
    bindsReasoning: binds,
    requiresReasoning: false,
    ...(lead && { system: lead }),
    ...(model !== undefined && { model }),
    ...(extra !== undefined && { extra }),
  }),
  encode: ({ messages }: { messages: readonly Message[] }, like: PlainRequest): PlainRequest => ({ ...like, messages }),
  reply: ({
    message,
    billed,
  }: {
    message: Message
    billed?: { input: number; cacheRead: number; cacheWrite: number; output: number; model?: string }
  }) => ({
    messages: [message],
    ...(billed && { billed }),
  }),
}
