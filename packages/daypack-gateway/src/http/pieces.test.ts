// What passes through the gateway: headers both ways, packed bodies, pieces as they come.
import * as zlib from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { peek, plainOf, unpack } from './encoding.ts'
import { overFetch } from './fetch-adapter.ts'
import { relay, type RelayOptions } from './relay.ts'
import { backward, fetchUpstream, onward, type Answer, type Incoming } from './upstream.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (data: Uint8Array | undefined) => data && new TextDecoder().decode(data)
async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield bytes(text)
}
async function allOf(source: AsyncIterable<Uint8Array> | undefined): Promise<string> {
  const all: Uint8Array[] = []
  for await (const piece of source ?? []) all.push(piece)
  return Buffer.concat(all).toString('utf8')
}

describe('headers', () => {
  test('go on without those of the connection, those it names, and ours', () => {
    const headers = {
      authorization: 'key',
      connection: 'close, X-One',
      'x-one': '1',
      'x-two': '2',
      'x-daypack-user': 'ada',
      host: 'h',
      'content-length': '3',
      expect: '100-continue',
      te: 'trailers',
      'proxy-authorization': 'p',
      'transfer-encoding': 'chunked',
    }
    expect(onward(headers)).toEqual({ authorization: 'key', 'x-two': '2' })
    expect(onward({ 'x-one': '1' })).toEqual({ 'x-one': '1' })
  })
  test('come back without those of the connection', () => {
    expect(
      backward({
        'content-type': 'a',
        'content-length': '3',
        'keep-alive': '1',
        upgrade: 'x',
        'set-cookie': ['a', 'b'],
      }),
    ).toEqual({
      'content-type': 'a',
      'content-length': '3',
      'set-cookie': ['a', 'b'],
    })
  })
})

describe('a packed body', () => {
  const packed = {
    gzip: zlib.gzipSync('hello'),
    'x-gzip': zlib.gzipSync('hello'),
    deflate: zlib.deflateSync('hello'),
    br: zlib.brotliCompressSync('hello'),
  }
  test.each(Object.entries(packed))('%s is read, whole and as a stream', async (name, data) => {
    expect(textOf(await plainOf(data, ` ${name.toUpperCase()} `))).toBe('hello')
    const answer = unpack({
      status: 200,
      headers: { 'content-encoding': name, 'content-length': '9', etag: 'e' },
      body: (async function* () {
        yield data
      })(),
    })
    expect([answer.status, answer.headers, await allOf(answer.body)]).toEqual([200, { etag: 'e' }, 'hello'])
  })
  test('plain ones stay as they are, and what cannot be read or is too large is none', async () => {
    const limit = 32 * 1024 * 1024
    const large = new Uint8Array(limit + 1)
    expect([
      textOf(await plainOf(bytes('a'), undefined)),
      textOf(await plainOf(bytes('a'), 'identity')),
      await plainOf(bytes('a'), 'gzip'),
      await plainOf(bytes('a'), 'lzma'),
      await plainOf(large, undefined),
      (await plainOf(large.subarray(1), undefined))?.length,
      await plainOf(zlib.gzipSync(large), 'gzip'),
    ]).toEqual(['a', 'a', undefined, undefined, undefined, limit, undefined])
    const answers: Answer[] = [
      { status: 200, headers: { 'content-encoding': 'lzma' }, body: pieces('a') },
      { status: 200, headers: { 'content-encoding': ['gzip'] }, body: pieces('a') },
      { status: 204, headers: { 'content-encoding': 'gzip' } },
    ]
    for (const answer of answers) expect(unpack(answer)).toBe(answer)
  })
  test('what breaks on the way breaks the stream, and who leaves ends its source', async () => {
    const broken = unpack({
      status: 200,
      headers: { 'content-encoding': 'gzip' },
      body: (async function* () {
        yield packed.gzip.subarray(0, 5)
        throw new Error('gone')
      })(),
    })
    await expect(allOf(broken.body)).rejects.toThrow('gone')
    let isOver = false
    const endless = async function* () {
      try {
        for (;;) yield zlib.gzipSync('x')
      } finally {
        isOver = true
      }
    }
    for await (const _ of unpack({ status: 200, headers: { 'content-encoding': 'gzip' }, body: endless() }).body ?? [])
      break
    await vi.waitFor(() => expect(isOver).toBe(true))
  })
})

