// Connections of clients that open with `initialize`: how many there may be, and who makes room.
import { McpServer } from '@modelcontextprotocol/server'
import { beforeEach, expect, test } from 'vitest'
import { connections } from './connections.ts'

const URL = 'http://127.0.0.1/mcp'
const HOUR = 60 * 60_000
let now = 0
let made = 0
let open: ReturnType<typeof connections>
beforeEach(() => {
  now = made = 0
  const factory = async () => {
    made++
    return new McpServer({ name: 'x', version: '1' })
  }
  open = connections(factory, () => now)
})
const accept = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
const opening = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })

function ask(body: string, headers: Record<string, string> = {}, method = 'POST') {
  const length = { 'content-length': String(body.length) }
  return open.fetch(
    new Request(URL, { method, headers: { ...accept, ...length, ...headers }, ...(method === 'POST' && { body }) }),
  )
}
async function begun(): Promise<string> {
  const answer = await ask(opening)
  await answer?.body?.cancel()
  return answer?.headers.get('mcp-session-id') ?? `refused ${answer?.status}`
}
const used = async (id: string) => {
  const answer = await ask(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }), {
    'mcp-session-id': id,
  })
  await answer?.body?.cancel()
  return answer?.status
}

test('a client that opens gets a connection of its own, and goes on in it by its number', async () => {
  const [one, two] = [await begun(), await begun()]
  expect([one === two, made, await used(one), await used(two)]).toEqual([false, 2, 202, 202])
})

test('what opens nothing is not ours; a number that is not known is closed', async () => {
  const other = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  expect([
    await ask(other),
    await ask('not json'),
    await ask(opening, {}, 'GET'),
    await ask(opening, { 'content-length': '65537' }),
    await ask('null'),
    made,
  ]).toEqual([undefined, undefined, undefined, undefined, undefined, 0])
  expect(await used('nobody')).toBe(404)
  const without = new Request(URL, { method: 'POST', headers: accept, body: opening })
  without.headers.delete('content-length')
  expect(await open.fetch(without)).toBeUndefined()
})

test('a hundred that work keep their place; the next is sent away, until one was silent for an hour', async () => {
  const ids: string[] = []
  for (let at = 0; at < 100; at++) ids.push(await begun())
  for (const id of ids) {
    now += 1_000
    expect(await used(id)).toBe(202)
  }
  expect([await begun(), made]).toEqual(['refused 503', 100])
  now = HOUR + 1_001
  expect([(await begun()).startsWith('refused'), await used(ids[0] ?? ''), await used(ids[1] ?? '')]).toEqual([
    false,
    404,
    202,
  ])
})

test('who only opened makes room first, whoever was silent for long after that', async () => {
  const ids: string[] = []
  for (let at = 0; at < 100; at++) ids.push(await begun())
  for (const id of ids.slice(0, 98)) await used(id)
  now = 2 * HOUR
  const [next, after, last] = [await begun(), await begun(), await begun()]
  expect([next, after, last].some((id) => id.startsWith('refused'))).toBe(false)
  // The two that only opened have gone, then the first of the new ones, which only opened as well.
  expect([await used(ids[98] ?? ''), await used(ids[99] ?? ''), await used(next), await used(ids[0] ?? '')]).toEqual([
    404, 404, 404, 202,
  ])
})

test('a connection that its client closes makes room; all are closed at the end', async () => {
  const [one, two] = [await begun(), await begun()]
  await open.fetch(new Request(URL, { method: 'DELETE', headers: { ...accept, 'mcp-session-id': one } }))
  expect([await used(one), await used(two)]).toEqual([404, 202])
  await open.close()
  expect(await used(two)).toBe(404)
})
