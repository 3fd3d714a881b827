// The MCP server inside a server of your own: a fetch handler, asked here the way a client asks it over HTTP.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDaypack } from 'daypack'
import { mcpHandler } from 'daypack-gateway/mcp'

const dir = await mkdtemp(path.join(tmpdir(), 'daypack-mcp-'))
const pack = await createDaypack({ dir, memory: { schedule: false, tuning: { watch: false } } })
const handler = mcpHandler(pack)
let connection: string | undefined

/** One request of a client, and its result. */
async function ask(method: string, params: object): Promise<Record<string, unknown>> {
  const response = await handler.fetch(
    new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: {
        host: '127.0.0.1',
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...(connection !== undefined && { 'mcp-session-id': connection }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }),
  )
  connection ??= response.headers.get('mcp-session-id') ?? undefined
  const text = await response.text()
  const message =
    text
      .split('\n')
      .find((line) => line.startsWith('data: {'))
      ?.slice(6) ?? text
  return (JSON.parse(message) as { result: Record<string, unknown> }).result
}

const you = { name: 'example', version: '1' }
const opened = await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: you })
console.log('server:', (opened['serverInfo'] as { name: string }).name)
const { tools } = (await ask('tools/list', {})) as { tools?: readonly { name: string }[] }
console.log('tools:', tools?.map(({ name }) => name).join(', '))
await ask('tools/call', { name: 'memory_write', arguments: { text: 'Releases go out on Tuesdays.' } })
const found = await ask('tools/call', { name: 'memory_search', arguments: { query: 'when do releases go out' } })
console.log('found:', JSON.stringify(found['content']).includes('Tuesdays'))

await handler.close()
await pack.close()
await rm(dir, { recursive: true, force: true })