test.each([
  [0, '', ['', 'one', 'two', 'three']],
  [1, 'one', ['one', 'two', 'three']],
  [3, 'one', ['one', 'two', 'three']],
  [4, 'onetwo', ['onetwo', 'three']],
  [99, 'onetwothree', ['onetwothree']],
])('the first %d bytes are looked at, and nothing is lost', async (most, start, all) => {
  const peeked = await peek({ status: 400, headers: { a: 'b' }, body: pieces('one', 'two', 'three') }, most)
  const seen: string[] = []
  for await (const piece of peeked.answer.body ?? []) seen.push(String(textOf(piece)))
  expect([peeked.start.toString(), peeked.answer.status, peeked.answer.headers, seen]).toEqual([
    start,
    400,
    { a: 'b' },
    all,
  ])
  expect((await peek({ status: 204, headers: {} }, 9)).answer).toEqual({ status: 204, headers: {} })
})

describe('pieces are handed on and then looked at', () => {
  const watched = (more: Partial<RelayOptions> = {}) => {
    const seen: string[] = []
    const options: RelayOptions = {
      onBytes: (data) => void seen.push(`saw ${textOf(data)}`),
      onEnd: () => void seen.push('end'),
      onProblem: (problem) => void seen.push(`problem ${(problem as Error).message}`),
      ...more,
    }
    return { seen, options }
  }
  test('each before the next is asked for', async () => {
    const { seen, options } = watched()
    const source = async function* () {
      for (const text of ['a', 'b']) {
        seen.push(`ask ${text}`)
        yield bytes(text)
      }
    }
    for await (const piece of relay(source(), options)) seen.push(`got ${textOf(piece)}`)
    expect(seen).toEqual(['ask a', 'got a', 'saw a', 'ask b', 'got b', 'saw b', 'end'])
  })
  test('an observer that throws sees no more, and the bytes go on', async () => {
    const { seen, options } = watched()
    const all = await allOf(
      relay(pieces('a', 'b', 'c'), {
        ...options,
        onBytes: () => {
          throw new Error('blind')
        },
      }),
    )
    expect([all, seen]).toEqual(['abc', ['problem blind']])
  })
  test('who leaves has seen what was handed on, and the source is ended', async () => {
    const { seen, options } = watched()
    let isOver = false
    const source = async function* () {
      try {
        yield* pieces('a', 'b')
      } finally {
        isOver = true
      }
    }
    for await (const _ of relay(source(), options)) break
    await vi.waitFor(() => expect([seen, isOver]).toEqual([['saw a'], true]))
  })
  test('a source that breaks is told on, without an end', async () => {
    const { seen, options } = watched()
    const source = async function* () {
      yield bytes('a')
      throw new Error('cut')
    }
    await expect(allOf(relay(source(), options))).rejects.toThrow('cut')
    expect(seen).toEqual(['saw a'])
  })
  test.each([
    [['event: a\n\n'], true],
    [['event: a\r\n\r\n'], true],
    [['event: a\n'], false],
    [['event: a'], false],
    [['a\n\n', 'b\n'], false],
    [['a\n\n', ''], true],
    [['a', ''], false],
  ])('after %j a ping may stand: %s', async (texts, may) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { options } = watched({ ping: { text: ':ping', everyMs: 20 } })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const source = async function* () {
      yield* pieces(...texts)
      await held
    }
    const seen: string[] = []
    const reading = (async () => {
      for await (const piece of relay(source(), options)) seen.push(String(textOf(piece)))
    })()
    await vi.advanceTimersByTimeAsync(90)
    release()
    await reading
    expect(seen.slice(0, texts.length)).toEqual(texts)
    expect(seen.slice(texts.length).every((text) => text === ':ping')).toBe(true)
    expect(seen.length > texts.length).toBe(may)
  })
})

