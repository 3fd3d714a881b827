import { connect } from 'node:net'
import type { Gateway } from 'daypack/hosts/gateway'
import { createGateway } from 'daypack/hosts/gateway'
import { createDaypack, type Daypack } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listen, type Served } from './server.ts'

const MOST = 1_000_000
let pack: Daypack
let served: Served
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
