import { connect } from 'node:net'
import type { Gateway } from 'daypack-gateway'
import { createGateway } from 'daypack-gateway'
import { createDaypack, type Daypack } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Listening } from '../listening.ts'
import { listen } from './server.ts'

const MOST = 1_000_000
let pack: Daypack
let served: Listening
let reached = 0

beforeEach(async () => {
  pack = await createDaypack({ dir: 'memory', driver: memoryDriver(), memory: false })
  reached = 0
  const upstream = async () => {
    reached++
    return { status: 200, headers: {} }
  }
  const gateway: Gateway = createGateway({ pack, upstream })
  served = await listen(gateway, { host: '127.0.0.1', port: 0, mostBytes: MOST })
})
afterEach(async () => {
  await served.close()
  await pack.close()
})

/** A client that never stops sending, until it is answered; how much it got rid of, and what it was told. */
function endless(headers: readonly string[]): Promise<{ sent: number; said: string }> {
  return new Promise((resolve) => {
    const socket = connect(served.port, '127.0.0.1')
    let sent = 0
    let said = ''
    const piece = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    const push = (): void => {
      if (said !== '' || socket.destroyed) return
      sent += piece.length
      if (socket.write(piece)) setImmediate(push)
    }
    socket.on('drain', push)
    socket.on('data', (data) => {
      said += data.toString()
      socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ sent, said }))
    socket.write(['POST /v1/messages HTTP/1.1', ...headers, 'transfer-encoding: chunked', '', ''].join('\r\n'))
    push()
  })
}

test('T-19: a body without an end is refused, not collected', async () => {
  const { said } = await endless([`host: 127.0.0.1:${served.port}`])
  expect(said).toMatch(/^HTTP\/1\.1 413 /)
  expect(said).toContain('is not read')
  expect(reached).toBe(0)
})

test('T-20: a web page is refused before a byte of what it sends is kept', async () => {
  const asked: boolean[] = []
  await served.close()
  const gateway = createGateway({ pack })
  const handle: Gateway['handle'] = (incoming) => {
    const { body } = incoming
    const watched = async () => {
      asked.push(true)
      return typeof body === 'function' ? await body() : body
    }
    return gateway.handle({ ...incoming, body: watched })
  }
  served = await listen({ ...gateway, handle }, { host: '127.0.0.1', port: 0, mostBytes: MOST })
  const { said } = await endless([`host: 127.0.0.1:${served.port}`, 'origin: https://evil.example'])
  expect(said).toMatch(/^HTTP\/1\.1 403 /)
  expect(asked).toEqual([])
})

test('T-19: a length that is too large is refused on its own word', async () => {
  const response = await fetch(`${served.url}/v1/messages`, { method: 'POST', body: 'x'.repeat(MOST + 1) })
  expect(response.status).toBe(413)
})

/** What a client is told that sends these lines, and whether the server is there afterwards. */
async function told(lines: readonly string[]): Promise<string> {
  const said = await new Promise<string>((resolve) => {
    const socket = connect(served.port, '127.0.0.1')
    let text = ''
    socket.on('data', (data) => (text += data.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
    socket.setTimeout(2_000, () => socket.destroy())
    socket.write([...lines, '', ''].join('\r\n'))
  })
  expect((await fetch(`${served.url}/daypack/status`)).status).toBe(200)
  return said
}

const upgrade = ['connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13', 'sec-websocket-key: dGhl==']

test('G-82: no packet ends the server', async () => {
  const host = `host: 127.0.0.1:${served.port}`
  expect(await told(['GET *:99999/ HTTP/1.1', host, ...upgrade])).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(await told(['GET *:99999/ HTTP/1.1', host, 'connection: close'])).toMatch(/^HTTP\/1\.1 400 /)
  expect(await told(['GET /to/constructor/x HTTP/1.1', host, 'connection: close'])).toMatch(/^HTTP\/1\.1 404 /)
  expect(await told(['GET /to/constructor/x HTTP/1.1', host, ...upgrade])).toMatch(/^HTTP\/1\.1 404 /)
  for (const protocols of ['a, a', ',', 'é', '"'])
    expect(await told(['GET /to/nowhere/ HTTP/1.1', host, ...upgrade, `sec-websocket-protocol: ${protocols}`])).toMatch(
      /^HTTP\/1\.1 4/,
    )
})

test('G-82: a doubled subprotocol reaches the provider once', async () => {
  const { WebSocketServer } = await import('ws')
  const seen: (string | undefined)[] = []
  const provider = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  provider.on('connection', (_, incoming) => seen.push(incoming.headers['sec-websocket-protocol']))
  await new Promise((resolve) => provider.once('listening', resolve))
  const { port } = provider.address() as { port: number }
  await served.close()
  const gateway = createGateway({ pack, upstreams: { 'openai-responses': `http://127.0.0.1:${port}/v1` } })
  served = await listen(gateway, { host: '127.0.0.1', port: 0 })
  const lines = ['GET /v1/responses HTTP/1.1', `host: 127.0.0.1:${served.port}`, ...upgrade]
  for (const protocols of ['a, a', ',']) await told([...lines, `sec-websocket-protocol: ${protocols}`])
  expect(seen).toEqual(['a', undefined])
  provider.close()
})

test('G-85: an upgrade to h2c is served as the request it is', async () => {
  const host = `host: 127.0.0.1:${served.port}`
  const said = await told([
    'GET /v1/models HTTP/1.1',
    host,
    'connection: upgrade, http2-settings',
    'upgrade: h2c',
    'x-api-key: k',
  ])
  expect(said).toMatch(/^HTTP\/1\.1 200 /)
  expect(reached).toBe(1)
})

test('G-85: who never says what it wants is let go', async () => {
  await served.close()
  served = await listen(createGateway({ pack }), { host: '127.0.0.1', port: 0, headersMs: 200 })
  const said = await new Promise<string>((resolve) => {
    const socket = connect(served.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-'))
    let text = ''
    socket.on('data', (data) => (text += data.toString()))
    socket.on('close', () => resolve(text))
  })
  expect(said).toMatch(/^HTTP\/1\.1 408 /)
})
