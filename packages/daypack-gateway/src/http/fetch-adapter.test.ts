// The gateway as a fetch handler: what goes in, what comes out, and who is let go when somebody leaves.
import { expect, test } from 'vitest'
import { overFetch } from './fetch-adapter.ts'
import type { Answer, Incoming } from './upstream.ts'

const URL = 'http://127.0.0.1/v1/messages'
async function* pieces(...all: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const one of all) yield Buffer.from(one)
}
const answer = (status: number, body?: Answer['body']): Answer => ({
  status,
  headers: { 'x-id': '1', 'set-cookie': ['a', 'b'] },
  ...(body && { body }),
})

test('a request goes in as it is, its body when it is asked for', async () => {
  let came: Incoming | undefined
  const handle = async (incoming: Incoming) => ((came = incoming), answer(200))
  await overFetch(new Request(URL, { method: 'POST', body: 'said', headers: { 'x-a': '1' } }), handle)
  const body = typeof came?.body === 'function' ? await came.body() : undefined
  expect([came?.method, came?.url, came?.headers['x-a'], Buffer.from(body ?? []).toString()]).toEqual([
    'POST',
    URL,
    '1',
    'said',
  ])
  await overFetch(new Request(URL), handle)
  expect(came?.body).toBeUndefined()
})

test('an answer comes out with its status, all its headers and its bytes', async () => {
  const response = await overFetch(new Request(URL), async () => answer(201, pieces('one ', 'two')))
  expect([response.status, response.headers.get('x-id'), response.headers.getSetCookie()]).toEqual([
    201,
    '1',
    ['a', 'b'],
  ])
  expect(await response.text()).toBe('one two')
})

test('what fetch knows no answer for is a failure, and what may have no body has none', async () => {
  const statuses = [101, 199, 200, 599, 600, 999]
  const given = await Promise.all(
    statuses.map(async (status) => (await overFetch(new Request(URL), async () => answer(status))).status),
  )
  expect(given).toEqual([502, 502, 200, 599, 502, 502])
  for (const status of [204, 205, 304]) {
    const response = await overFetch(new Request(URL), async () => answer(status, pieces('odd')))
    expect([response.status, response.body]).toEqual([status, null])
  }
})

test('a body of more than 256 MB is not read', async () => {
  const piece = new Uint8Array(64 * 1024 * 1024)
  const body = (count: number) =>
    new ReadableStream({
      pull(controller) {
        if (count-- > 0) controller.enqueue(piece)
        else controller.close()
      },
    })
  const readLength = async (count: number) => {
    let length: number | string = 0
    const request = new Request(URL, { method: 'POST', body: body(count), duplex: 'half' })
    await overFetch(request, async (incoming) => {
      if (typeof incoming.body === 'function')
        length = await incoming.body().then(
          (bytes) => bytes?.length ?? 0,
          (error: unknown) => String(error),
        )
      return answer(200)
    })
    return length
  }
  expect(await readLength(4)).toBe(256 * 1024 * 1024)
  expect(await readLength(5)).toContain('A body of more than 268435456 bytes is not read.')
})

test('whoever leaves ends the request, and what was still to come is not asked for', async () => {
  const signals: AbortSignal[] = []
  let isFree = false
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.from('x')
    } finally {
      isFree = true
    }
  }
  const response = await overFetch(new Request(URL), async (incoming) => {
    signals.push(incoming.signal)
    return answer(200, endless())
  })
  const reader = response.body?.getReader()
  await reader?.read()
  expect(signals[0]?.aborted).toBe(false)
  await reader?.cancel()
  expect([signals[0]?.aborted, isFree]).toEqual([true, true])
})
