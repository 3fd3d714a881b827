import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { temporary } from '../../../../test/temporary.ts'
import { sqliteIndexStore } from '../../../drivers/sqlite/index-store.ts'
import { memoryIndexStore } from '../../index/memory-store.ts'
import type { Searcher, SearcherOptions } from '../../index/search-api.ts'
import { createSearcher } from '../searcher.ts'
import { embeddingEndpoint, type EndpointOptions } from './endpoint.ts'
import { cosine, quantize } from './quantize.ts'

const folder = temporary()
const open: Server[] = []
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

type Body = { model: string; input: string[]; dimensions: number }
type Reply = (body: Body, response: ServerResponse, count: number) => void

/** A real server on the loopback that counts what it is asked. */
async function endpoint(
  reply: Reply,
): Promise<{ baseUrl: string; asked: Body[]; headers: IncomingMessage['headers'][] }> {
  const asked: Body[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const body = JSON.parse(text) as Body
      asked.push(body)
      headers.push(request.headers)
      reply(body, response, asked.length)
    })
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked, headers }
}

/** Three topics as dimensions: animals, ships, everything else. */
const topic = (text: string): number[] => [
  /whale|animal|heron/.test(text) ? 1 : 0.1,
  /ship|vessel|boat/.test(text) ? 1 : 0.1,
  0.2,
]
const good: Reply = (body, response) =>
  send(response, 200, { data: body.input.map((text, index) => ({ index, embedding: topic(text) })).toReversed() })
const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
const pauses: number[] = []
const client = (baseUrl: string, more: Partial<EndpointOptions> = {}) =>
  embeddingEndpoint({
    baseUrl,
    apiKey: 'key',
    model: 'm',
    dimensions: 3,
    sleep: async (ms) => void pauses.push(ms),
    ...more,
  })

let clock = 0
const make = (baseUrl: string, more: Partial<EndpointOptions> = {}): Searcher =>
  createSearcher({ store: memoryIndexStore(), now: () => clock, embed: client(baseUrl, more) })

describe('the embedding endpoint', () => {
  it('asks as OpenAI does, ten texts at a time, and puts answers in order', async () => {
    const { baseUrl, asked, headers } = await endpoint(good)
    const vectors = await client(baseUrl).embed(
      Array.from({ length: 23 }, (_, index) => (index === 22 ? 'a ship' : 'a whale')),
    )
    expect(asked.map(({ input }) => input.length)).toEqual([10, 10, 3])
    expect(asked[0]).toMatchObject({ model: 'm', dimensions: 3 })
    expect(headers[0]?.authorization).toBe('Bearer key')
    expect(vectors.length).toBe(23)
    expect(vectors[22]?.[1]).toBeGreaterThan(0.9)
    expect(Math.hypot(...(vectors[0] as Float32Array))).toBeCloseTo(1, 5)
  })

  it('cuts inputs that are too long, between characters', async () => {
    const { baseUrl, asked } = await endpoint(good)
    await client(baseUrl, { maxInputLength: 5 }).embed(['abcd😀x'])
    expect(asked[0]?.input).toEqual(['abcd'])
  })

  it('tries again after 429 and 5xx, as long as the server says or twice as long each time', async () => {
    pauses.length = 0
    const { baseUrl, asked } = await endpoint((body, response, count) => {
      if (count === 1) send(response, 429, {}, { 'retry-after': '7' })
      else if (count === 2) send(response, 503, {})
      else good(body, response, count)
    })
    expect((await client(baseUrl).embed(['x'])).length).toBe(1)
    expect(asked.length).toBe(3)
    expect(pauses).toEqual([7000, 1000])
  })

  it.each([
    ['a refusal', (_: Body, response: ServerResponse) => send(response, 401, { error: 'no' }), 1],
    ['lasting trouble', (_: Body, response: ServerResponse) => send(response, 500, {}), 4],
    [
      'wrong dimensions',
      (body: Body, response: ServerResponse) =>
        send(response, 200, { data: body.input.map(() => ({ embedding: [1, 2] })) }),
      1,
    ],
    [
      'zero vectors',
      (body: Body, response: ServerResponse) =>
        send(response, 200, { data: body.input.map(() => ({ embedding: [0, 0, 0] })) }),
      1,
    ],
    ['too few vectors', (_: Body, response: ServerResponse) => send(response, 200, { data: [] }), 1],
    ['no JSON', (_: Body, response: ServerResponse) => void response.end('<html>'), 4],
    [
      'a redirect',
      (_: Body, response: ServerResponse) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
      4,
    ],
  ])('rejects on %s', async (_, reply, requests) => {
    const { baseUrl, asked } = await endpoint(reply)
    await expect(client(baseUrl).embed(['x'])).rejects.toMatchObject({ code: 'io' })
    expect(asked.length).toBe(requests)
  })
})

