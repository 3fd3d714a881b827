import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { hitRatio, remeCandidates, remeFusion } from '../../src/memory/search/reme.ts'
import { letterEmbeddings, notesFolders, type Memory } from './memory-support.ts'
import { row } from './support.ts'

const { embed } = letterEmbeddings()
const { notes } = notesFolders()

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
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a))
    const all = (await memory.search('lemur alpha', { limit: 8 })).hits
    const strong = (await memory.search('lemur alpha', { limit: 8, minScore: all[0]?.score ?? 0 })).hits
    expect(strong.length).toBeGreaterThan(0)
    expect(strong.length).toBeLessThan(all.length)
    await pack.close()
  })
  row('2D15', async () => {
    const name = 'outside-of-the-workspace.md'
    const files = { 'memory/a.md': '- x\n', [`../${name}`]: '- a secret\n' }
    for (const file of [`../${name}`, `memory/../../${name}`]) {
      const said = await run(files, 'memory_get', { path: file })
      expect(said).toMatch(/^Error: "[^"]+" is not a note/)
      expect(said).not.toContain('a secret')
    }
    rmSync(path.join(tmpdir(), name), { force: true })
  })
})
