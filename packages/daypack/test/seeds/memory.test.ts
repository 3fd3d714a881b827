import { createServer } from 'node:http'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { createDaypack, type DaypackOptions } from '../../src/index.ts'
import { embeddingEndpoint, type Flushed, type MemoryEvent } from '../../src/memory/index.ts'
import { hitRatio, remeCandidates, remeFusion } from '../../src/memory/search/reme.ts'
import type { Message } from '../../src/model/message.ts'
import { copaw } from '../../src/presets/index.ts'
import { answer, request, step } from '../../src/testing/desk.ts'
import { LOGIN, row } from './support.ts'

// CoPaw memory (002): notes, embeddings, search.

const DIMENSIONS = 32
let url = ''
let requests: { input: string[]; headers: Record<string, unknown>; model: string; dimensions: number }[] = []
let fails = false

/** A real endpoint whose vectors are made of letters: enough to tell texts apart. */
const server = createServer((incoming, reply) => {
  let body = ''
  incoming.on('data', (data: Buffer) => (body += data.toString()))
  incoming.on('end', () => {
    const asked = JSON.parse(body) as { input: string[]; model: string; dimensions: number }
    requests.push({ ...asked, headers: incoming.headers })
    if (fails) {
      reply.writeHead(500).end('down')
      return
    }
    const data = asked.input.map((text, index) => ({ index, embedding: vector(text) }))
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
  })
})
function vector(text: string): number[] {
  const made = Array.from({ length: DIMENSIONS }, () => 0.01)
  for (const letter of text.toLowerCase())
    made[letter.charCodeAt(0) % DIMENSIONS] = (made[letter.charCodeAt(0) % DIMENSIONS] ?? 0) + 1
  return made
}
beforeAll(
  () =>
    new Promise<void>((resolve) =>
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`
        resolve()
      }),
    ),
)
const dirs: string[] = []
afterAll(() => {
  server.close()
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})

type Memory = Exclude<DaypackOptions['memory'], false | undefined>
async function notes(
  files: Record<string, string>,
  memory: Memory = {},
  options: Partial<Omit<DaypackOptions, 'dir' | 'driver' | 'memory'>> = {},
) {
  const dir = mkdtempSync(path.join(tmpdir(), 'daypack-notes-'))
  dirs.push(dir)
  const put = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true })
    writeFileSync(path.join(dir, name), text)
  }
  for (const [name, text] of Object.entries(files)) put(name, text)
  const flushes: Flushed[] = []
  const onEvent = (event: MemoryEvent) => {
    if (event.type === 'flushed') flushes.push(event.result)
  }
  const pack = await createDaypack({
    dir,
    preset: copaw(),
    memory: { watch: false, schedule: false, onEvent, ...memory },
    ...options,
  })
  const drained = async () => {
    await pack.memory.drain()
    return flushes
  }
  return { pack, dir, put, memory: pack.memory, drained }
}
const embed = (more: object = {}) =>
  embeddingEndpoint({ baseUrl: url, apiKey: 'k', model: 'm', dimensions: DIMENSIONS, retries: 0, ...more })
const day = /^memory\/\d{4}-\d\d-\d\d\.md$/

describe('files', () => {
  row('2A1', async () => {
    const { memory, pack } = await notes({ 'MEMORY.md': '- Project uses Python 3.12\n' })
    await memory.reindex()
    expect((await memory.search('Python')).hits[0]?.path).toBe('MEMORY.md')
    await pack.close()
  })
  row('2A2', async () => {
    const { dir, pack } = await notes({ 'MEMORY.md': '- quokka\n' })
    const other = mkdtempSync(path.join(tmpdir(), 'daypack-work-'))
    dirs.push(other)
    await pack.close()
    const beside = await createDaypack({
      dir: path.join(other, '.daypack'),
      folders: { notes: dir },
      memory: { watch: false, schedule: false },
    })
    expect((await beside.memory.search('quokka')).hits[0]?.path).toBe('MEMORY.md')
    await beside.close()
  })
  row('2A3', async () => {
    const { memory, pack } = await notes({})
    expect((await memory.write('Fixed login bug today', { by: 'user' })).path).toMatch(day)
    await pack.close()
  })
  row('2A4', async () => {
    const { memory, put, pack } = await notes({})
    await memory.ready()
    put('memory/2025-02-13.md', '- Deployed v2.1 with the zebra flag\n')
    expect((await memory.search('zebra')).hits[0]?.path).toBe('memory/2025-02-13.md')
    await pack.close()
  })
  row('2A5', async () => {
    const { pack } = await notes({ 'memory/2025-02-13.md': '- Deployed v2.1\n' })
    const read = pack.tools(await pack.session('s')).find((tool) => tool.name === 'read_ref')
    expect(await read?.run({ file_path: 'memory/2025-02-13.md' })).toContain('Deployed v2.1')
    await pack.close()
  })
  row('2A6', async () => {
    const { memory, pack } = await notes({})
    expect((await memory.remember('Prefers pytest framework')).path).toBe('MEMORY.md')
    await pack.close()
  })
  row('2A7', async () => {
    const { memory, pack } = await notes({})
    await memory.write('Deployed v2.1', { by: 'user' })
    expect((await memory.search('Deployed')).hits[0]?.path).toMatch(day)
    await pack.close()
  })
  const flushed = async (...messages: Message[]) => {
    const { drained, memory, pack } = await notes({})
    const session = await pack.session('s')
    for (const message of messages) await session.append(message)
    await memory.flush('s', session.view.head)
    const [done] = await drained()
    await pack.close()
    return done
  }
  row('2A8', async () => {
    const done = await flushed(request('Remember this: the deploy key is in vault/prod.'), answer('Noted.'))
    expect(done?.lines.join()).toContain('the deploy key is in vault/prod')
  })
  row('2A9', async () => {
    const { memory, put, pack } = await notes({ 'MEMORY.md': '- old\n' }, { watch: 'poll' })
    await memory.ready()
    put('MEMORY.md', '- a walrus\n')
    expect((await memory.search('walrus')).hits).toHaveLength(1)
    await pack.close()
  })
  row('2A10', async () => {
    const { pack, dir } = await notes({ 'MEMORY.md': '- old\n' })
    await pack.memory.ready()
    await pack.close()
    writeFileSync(path.join(dir, 'MEMORY.md'), '- a narwhal\n')
    const again = await createDaypack({ dir, memory: { watch: false, schedule: false } })
    expect((await again.memory.search('narwhal')).hits).toHaveLength(1)
    await again.close()
  })
  row('2A11', async () => {
    const { memory, pack } = await notes({ 'memory/topics/deploy.md': '- the ibex rule\n' })
    expect((await memory.search('ibex')).hits[0]?.path).toBe('memory/topics/deploy.md')
    await pack.close()
  })
  row('2A12', async () => {
    const { memory, pack } = await notes({ 'memory.md': '- the okapi rule\n' })
    expect((await memory.search('okapi')).hits[0]?.path).toBe('memory.md')
    await pack.close()
  })
  row('2A13', async () => {
    const done = await flushed(
      request('Please look at the ferry timetable of the island.'),
      answer('It leaves at nine.'),
    )
    expect(done?.path).toMatch(day)
    expect(done?.lines.join()).toContain('ferry timetable')
  })
  row('2A14', async () => {
    const seen: string[] = []
    const { drained, memory, pack } = await notes(
      {},
      {
        flushAgent: async ({ tools }) => {
          seen.push(...tools.map(({ name }) => name))
          return '[SILENT]'
        },
      },
    )
    const session = await pack.session('s')
    for (const message of LOGIN) await session.append(message)
    await memory.flush('s', session.view.head)
    const [done] = await drained()
    expect([seen, done?.state]).toEqual([['memory_get', 'memory_write', 'memory_edit'], 'silent'])
    await pack.close()
  })
  row('2A16', async () => {
    const asked: string[] = []
    const { memory, pack } = await notes(
      {},
      {},
      {
        language: 'zh',
        summarize: ({ system }) => {
          asked.push(system)
          return Promise.resolve('[SILENT]')
        },
      },
    )
    const session = await pack.session('s')
    for (const message of LOGIN) await session.append(message)
    await memory.flush('s', session.view.head)
    await memory.drain()
    expect(asked[0]).toContain('笔记本')
    await pack.close()
  })
  row('2A18', async () => {
    const { pack } = await notes({ 'MEMORY.md': '- The deploy process runs through Jenkins at noon.\n' })
    const { message } = await pack.memory.recall('How does the deploy process run?', [], { limit: 2, minScore: 0.1 })
    expect(JSON.stringify(message)).toContain('Jenkins')
    await pack.close()
  })
})

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
    expect((await memory.search('PostgreSQL')).hits).toHaveLength(1)
    await pack.close()
  })
})

describe('search', () => {
  const run = async (files: Record<string, string>, name: string, input: object, memory: Memory = {}) => {
    const { pack } = await notes(files, memory)
    const tool = pack.tools(await pack.session('s')).find((each) => each.name === name)
    const said = await tool?.run(input)
    await pack.close()
    return said ?? ''
  }
  row('2D1', async () => {
    const said = JSON.parse(
      await run({ 'MEMORY.md': '- a tapir\n' }, 'memory_search', {
        query: 'tapir',
        max_results: '5',
        min_score: '0.1',
      }),
    ) as object[]
    expect(said).toHaveLength(1)
  })
  row('2D2', async () => {
    expect(await run({ 'MEMORY.md': '- a tapir\n' }, 'memory_search', { query: 'zzzz' })).toBe('[]')
    const [hit] = JSON.parse(await run({ 'MEMORY.md': '- a tapir\n' }, 'memory_search', { query: 'tapir' })) as Record<
      string,
      unknown
    >[]
    expect(Object.keys(hit ?? {})).toEqual([
      'path',
      'start_line',
      'end_line',
      'score',
      'snippet',
      'source',
      'raw_metric',
      'metadata',
    ])
  })
  row('2D3', async () => {
    const said = await run(
      { 'MEMORY.md': Array.from({ length: 9 }, (_, at) => `- fact ${at + 1}`).join('\n') },
      'memory_get',
      { path: 'MEMORY.md', offset: 3, limit: 2 },
    )
    expect(said).toContain('lines 3–4')
    expect(said).not.toContain('fact 5')
  })
  row('2D4', async () => {
    const { memory, pack } = await notes({
      'MEMORY.md':
        '# A\n\nFinally decided to replace MySQL with PostgreSQL for the database\n\n# B\n\nConfigured incremental compilation to avoid full rebuilds\n\n# C\n\nOptimized P99 latency: the performance issue went from 800ms to 200ms\n',
    })
    for (const [query, found] of [
      ['Database choice for the project', 'PostgreSQL'],
      ['How to reduce unnecessary rebuilds', 'incremental'],
      ['Performance issue discussed last time', 'P99'],
    ])
      expect((await memory.search(query ?? '')).hits[0]?.text).toContain(found)
    await pack.close()
  })
  row('2D5', async () => {
    const { memory, pack } = await notes({
      'MEMORY.md': '- handleWebSocketReconnect retries\n\n# Log\n\n- ECONNREFUSED at 5432\n',
    })
    for (const word of ['handleWebSocketReconnect', 'ECONNREFUSED'])
      expect((await memory.search(word)).hits[0]?.text).toContain(word)
    await pack.close()
  })
  row('2D6', async () => {
    for (const word of ['econnrefused', 'ECONNREFUSED', 'Econnrefused'])
      expect(hitRatio(word, 'ECONNREFUSED at 5432')).toBe(1)
  })
  row('2D7', () => expect(hitRatio('database connection timeout', 'the database had a timeout')).toBeCloseTo(0.67, 2))
  row('2D8', () => {
    expect(hitRatio('connection timeout', 'a connection timeout')).toBe(1)
    expect(hitRatio('the connection timeout now', 'the connection timeout')).toBe(0.75)
    expect(hitRatio('a b c d e', 'x a b c d e')).toBe(1)
  })
  row('2D9', async () => {
    const { memory, pack } = await notes({ 'MEMORY.md': '- the database had a timeout\n' })
    expect((await memory.search('database connection timeout')).hits[0]?.score).toBeCloseTo(2 / 3, 3)
    await pack.close()
  })
  row('2D10', async () => {
    expect(remeFusion(1, 0)).toBeCloseTo(0.7)
    expect(remeFusion(0, 1)).toBeCloseTo(0.3)
    const score = async (search: Memory['search']) => {
      const { memory, pack } = await notes(
        { 'MEMORY.md': '- the database had a timeout\n' },
        { embed: embed(), ...(search && { search }) },
      )
      const [hit] = (await memory.search('database')).hits
      await pack.close()
      return [hit?.score ?? 0, (hit?.legs.vector ?? 0) * 0.7 + 0.3]
    }
    const [is, should] = await score({})
    expect(is).toBeCloseTo(should ?? 0, 3)
    expect((await score({ vectorWeight: 0.1 }))[0]).not.toBeCloseTo(is ?? 0, 2)
  })
  row('2D11', () => expect([1, 5, 66, 67, 100].map(remeCandidates)).toEqual([3, 15, 198, 200, 200]))
  row('2D12', () => {
    expect(remeFusion(0.5, undefined)).toBeCloseTo(0.35)
    expect(remeFusion(undefined, 0.5)).toBeCloseTo(0.15)
    expect(remeFusion(0.6, 2 / 3)).toBeCloseTo(0.62)
  })
  row('2D13', () => {
    // The table's own keyword scores (1.0, 0.0, 0.5) are taken: by its formula "disconnection" in the second would count.
    expect(remeFusion(0.85, 1)).toBeCloseTo(0.895, 10)
    expect(remeFusion(0.78, 0)).toBeCloseTo(0.546, 10)
    expect(remeFusion(0.4, 0.5)).toBeCloseTo(0.43, 10)
  })
  row('2D14', async () => {
    const { memory, pack } = await notes({
      'MEMORY.md': Array.from({ length: 8 }, (_, at) => `# T${at}\n\nlemur fact ${'alpha '.repeat(at)}\n`).join('\n'),
    })
    const { hits } = await memory.search('lemur alpha', { limit: 3, minScore: 0.6 })
    expect(hits).toHaveLength(3)
    expect(new Set(hits.map(({ citation }) => citation)).size).toBe(3)
    expect(hits.every(({ score }) => score >= 0.6)).toBe(true)
    await pack.close()
  })
  row('2D15', async () => {
    for (const file of ['../secret.md', '/etc/passwd', 'memory/../../x.md'])
      expect(await run({ 'MEMORY.md': '- x\n' }, 'memory_get', { path: file })).toMatch(/^Error:/)
  })
})