describe('the vector leg', () => {
  it('finds what no word would, and says how much is covered', async () => {
    const { baseUrl } = await endpoint(good)
    const searcher = make(baseUrl)
    await searcher.index('a.md', '- the blue whale sings\n- tax forms are due\n- a red lamp\n- buy bread\n')
    expect(await searcher.backfill()).toMatchObject({ state: 'ready', covered: 4, of: 4 })
    const { hits, status } = await searcher.search('animal', { limit: 1, grow: false })
    expect(hits[0]?.text).toBe('- the blue whale sings')
    expect(hits[0]?.legs.vector).toBe(1)
    expect(status.legs.find(({ leg }) => leg === 'vector')).toEqual({
      leg: 'vector',
      state: 'ran',
      covered: { units: 4, of: 4 },
    })
  })

  it('answers by words when the endpoint is down, says so, and comes back by itself', async () => {
    let up = false
    const { baseUrl } = await endpoint((body, response, count) =>
      up ? good(body, response, count) : send(response, 500, {}),
    )
    const searcher = make(baseUrl, { retries: 0 })
    await searcher.index('a.md', '- the blue whale sings\n- a red lamp\n')
    expect(await searcher.backfill()).toMatchObject({ state: 'failing', covered: 0, of: 2 })
    const down = await searcher.search('whale', { grow: false })
    expect(down.hits[0]?.text).toMatch(/whale/)
    expect(down.status.legs.find(({ leg }) => leg === 'vector')?.state).toBe('failed')
    expect(down.status.reason).toMatch(/500/)
    up = true
    clock += 600_000
    expect(await searcher.backfill()).toMatchObject({ state: 'ready', covered: 2, of: 2 })
    expect((await searcher.search('animal', { grow: false })).hits[0]?.text).toMatch(/whale/)
  })

  it('answers by words when the endpoint is slow', async () => {
    const { baseUrl } = await endpoint((body, response, count) =>
      count === 1 ? good(body, response, count) : undefined,
    )
    const searcher = make(baseUrl, { timeoutMs: 50, retries: 0 })
    await searcher.index('a.md', '- the blue whale sings\n')
    await searcher.backfill()
    const { hits, status } = await searcher.search('whale')
    expect(hits.length).toBe(1)
    expect(status.legs.find(({ leg }) => leg === 'vector')?.state).toBe('failed')
  })

  it('answers by words when nothing listens', async () => {
    const searcher = make('http://127.0.0.1:9/v1', { retries: 0 })
    await searcher.index('a.md', '- the blue whale sings\n')
    expect((await searcher.backfill()).state).toBe('failing')
    expect((await searcher.search('whale')).hits.length).toBe(1)
  })

  it('stores no vector of a reply with wrong dimensions', async () => {
    const { baseUrl } = await endpoint((body, response) =>
      send(response, 200, { data: body.input.map(() => ({ embedding: [1, 2, 3, 4] })) }),
    )
    const searcher = make(baseUrl)
    await searcher.index('a.md', '- the blue whale sings\n')
    expect(await searcher.backfill()).toMatchObject({
      state: 'failing',
      covered: 0,
      lastError: expect.stringMatching(/4 dimensions, but 3 are configured/),
    })
  })

  it('asks again only for texts that changed, and after a restart for what is searched', async () => {
    const file = join(folder, 'kept.sqlite')
    const { baseUrl, asked } = await endpoint(good)
    const first = createSearcher({ store: sqliteIndexStore({ file }), now: () => 0, embed: client(baseUrl) })
    await first.index('a.md', '- the blue whale sings\n- a red lamp\n')
    await first.backfill()
    await first.search('animal')
    await first.close()
    const before = asked.length
    const second = createSearcher({ store: sqliteIndexStore({ file }), now: () => 0, embed: client(baseUrl) })
    await second.index('a.md', '- the blue whale sings\n- a green lamp\n')
    await second.backfill()
    await second.search('animal')
    expect(asked.slice(before).map(({ input }) => input)).toEqual([['- a green lamp'], ['animal']])
    await second.close()
  })

  it('fills anew for another model or other dimensions, while words serve', async () => {
    const file = join(folder, 'model.sqlite')
    const { baseUrl } = await endpoint(good)
    const first = createSearcher({ store: sqliteIndexStore({ file }), now: () => 0, embed: client(baseUrl) })
    await first.index('a.md', '- the blue whale sings\n')
    await first.backfill()
    await first.close()
    const second = createSearcher({
      store: sqliteIndexStore({ file }),
      now: () => 0,
      embed: client(baseUrl, { model: 'other' }),
    })
    expect((await second.search('whale')).hits.length).toBe(1)
    expect(await second.backfill()).toMatchObject({ state: 'ready', model: 'other', covered: 1 })
    await second.close()
  })
})

