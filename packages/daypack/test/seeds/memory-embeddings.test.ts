import { describe, expect } from 'vitest'
import { embeddingEndpoint } from '../../src/memory/index.ts'
import { letterEmbeddings, notesFolders, type EmbeddingRequest } from './memory-support.ts'
import { row } from './support.ts'

let requests: EmbeddingRequest[] = []
let fails = false
const { embed } = letterEmbeddings({ onRequest: (request) => void requests.push(request), fails: () => fails })
const { notes } = notesFolders()

describe('embeddings', () => {
  const note = { 'MEMORY.md': '- Finally decided to replace MySQL with PostgreSQL\n' }
  row('2B1', async () => {
    const { memory, pack } = await notes(note, { embed: embed() })
    expect((await memory.search('database')).status.legs.find(({ leg }) => leg === 'vector')?.state).toBe('ran')
    await pack.close()
  })
  row('2B2', async () => {
    const { memory, pack } = await notes(note)
    expect((await memory.search('PostgreSQL')).status.legs.find(({ leg }) => leg === 'vector')?.state).toBe('off')
    await pack.close()
  })
  const asked = async (options: Parameters<typeof embeddingEndpoint>[0]) => {
    let seen: { url: string; body: { model: string; dimensions: number; input: string[] } } | undefined
    const dimensions = options?.dimensions ?? 1024
    const endpoint = embeddingEndpoint({
      ...options,
      fetch: (address, init) => {
        const body = JSON.parse(init?.body as string) as { model: string; dimensions: number; input: string[] }
        seen = { url: address as string, body }
        const data = body.input.map((_, index) => ({ index, embedding: Array.from({ length: dimensions }, () => 1) }))
        return Promise.resolve(new Response(JSON.stringify({ data })))
      },
    })
    await endpoint.embed(['x'.repeat(9_000)])
    return seen
  }
  row('2B3', async () =>
    expect((await asked({}))?.url).toBe('https://dashscope.aliyuncs.com/compatible-mode/v1/embeddings'),
  )
  row('2B4', async () => expect((await asked({}))?.body.model).toBe('text-embedding-v4'))
  row('2B5', async () => expect((await asked({}))?.body.dimensions).toBe(1024))
  const count = async (cacheSize: number, queries: string[]) => {
    const { memory, pack } = await notes(note, { embed: embed(), search: { embeddingCacheSize: cacheSize } })
    await memory.search('first')
    requests = []
    for (const query of queries) await memory.search(query)
    await pack.close()
    return requests.length
  }
  row('2B6', async () => expect([await count(2_000, ['a', 'a']), await count(0, ['a', 'a'])]).toEqual([1, 2]))
  row('2B7', async () => expect([await count(2_000, ['a', 'b', 'a']), await count(1, ['a', 'b', 'a'])]).toEqual([2, 3]))
  row('2B8', async () => expect((await asked({}))?.body.input[0]).toHaveLength(8_192))
  row('2B9', async () => {
    const many = {
      'MEMORY.md': Array.from(
        { length: 30 },
        (_, at) => `# Topic ${at}\n\nFact number ${at} about ${'word '.repeat(60)}\n`,
      ).join('\n'),
    }
    const sizes = async (maxBatchSize: number) => {
      requests = []
      const { memory, pack } = await notes(many, { embed: embed({ maxBatchSize }) })
      await memory.search('fact')
      await pack.close()
      return Math.max(...requests.map(({ input }) => input.length))
    }
    expect([await sizes(10), await sizes(25)]).toEqual([10, 25])
  })
  row('2B10', async () => expect(await count(2_000, ['same', 'same', 'same'])).toBe(1))
  row('2B11', async () => {
    const { memory, pack } = await notes(note, { embed: embed() })
    const { status } = await memory.search('database')
    expect(status.legs.map(({ leg, state }) => [leg, state])).toContainEqual(['vector', 'ran'])
    expect(status.legs.map(({ leg, state }) => [leg, state])).toContainEqual(['keyword', 'ran'])
    await pack.close()
  })
  row('2B12', async () => {
    fails = true
    const { memory, pack } = await notes(note, { embed: embed() }, { warn: false })
    const { status } = await memory.search('PostgreSQL')
    fails = false
    expect(status.legs.find(({ leg }) => leg === 'vector')).toMatchObject({
      state: 'failed',
      why: expect.stringContaining('500'),
    })
    expect((await memory.status()).index.vectors).toMatchObject({ state: 'failing' })
    await pack.close()
  })
  row('2C1', async () => {
    const { memory, pack } = await notes(note)
    expect((await memory.search('PostgreSQL')).status.legs.find(({ leg }) => leg === 'keyword')?.state).toBe('ran')
    await pack.close()
  })
  row('2C2', async () => {
    const { memory, pack } = await notes(note, { embed: embed() })
    expect((await memory.search('PostgreSQL')).hits[0]?.legs).toMatchObject({
      keyword: expect.any(Number),
      vector: expect.any(Number),
    })
    await pack.close()
  })
  row('2C3', async () => {
    const { memory, pack } = await notes(note, { embed: embed(), search: { keyword: false } })
    const { hits, status } = await memory.search('PostgreSQL')
    expect(status.legs.find(({ leg }) => leg === 'keyword')?.state).toBe('off')
    expect(hits[0]?.score).toBeCloseTo(hits[0]?.legs.vector ?? 0, 5)
    await pack.close()
  })
  row('2C4', async () => {
    const { memory, pack } = await notes(note)
    const { hits, status } = await memory.search('PostgreSQL')
    const states = Object.fromEntries(status.legs.map(({ leg, state }) => [leg, state]))
    expect(states).toMatchObject({ keyword: 'ran', vector: 'off' })
    expect(hits).toHaveLength(1)
    await pack.close()
  })
})
