import { assistant, user } from '../fixture.ts'

export const tools = [{ name: 't', input_schema: { type: 'object' } }]
export const ask = (messages: unknown[], more: object = {}) => ({
  request: { model: 'claude-opus-4-5', max_tokens: 10, tools, messages, ...more },
})
export const use = (id: string) => ({ type: 'tool_use', id, name: 't', input: {} })
export const result = (id: string, content: unknown = 'ok', more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
})
export const thinking = (signature: string, words = 'hm') => ({ type: 'thinking', thinking: words, signature })
export const loop = (...ids: string[]) => [user('go'), assistant(ids.map(use)), user(ids.map((id) => result(id)))]
export const cache = (ttl?: string) => ({ cache_control: { type: 'ephemeral', ...(ttl ? { ttl } : {}) } })
export const on = { thinking: { type: 'enabled', budget_tokens: 1024 } }
export const image = (width: number, height: number) => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: png(width, height) },
})

/** The head of a PNG of this size. */
function png(width: number, height: number): string {
  const bytes = Buffer.alloc(24)
  bytes.write('\x89PNG', 0, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString('base64')
}
