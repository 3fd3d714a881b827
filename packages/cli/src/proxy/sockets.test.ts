// Websockets through the proxy: frames go both ways, and one side ends as the other does.
import { createServer as httpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { Gateway, SocketPlan } from 'daypack-gateway'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { withSockets } from './sockets.ts'

vi.setConfig({ testTimeout: 5_000 })
let proxy: Server
let provider: WebSocketServer
/** What the provider's side was reached with. */
let reached: { socket: WebSocket; protocol: string | undefined; headers: Record<string, unknown> }[]
let turns: SocketPlan['turns']
let plan: (to: string) => SocketPlan | { status: number; headers: object }

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
beforeEach(async () => {
  reached = []
  turns = undefined
  provider = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  provider.on('connection', (socket, { headers }) => {
    reached.push({ socket, protocol: headers['sec-websocket-protocol'], headers })
    socket.on('message', (data, isBinary) =>
      socket.send(isBinary ? data : `provider heard ${(data as Buffer).toString()}`, { binary: isBinary }),
    )
  })
  await once(provider, 'listening')
  plan = (to) => ({ url: to, headers: { 'x-own': '1', 'sec-websocket-key': 'never', host: 'x' }, turns })
  const gateway = { socket: () => plan(`ws://127.0.0.1:${portOf(provider)}`) } as unknown as Gateway
  proxy = httpServer()
  withSockets(proxy, gateway)
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  for (const client of provider.clients) client.terminate()
  provider.close()
  proxy.closeAllConnections()
  proxy.close()
})
const client = (protocols: string[] = []) => new WebSocket(`ws://127.0.0.1:${portOf(proxy)}/v1`, protocols)
const heard = async (socket: WebSocket) => {
  const [data, isBinary] = (await once(socket, 'message')) as [Buffer, boolean]
  return isBinary ? data : data.toString()
}
const closed = async (socket: WebSocket) => {
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
  return [code, reason.toString()]
}

describe('frames', () => {
  test('go through as they are, text and bytes, with the headers of the plan and the subprotocols asked for', async () => {
    const socket = client(['a', 'b'])
    await once(socket, 'open')
    socket.send('hello')
    expect(await heard(socket)).toBe('provider heard hello')
    socket.send(Buffer.from([1, 2]))
    expect(await heard(socket)).toEqual(Buffer.from([1, 2]))
    const [first] = reached
    expect([first?.protocol, first?.headers['x-own'], first?.headers['sec-websocket-key'] === 'never']).toEqual([
      'a,b',
      '1',
      false,
    ])
  })
  test('of turns are looked at one after the other; bytes are not looked at', async () => {
    const seen: string[] = []
    turns = ({ toProvider, toClient }) => ({
      fromClient: async (text: string) => {
        if (text === 'slow') await new Promise((resolve) => setTimeout(resolve, 30))
        seen.push(text)
        toProvider(`planned ${text}`)
      },
      fromProvider: (text: string) => toClient(`seen: ${text}`),
    })
    const socket = client()
    await once(socket, 'open')
    const all: string[] = []
    socket.on('message', (data: Buffer) => all.push(data.toString()))
    for (const text of ['slow', 'fast']) socket.send(text)
    socket.send(Buffer.from('raw'))
    await vi.waitUntil(() => all.length === 3)
    expect([seen, all]).toEqual([
      ['slow', 'fast'],
      ['seen: provider heard planned slow', 'seen: provider heard planned fast', 'raw'],
    ])
  })
  test('that cannot be planned end the connection', async () => {
    turns = () => ({ fromClient: () => Promise.reject(new Error('odd')), fromProvider: () => {} })
    const socket = client()
    await once(socket, 'open')
    socket.send('x')
    expect((await closed(socket))[0]).toBe(1006)
  })
  test('of a ping reach the other side', async () => {
    const socket = client()
    await once(socket, 'open')
    const far = reached[0]?.socket
    socket.ping('near')
    if (far) expect(String((await once(far, 'ping'))[0])).toBe('near')
    far?.ping('far')
    expect(String((await once(socket, 'ping'))[0])).toBe('far')
  })
})

describe('the end', () => {
  test('is the same on both sides, with its code and its reason', async () => {
    const one = client()
    await once(one, 'open')
    reached[0]?.socket.close(4_001, 'enough')
    expect(await closed(one)).toEqual([4_001, 'enough'])
    const two = client()
    await once(two, 'open')
    const far = reached[1]?.socket
    two.close(4_002, 'done')
    if (far) expect(await closed(far)).toEqual([4_002, 'done'])
  })
  test('without a code, or by a broken line', async () => {
    const one = client()
    await once(one, 'open')
    reached[0]?.socket.close()
    expect((await closed(one))[0]).toBe(1005)
    const two = client()
    await once(two, 'open')
    reached[1]?.socket.terminate()
    expect((await closed(two))[0]).toBe(1006)
    const three = client()
    await once(three, 'open')
    const far = reached[2]?.socket
    three.terminate()
    if (far) expect((await closed(far))[0]).toBe(1006)
  })
})

describe('refused', () => {
  const status = async () => {
    const socket = client()
    const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    socket.on('error', () => {})
    socket.terminate()
    return answer.statusCode
  }
  test('where the gateway refuses, where nobody answers, and as the provider refuses', async () => {
    plan = () => ({ status: 403, headers: {} })
    expect(await status()).toBe(403)
    plan = () => {
      throw new Error('odd')
    }
    expect(await status()).toBe(400)
    plan = () => ({ url: 'ws://127.0.0.1:1', headers: {}, turns })
    expect(await status()).toBe(502)
    const other = httpServer()
    other.on('upgrade', (_, socket) => socket.end('HTTP/1.1 429 Later\r\ncontent-length: 0\r\n\r\n'))
    await once(other.listen(0, '127.0.0.1'), 'listening')
    plan = () => ({ url: `ws://127.0.0.1:${portOf(other)}`, headers: {}, turns })
    expect(await status()).toBe(429)
    other.close()
  })
})
