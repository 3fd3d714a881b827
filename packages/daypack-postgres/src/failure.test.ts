import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { failure } from './failure.ts'
import { postgresDriver } from './index.ts'

test.each([
  ['nobody listens', 'postgres://x@127.0.0.1:1/x', /Is the server at 127\.0\.0\.1:1\/x up/],
  ['no such host', 'postgres://x@nowhere.invalid/x', /Is the server at nowhere\.invalid\/x up/],
])('%s: an error that says so', async (_, url, said) => {
  const driver = postgresDriver({ url, tenant: 't' })
  await expect(driver.log.read('s')).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(said),
  })
  await expect(driver.hold('x', async () => 1)).rejects.toThrow(said)
  await driver.close()
})

test('a server that takes the call and says nothing is waited for once', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const driver = postgresDriver({ url: `postgres://x@127.0.0.1:${port}/x`, tenant: 't', timeoutMs: 200 })
  await expect(driver.log.read('s')).rejects.toMatchObject({ code: 'unreachable' })
  expect(sockets.length).toBe(1)
  await driver.close()
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test.each(['57P01', '57P03', 'ECONNRESET'])('going down or coming up (%s), it is unreachable', (code) => {
  const said = Object.assign(new Error('the database system is starting up'), { code })
  expect(failure('Reading a log', said, 'postgres://x@127.0.0.1/x')).toMatchObject({ code: 'unreachable' })
})

test('without pgvector: what to install, as the server says it', () => {
  const said = Object.assign(new Error('extension "vector" is not available'), { code: '0A000' })
  expect(failure('Opening the tenant', said, 'postgres://x@127.0.0.1/x')).toMatchObject({
    code: 'unsupported',
    message: expect.stringMatching(/Install pgvector on the server/),
  })
})

test('the password is never told', async () => {
  const driver = postgresDriver({ url: 'postgres://x:hunter2@127.0.0.1:1/x', tenant: 't' })
  const error = await driver.log.read('s').catch((each: unknown) => each)
  expect(JSON.stringify([String(error), (error as { details: unknown }).details])).not.toContain('hunter2')
  await driver.close()
})
