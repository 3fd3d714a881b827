import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startProvider } from '../../../daypack-testing/src/provider/index.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createDaypack } from '../../../daypack/src/daypack.ts'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'
import { createGateway } from '../index.ts'
import { fetchUpstream } from '../http/upstream.ts'
import { anthropicWire } from './anthropic.ts'

// Claude on Vertex AI and on Bedrock: the model stands in the path, the body has none, and Bedrock streams in binary frames.

const VERTEX =
  '/v1/projects/p/locations/us-east5/publishers/anthropic/models/claude-sonnet-4-5@20250929:streamRawPredict'
const BEDROCK = '/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke-with-response-stream'
const WINDOW = 20_000

/** One frame as Amazon writes them, without its checksums: nobody on the way looks at them. */
function frame(event: string): Buffer {
  const payload = Buffer.from(JSON.stringify({ bytes: Buffer.from(event).toString('base64') }))
  const bytes = Buffer.alloc(12 + payload.length + 4)
  bytes.writeUInt32BE(bytes.length, 0)
  payload.copy(bytes, 12)
  return bytes
}

/** Speaks like Vertex AI or Bedrock, and asks a strict provider behind it. */
async function hosted(isFramed: boolean) {
  const provider = await startProvider({
    script: ({ index }) => ({ text: `Look ${index}.`, calls: [{ tool: 'read', input: { path: `${index}.ts` } }] }),
    window: WINDOW,
  })
  const bodies: Record<string, unknown>[] = []
  const answered = async (asked: Promise<Response>, outgoing: ServerResponse) => {
    const answer = await asked
    const said = await answer.text()
    const type = isFramed ? 'application/vnd.amazon.eventstream' : 'text/event-stream'
    outgoing.writeHead(answer.status, { 'content-type': answer.ok ? type : 'application/json' })
    if (!isFramed || !answer.ok) return void outgoing.end(said)
    const all = Buffer.concat([...said.matchAll(/^data: (.*)$/gm)].map(([, event = '']) => frame(event)))
    for (let at = 0; at < all.length; at += 7) outgoing.write(all.subarray(at, at + 7))
    outgoing.end()
  }
  const server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('end', () => {
      const { anthropic_version: _, ...body } = JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>
      bodies.push(body)
      const init = {
        method: 'POST',
        headers: { 'anthropic-version': '2023-06-01', 'x-api-key': 'k', 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, model: 'claude-sonnet-4-5', stream: true }),
      }
      void answered(fetch(`${provider.url}/v1/messages`, init), outgoing)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.close()
    await provider.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, provider }
}

test.each([
  ['Vertex AI', VERTEX, false],
  ['Bedrock', BEDROCK, true],
])(
  'a conversation on %s stays in its window; its body gets no model, its answers are logged',
  async (_, path, isFramed) => {
    const { url, bodies, provider } = await hosted(isFramed)
    const pack = await createDaypack({ driver: memoryDriver(), memory: false })
    onTestFinished(() => pack.close())
    const gateway = createGateway({ pack, window: WINDOW, upstreams: { cloud: url } })
    const messages: object[] = [{ role: 'user', content: 'Read all modules.' }]
    const tools = [{ name: 'read', input_schema: { type: 'object' } }]
    for (let n = 0; n < 26; n++) {
      const body = JSON.stringify({ anthropic_version: 'hosted', max_tokens: 500, tools, messages })
      const headers = { authorization: 'Bearer t', 'x-daypack-session': 's' }
      const answer = await gateway.fetch(
        new Request(`http://127.0.0.1/to/cloud${path}`, { method: 'POST', headers, body }),
      )
      const said = Buffer.from(await answer.arrayBuffer())
      expect(answer.status, said.toString()).toBe(200)
      const id = /"id":"(toolu[^"]*)"/.exec(isFramed ? eventsIn(said) : said.toString())?.[1] ?? ''
      messages.push({
        role: 'assistant',
        content: [
          { type: 'text', text: `Look ${n}.` },
          { type: 'tool_use', id, name: 'read', input: { path: `${n}.ts` } },
        ],
      })
      messages.push({
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: `module ${n}\n`.repeat(300) }],
      })
    }
    const [status] = (await gateway.status()).sessions
    expect(status).toMatchObject({ requests: 26, model: 'claude-sonnet-4-5' })
    expect(status?.epochs).toBeGreaterThan(0)
    expect(provider.requests.every((one) => one.status === 200)).toBe(true)
    expect(bodies.some((body) => 'model' in body)).toBe(false)
    // The reply names the model otherwise than the path does: that is no other model.
    const marks = (await (await pack.session(status?.session ?? '')).entries()).filter((entry) => entry.kind === 'mark')
    expect(JSON.stringify(marks)).not.toContain('switch')
  },
)

function eventsIn(frames: Buffer): string {
  return [...frames.toString('latin1').matchAll(/"bytes":"([^"]+)"/g)]
    .map(([, text = '']) => Buffer.from(text, 'base64'))
    .join('\n')
}

test('a deployment on Azure is a conversation like any other, with its own key and its query', async () => {
  const provider = await startProvider({ script: () => ({ text: 'done' }) })
  const pack = await createDaypack({ driver: memoryDriver(), memory: false })
  onTestFinished(async () => {
    await pack.close()
    await provider.close()
  })
  const asked: string[] = []
  const gateway = createGateway({
    pack,
    upstreams: { azure: 'https://team.openai.azure.com' },
    upstream: async ({ url, headers, ...rest }) => {
      asked.push(`${url} ${headers['api-key']}`)
      return fetchUpstream({ ...rest, headers, url: `${provider.url}/v1/chat/completions` })
    },
  })
  const path = '/openai/deployments/gpt/chat/completions?api-version=2026-01-01'
  const messages = [{ role: 'user', content: 'hello' }]
  const tools = [{ type: 'function', function: { name: 'read', parameters: { type: 'object', properties: {} } } }]
  const body = JSON.stringify({ model: 'gpt-4.1', messages, tools })
  const headers = { 'api-key': 'k', authorization: 'Bearer t' }
  const answer = await gateway.fetch(new Request(`http://127.0.0.1/to/azure${path}`, { method: 'POST', headers, body }))
  expect(await answer.text()).toContain('done')
  expect(asked).toEqual([`https://team.openai.azure.com${path} k`])
  expect((await gateway.status()).sessions).toHaveLength(1)
})

test('what Amazon signed goes on as it came: the signature covers the body', () => {
  expect(anthropicWire.kind(BEDROCK, { authorization: 'AWS4-HMAC-SHA256 Credential=x' })).toBe('other')
  expect(anthropicWire.kind(BEDROCK, { authorization: 'Bearer t' })).toBe('turn')
  expect(anthropicWire.kind(VERTEX.replace(/claude[^:]*/, 'count-tokens'), {})).toBe('count')
})