it('quantised vectors keep their angles', () => {
  const vector = new Float32Array([0.6, -0.64, 0.48])
  expect(cosine(vector, quantize(vector))).toBeCloseTo(1, 4)
  expect(cosine(new Float32Array([1, 0, 0]), quantize(vector))).toBeCloseTo(0.6, 2)
})

describe('both legs together', () => {
  /** A direction of its own for every text, the same in every run. */
  const direction = (seed: string): number[] =>
    Array.from({ length: 64 }, (_, at) => createHash('sha256').update(`${at} ${seed}`).digest().readInt16LE(0))
  const answers = new Map<string, string>()
  const made = {
    model: 'made',
    dimensions: 64,
    embed: async (texts: readonly string[]) =>
      texts.map((text) => {
        const answer = answers.get(text)
        const vector = direction(answer === undefined ? text : `noise ${text}`)
        if (answer === undefined) return unit(vector)
        const meant = direction(answer)
        return unit(vector.map((value, at) => value + 0.9 * (meant[at] ?? 0)))
      }),
  }
  const unit = (vector: readonly number[]): Float32Array => {
    const length = Math.hypot(...vector)
    return new Float32Array(vector.map((value) => value / length))
  }
  const THINGS = [
    'kiln',
    'ferry',
    'violin',
    'orchard',
    'passport',
    'glacier',
    'lantern',
    'beehive',
    'harbour',
    'tractor',
  ]
  const notes = THINGS.flatMap((thing) =>
    [0, 1, 2, 3].map((nth) => `- the ${thing} of house ${nth} stands at gate ${nth * 7 + 3}`),
  )

  it('the answer is never worse than that of the better leg', async () => {
    const asked = notes.map((note, at) => ({
      // Every other question shares its words with the note; the rest only their meaning.
      query: at % 2 === 0 ? note.slice(2).replace('stands', 'where') : `question ${at} in quite other words`,
      note,
    }))
    for (const { query, note } of asked.filter((_, at) => at % 3 !== 0)) answers.set(query, note)
    const right = async (options: SearcherOptions, embed?: typeof made): Promise<number> => {
      const searcher = createSearcher({ store: memoryIndexStore(), now: () => 0, options, ...(embed && { embed }) })
      await searcher.index('a.md', `${notes.join('\n')}\n`)
      if (embed) await searcher.backfill()
      let count = 0
      for (const { query, note } of asked) {
        const { hits } = await searcher.search(query, { limit: 1, grow: false })
        if (hits[0]?.text === note) count++
      }
      await searcher.close()
      return count
    }
    const [words, vectors, both] = [await right({}), await right({ keyword: false }, made), await right({}, made)]
    expect(words).toBeGreaterThan(10)
    expect(vectors).toBeGreaterThan(10)
    expect(both).toBeGreaterThan(Math.max(words, vectors))
  })
})
