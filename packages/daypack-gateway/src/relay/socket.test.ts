import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createDaypack, type Daypack } from '../../../daypack/src/daypack.ts'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'
import type { Json, JsonObject } from '../../../daypack/src/model/json.ts'
import { startProvider, type ScriptedProvider } from '../../../daypack-testing/src/provider/index.ts'
import { withSocket } from '../../../daypack-testing/test/socket.ts'
import { createGateway, type AuditEntry, type Gateway, type GatewayOptions, type SocketTurns } from '../index.ts'

let provider: ScriptedProvider
let pack: Daypack
let gateway: Gateway
let upstream: WebSocket | undefined

afterEach(async () => {
  upstream?.terminate()
  await provider.close()
  await pack.close()
})

const tools = [{ type: 'function', name: 'read', parameters: {} }]
const big = (n: number) =>
  Array.from({ length: 400 }, (_, line) => `step ${n} line ${line} of /src/file-${n}.ts`).join('\n')

/** A client of the socket; what the provider sends back arrives in `ask`. */
async function connect(
  window: number,
  team: Partial<GatewayOptions> = {},
): Promise<(frame: JsonObject) => Promise<JsonObject>> {
  pack = await createDaypack({ driver: memoryDriver({ now: Date.now }), memory: false, window })
  gateway = createGateway({ pack, window, upstreams: { 'openai-responses': `${provider.url}/v1` }, ...team })
  const plan = gateway.socket({ url: 'http://127.0.0.1/v1/responses', headers })
  if ('status' in plan || !plan.turns) throw new Error('refused')
  const socket = (upstream = new WebSocket(plan.url, { headers: { ...plan.headers } }))
  await once(socket, 'open')
  let arrived: (event: JsonObject) => void = () => {}
  const turns: SocketTurns = plan.turns({
    toClient: (text) => arrived(JSON.parse(text) as JsonObject),
    toProvider: (text) => socket.send(text),
  })
  socket.on('message', (data: Buffer) => turns.fromProvider(data.toString()))
  return (frame) =>
    new Promise((resolve) => {
      arrived = (event) => {
        if (event['type'] === 'response.completed') resolve(event['response'] as JsonObject)
        if (event['type'] === 'error') resolve(event)
      }
      void turns.fromClient(JSON.stringify({ type: 'response.create', model: 'gpt-5', store: false, tools, ...frame }))
    })
}

const headers = { 'thread-id': 't', authorization: 'b', 'x-daypack-token': 'token-of-ann-0123' }
const outputOf = (response: JsonObject) => response['output'] as readonly JsonObject[]

test('R-8: a client that sends only what is new outgrows the window and goes on', async () => {
  const script = ({ index }: { index: number }) => ({
    thinking: 'hm',
    text: `Step ${index}.`,
    calls: [{ tool: 'read', input: { n: index } }],
  })
  provider = await startProvider({ script, window: 16_000, websocket: withSocket })
  const ask = await connect(16_000)
  let response = await ask({ generate: false, input: [{ role: 'user', content: 'Read all the files.' }] })
  let input: Json[] = []
  for (let n = 0; n < 20; n++) {
    response = await ask({ previous_response_id: response['id'] ?? null, input })
    const call = outputOf(response).find((item) => item['type'] === 'function_call')
    input = [{ type: 'function_call_output', call_id: call?.['call_id'] ?? '', output: big(n) }]
  }
  expect(provider.requests.map((request) => request.status)).toEqual(Array.from({ length: 20 }, () => 200))
  const whole = provider.requests.filter((request) => request.body['previous_response_id'] === undefined)
  // One after each epoch; all others go on from an answer.
  expect(whole.length).toBeGreaterThan(0)
  expect(whole.length).toBeLessThan(8)
  const session = await pack.session('codex-t')
  await session.idle()
  expect(session.view.slots.filter((slot) => slot.message.role === 'assistant')).toHaveLength(20)
})

test('an answer nobody here knows is asked of the provider, as the client asked', async () => {
  provider = await startProvider({ script: [{ text: 'ok' }], websocket: withSocket })
  const ask = await connect(16_000)
  expect(await ask({ previous_response_id: 'resp_gone', input: [] })).toMatchObject({ type: 'error', status: 400 })
  expect(outputOf(await ask({ input: [{ role: 'user', content: 'again' }] }))).toMatchObject([{ type: 'message' }])
})

test('reasoning that its answer does not follow is left out, and the turn is taken all the same', async () => {
  provider = await startProvider({ script: [{ text: 'ok' }, { text: 'fine' }], websocket: withSocket })
  const ask = await connect(16_000)
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'aG0=' }
  // As Codex does when a message of another agent comes while it reasons.
  const input = [{ role: 'user', content: 'Go.' }, reasoning, { role: 'user', content: 'Rather this.' }]
  const response = await ask({ input })
  expect(outputOf(response)).toMatchObject([{ type: 'message' }])
  expect(provider.requests.map((request) => request.status)).toEqual([400, 200])
  const more = [{ role: 'user', content: 'And?' }]
  expect(outputOf(await ask({ previous_response_id: response['id'] ?? null, input: more }))).toHaveLength(1)
  expect(provider.requests.map((request) => request.status)).toEqual([400, 200, 200])
})

test('turns over a websocket count for the day of whoever sends them, and beyond it both are told why', async () => {
  provider = await startProvider({ script: () => ({ text: 'ok' }), websocket: withSocket })
  const audit: AuditEntry[] = []
  const ask = await connect(16_000, {
    people: [{ name: 'ann', token: 'token-of-ann-0123', requestsPerDay: 2 }],
    onAudit: (entry) => audit.push(entry),
  })
  const input = [{ role: 'user', content: 'hi' }]
  await ask({ input, generate: false })
  for (let n = 0; n < 2; n++) expect(outputOf(await ask({ input }))).toHaveLength(1)
  const refused = await ask({ input })
  expect(refused).toMatchObject({
    type: 'error',
    status: 429,
    error: { message: 'ann has made the 2 requests of today.' },
  })
  expect(provider.requests.map((request) => request.status)).toEqual([200, 200])
  expect(gateway.socket({ url: 'http://127.0.0.1/v1/responses', headers })).toMatchObject({ status: 429 })
  expect(audit.map(({ person, status }) => `${person} ${status}`)).toEqual(['ann 200', 'ann 200', 'ann 429', 'ann 429'])
  expect(audit[0]?.tokens).toBeGreaterThan(0)
})