describe('who writes', () => {
  row('1D1', async () => {
    const { memory, pack } = await notes({})
    expect((await memory.remember('The user prefers tabs.')).path).toBe('MEMORY.md')
    await pack.close()
  })
  row('1D2', async () => {
    const { memory, pack } = await notes({})
    expect((await memory.write('Fixed the login bug.', { by: 'user' })).path).toMatch(day)
    await pack.close()
  })
  const compacted = async (...messages: Message[]) => {
    const { drained, pack } = await notes({})
    const session = await pack.session('s')
    for (const message of messages) await session.append(message)
    await session.compact()
    const [done] = await drained()
    await pack.close()
    return done?.lines.join('\n') ?? ''
  }
  const filler = Array.from({ length: 6 }, (_, at) => [
    request(`Part ${at}, please. ${'word '.repeat(60)}`),
    answer(`Part ${at} done. ${'word '.repeat(60)}`),
  ]).flat()
  row('1D3', async () =>
    expect(await compacted(request('I prefer tabs over spaces in every file.'), answer('Noted.'), ...filler)).toContain(
      'tabs over spaces',
    ),
  )
  row('1D4', async () => {
    const failed = step({
      tool: 'run_shell',
      input: { command: 'npm test' },
      output: 'Error: Cannot find module left-pad',
      isError: true,
    })
    const fixed = step({
      tool: 'run_shell',
      input: { command: 'npm install left-pad && npm test' },
      output: 'ok 12 passed',
    })
    expect(
      await compacted(
        request('Make the tests pass.'),
        ...failed,
        ...fixed,
        answer('Installing left-pad fixed it.'),
        ...filler,
      ),
    ).toMatch(/Lesson:.*left-pad/)
  })
  row('1D5', async () => {
    const { pack } = await notes({}, { schedule: true })
    await pack.memory.ready()
    const next = (await pack.memory.status()).nextConsolidation ?? 0
    expect(next).toBeGreaterThan(Date.now())
    expect(next - Date.now()).toBeLessThanOrEqual(25 * 3_600_000)
    await pack.close()
  })
  row('1D6', async () => {
    const { memory, pack } = await notes({
      'memory/2025-01-15.md': '# 2025-01-15\n\n- Preference: tabs over spaces\n- Decision: use JWT for the login\n',
    })
    const result = await memory.consolidate()
    expect([...result.days, result.state]).toEqual(['2025-01-15', expect.any(String)])
    // Lines without a source are not the user's word for certain: merged, or named as left.
    expect(result.edits.length + result.left.length + result.untrusted).toBeGreaterThan(0)
    await pack.close()
  })
  row('1D7', async () => {
    const { drained, pack } = await notes({})
    const session = await pack.session('s')
    for (const message of [request('I prefer tabs over spaces in every file.'), ...filler])
      await session.append(message)
    await session.compact()
    const done = await drained()
    expect(done).toHaveLength(1)
    await pack.close()
  })
  row('2E14', async () => {
    const { drained, pack } = await notes({})
    const session = await pack.session('s')
    for (const message of [request('I prefer tabs over spaces in every file.'), ...filler])
      await session.append(message)
    await session.compact()
    expect((await drained())[0]?.path).toMatch(day)
    await pack.close()
  })
})
