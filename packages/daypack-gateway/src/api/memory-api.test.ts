import { expect, test } from 'vitest'
import { createDaypack } from '../../../daypack/src/daypack.ts'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'
import { createGateway, type GatewayOptions } from '../index.ts'

type Line = { readonly id: string; readonly text: string }
type Body = Partial<Line> & {
  readonly lines?: readonly Line[]
  readonly versions?: readonly Line[]
  readonly hits?: readonly object[]
  readonly paths?: object
}

async function open(options: Partial<GatewayOptions> = {}) {
  const pack = await createDaypack({ driver: memoryDriver(), memory: { schedule: false } })
  const gateway = createGateway({ pack, token: 'secret', ...options })
  const ask = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await gateway.fetch(
      new Request(`http://127.0.0.1/daypack${path}`, {
        method,
        headers: { 'x-daypack-token': 'secret', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    return { status: response.status, body: (await response.json()) as Body }
  }
  return { pack, ask }
}

test('lines are added, listed, changed, ended and have a history, by id', async () => {
  const { pack, ask } = await open()
  expect((await ask('POST', '/memory/lines', { text: 'The release is on 9 March.' })).status).toBe(201)
  const [line] = (await ask('GET', '/memory/lines')).body.lines ?? []
  expect((await ask('GET', `/memory/lines/${line?.id}`)).body).toMatchObject({ text: 'The release is on 9 March.' })
  const changed = await ask('PATCH', `/memory/lines/${line?.id}`, { text: 'The release is on 16 March.' })
  const { id } = changed.body
  const { versions } = (await ask('GET', `/memory/lines/${id}/history`)).body
  expect(versions?.map(({ text }) => text)).toEqual(['The release is on 16 March.', 'The release is on 9 March.'])
  expect((await ask('GET', '/memory/search?q=release')).body).toMatchObject({ hits: [{ path: 'MEMORY.md' }] })
  expect((await ask('DELETE', `/memory/lines/${id}`)).status).toBe(200)
  expect((await ask('GET', '/memory/lines')).body).toEqual({ lines: [] })
  expect((await ask('PATCH', `/memory/lines/${id}`, { text: 'again' })).status).toBe(404)
  expect((await ask('POST', '/memory/lines', {})).status).toBe(400)
  expect((await ask('PUT', '/memory/lines')).status).toBe(404)
  await pack.close()
})

test('each scope has its own, and the page that describes it names every address', async () => {
  const { pack, ask } = await open()
  await ask('POST', '/memory/lines?user=ana', { text: 'I am allergic to penicillin.' })
  expect((await ask('GET', '/memory/lines?user=ana')).body.lines).toHaveLength(1)
  expect((await ask('GET', '/memory/lines?user=ben')).body.lines).toHaveLength(0)
  expect((await ask('GET', '/memory/lines')).body.lines).toHaveLength(0)
  const { paths } = (await ask('GET', '/openapi.json')).body
  expect(Object.keys(paths ?? {})).toEqual([
    '/daypack/memory/lines',
    '/daypack/memory/lines/{id}',
    '/daypack/memory/lines/{id}/history',
    '/daypack/memory/search',
  ])
  await pack.close()
})

test('nobody without the token, nobody where there is none, and where users are apart nobody else', async () => {
  const { pack, ask } = await open()
  expect((await ask('GET', '/memory/lines', undefined, { 'x-daypack-token': 'wrong' })).status).toBe(403)
  const bare = createGateway({ pack })
  expect((await bare.fetch(new Request('http://127.0.0.1/daypack/memory/lines'))).status).toBe(403)
  await pack.close()

  const apart = await open({ users: 'apart' })
  const ana = { 'x-api-key': 'of ana' }
  const ben = { 'x-api-key': 'of ben' }
  await apart.ask('POST', '/memory/lines', { text: 'I am allergic to penicillin.' }, ana)
  expect((await apart.ask('GET', '/memory/lines', undefined, ana)).body.lines).toHaveLength(1)
  expect((await apart.ask('GET', '/memory/lines?user=ana', undefined, ben)).body.lines).toHaveLength(0)
  await apart.pack.close()
})

test('where users are apart, what one says to an agent is noted and shown to them alone', async () => {
  const sent: string[] = []
  const reply = { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'ok' }] }
  const whole = JSON.stringify({ ...reply, stop_reason: 'end_turn', usage: { input_tokens: 1, output_tokens: 1 } })
  async function* pieces() {
    yield Buffer.from(whole)
  }
  const driver = memoryDriver()
  const talk = async (key: string, session: string, content: string) => {
    const pack = await createDaypack({ driver, window: 100_000, memory: { schedule: false } })
    const upstream: GatewayOptions['upstream'] = async ({ body }) => {
      sent.push(String(body))
      return { status: 200, headers: { 'content-type': 'application/json' }, body: pieces() }
    }
    const tools = [{ name: 'read', input_schema: { type: 'object' } }]
    const messages = [{ role: 'user', content }]
    const answer = await createGateway({ pack, users: 'apart', upstream }).fetch(
      new Request('http://127.0.0.1/v1/messages', {
        method: 'POST',
        headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01', 'x-daypack-session': session },
        body: JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 100, tools, messages }),
      }),
    )
    await answer.text()
    await pack.close()
    return sent.at(-1)
  }
  await talk('of ana', 'monday', 'I am allergic to penicillin.')
  expect(await talk('of ana', 'tuesday', 'hello')).toContain('penicillin')
  expect(await talk('of ben', 'tuesday', 'hello')).not.toContain('penicillin')
})