describe('over fetch', () => {
  const asked = async (request: Request, answer: Answer) => {
    let incoming: Incoming | undefined
    const response = await overFetch(request, async (given) => {
      incoming = given
      return answer
    })
    return { incoming, response }
  }
  test('a request as it is, its body read when it is asked for', async () => {
    const request = new Request('http://h/x?y=1', { method: 'POST', headers: { A: 'b' }, body: 'hello' })
    const { incoming, response } = await asked(request, {
      status: 201,
      headers: { 'set-cookie': ['a=1', 'b=2'], x: 'y' },
      body: pieces('one', 'two'),
    })
    const read = incoming?.body
    expect([
      incoming?.method,
      incoming?.url,
      incoming?.headers['a'],
      textOf(typeof read === 'function' ? await read() : undefined),
    ]).toEqual(['POST', 'http://h/x?y=1', 'b', 'hello'])
    expect([
      response.status,
      response.headers.getSetCookie(),
      response.headers.get('x'),
      await response.text(),
    ]).toEqual([201, ['a=1', 'b=2'], 'y', 'onetwo'])
    expect((await asked(new Request('http://h/'), { status: 200, headers: {} })).incoming?.body).toBeUndefined()
  })
  test.each([
    [101, 502],
    [200, 200],
    [599, 599],
    [600, 502],
    [999, 502],
    [204, 204],
    [304, 304],
  ])('an answer with status %d is %d', async (status, seen) => {
    const { response } = await asked(new Request('http://h/'), { status, headers: {}, body: pieces('x') })
    expect([response.status, await response.text()]).toEqual([seen, [204, 304].includes(status) ? '' : 'x'])
  })
  test('who stops reading leaves: the request is aborted and the source ended', async () => {
    let isOver = false
    const source = async function* () {
      try {
        for (;;) yield bytes('x')
      } finally {
        isOver = true
      }
    }
    const { incoming, response } = await asked(new Request('http://h/'), { status: 200, headers: {}, body: source() })
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect([incoming?.signal.aborted, isOver]).toEqual([true, true])
  })
  test('to a provider: redirects are not followed, and lengths only of what was not packed', async () => {
    const calls: [string, RequestInit][] = []
    const plain = { 'content-type': 'text/plain' }
    const answered = (headers: Record<string, string>) =>
      new Response('hi', { status: 201, headers: { ...plain, ...headers } })
    const answers = [
      answered({ 'content-length': '2', a: 'b' }),
      answered({ 'content-encoding': 'gzip', 'content-length': '2' }),
      new Response(null, { status: 204, headers: { 'set-cookie': 'a=1' } }),
    ]
    const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      calls.push([url as string, init as RequestInit])
      return answers[calls.length - 1] as Response
    })
    onTestFinished(() => fetching.mockRestore())
    const request = { url: 'http://h/', method: 'POST', headers: { k: 'v' } }
    const { signal } = new AbortController()
    const got = [
      await fetchUpstream({ ...request, body: 'b', signal }),
      await fetchUpstream(request),
      await fetchUpstream(request),
    ]
    expect(calls).toEqual([
      ['http://h/', { method: 'POST', headers: { k: 'v' }, redirect: 'manual', body: 'b', signal }],
      ['http://h/', { method: 'POST', headers: { k: 'v' }, redirect: 'manual' }],
      ['http://h/', { method: 'POST', headers: { k: 'v' }, redirect: 'manual' }],
    ])
    expect(got.map(({ status, headers }) => [status, headers])).toEqual([
      [201, { ...plain, 'content-length': '2', a: 'b' }],
      [201, plain],
      [204, { 'set-cookie': ['a=1'] }],
    ])
    expect(got.map(({ body }) => body !== undefined)).toEqual([true, true, false])
  })
})
