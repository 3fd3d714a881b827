import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { gateway, pack, start } from '../../test/each.ts'
import { ask, clientsOf, loggedIn, user } from '../../test/support.ts'
import type { Answer } from '../http/upstream.ts'
import { countAttack } from '../../../daypack-testing/test/attack.ts'

const { raw } = clientsOf(() => gateway)
const body = JSON.stringify({ ...ask(user('hi')), stream: true })
const headers = { 'x-daypack-session': 's' }

async function* pieces(...texts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

/** The provider answers this, whatever it is asked. */
const answering = (answer: Answer) => start([], { upstream: async () => answer })

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
const good = [
  event({ type: 'message_start', message: { id: 'm', role: 'assistant', usage: { input_tokens: 1 } } }),
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'fine' } }),
  event({ type: 'message_stop' }),
]

const ENDLESS = 'a body or answer, packed or not, of more than memory'

test('G-83: an event with an index beyond all bounds, and a start without a message, harm no stream', async () => {
  const far = event({ type: 'content_block_start', index: 4_294_967_290, content_block: { type: 'text', text: '' } })
  const bad = [
    far,
    event({ type: 'message_start' }),
    event({ type: 'content_block_delta', index: -1 }),
    event({ type: 'message_delta', delta: null, usage: 3 }),
  ]
  for (const one of bad) {
    const text = [one, ...good].join('')
    await answering({ status: 200, headers: { 'content-type': 'text/event-stream' }, body: pieces(text) })
    expect(await (await raw(body, headers)).text()).toBe(text)
    expect(await loggedIn(pack)).toEqual({ s: ['user: hi', 'assistant: fine'] })
  }
})

test('G-82: an answer in an encoding that is a name of every object goes on as it is', async () => {
  for (const encoding of ['constructor', '__proto__', 'toString']) {
    const type = { 'content-type': 'application/json', 'content-encoding': encoding }
    await answering({ status: 200, headers: type, body: pieces('{"a":1}') })
    expect(await (await raw(body, headers)).text()).toBe('{"a":1}')
  }
})

test('G-85: a refusal that unpacks to more than memory is read as far as its reason', async () => {
  // 300 MB in 300 kB.
  const zeros = Buffer.alloc(300 * 1024 * 1024, ' ')
  const bomb = gzipSync(zeros)
  const type = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  await answering({ status: 400, headers: type, body: pieces(bomb) })
  const before = process.memoryUsage().rss
  const response = await raw(body, headers)
  expect(response.status).toBe(400)
  await response.body?.cancel()
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  countAttack(ENDLESS, 1)
})

test('G-85: a packed request that unpacks to more than a provider takes goes on unread', async () => {
  let got = 0
  await start([], {
    upstream: async ({ body: sent }) => {
      got = sent?.length ?? 0
      return { status: 413, headers: { 'content-type': 'application/json' }, body: pieces('{}') }
    },
  })
  const bomb = gzipSync(`{"messages":[${'0,'.repeat(25 * 1024 * 1024)}0]}`)
  expect((await raw(bomb, { ...headers, 'content-encoding': 'gzip' })).status).toBe(413)
  expect(got).toBe(bomb.length)
  expect(await loggedIn(pack)).toEqual({})
  countAttack(ENDLESS, 1)
})

test('G-85: an answer without an end goes on, and its copy is given up', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < 300; n++) yield piece
  }
  const problems: string[] = []
  await start([], {
    onProblem: (problem) => problems.push(problem),
    upstream: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: endless() }),
  })
  const response = await raw(body, headers)
  let size = 0
  let most = 0
  for await (const some of response.body ?? []) {
    size += some.length
    most = Math.max(most, process.memoryUsage().heapUsed)
  }
  expect(size).toBe(300 * piece.length)
  expect(problems.join('\n')).toContain('is not read')
  countAttack(ENDLESS, 1)
})
