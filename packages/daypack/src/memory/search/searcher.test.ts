import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryIndexStore } from '../index/memory-store.ts'
import type { Searcher, SearcherInit } from '../index/search-api.ts'
import { createSearcher } from './searcher.ts'

const NOW = Date.UTC(2026, 1, 3, 12)
const make = (init: Partial<SearcherInit> = {}): Searcher =>
  createSearcher({ store: memoryIndexStore(), now: () => NOW, ...init })

const LOG = `# Log
- Finally decided to replace MySQL with PostgreSQL
- Configured incremental compilation to avoid full builds
- Optimized P99 latency from 800ms to 200ms
- Fixed login bug today
- Deployed v2.1 to the staging cluster
- Prefers pytest framework
- Lunch with Anna about the office move
- The project kickoff is on Monday
- Discussed the hiring plan with the team
- 决定用 PostgreSQL 替换 MySQL 数据库
- 周五下午三点开周会
`

describe('search', () => {
  it.each([
    ['Database choice for the project', /PostgreSQL/],
    ['How to reduce unnecessary rebuilds', /incremental compilation/],
    ['Performance issue discussed last time', /P99 latency/],
    ['性能问题', /P99 latency/],
    ['数据库选型', /PostgreSQL/],
    ['周会什么时候', /周会/],
  ])('finds by meaning, offline: %s', async (query, expected) => {
    const searcher = make()
    await searcher.index('memory/2026-02-01.md', LOG)
    const { hits, status } = await searcher.search(query, { limit: 3, grow: false })
    expect(hits[0]?.text).toMatch(expected)
    expect(status.legs.find(({ leg }) => leg === 'keyword')?.state).toBe('ran')
  })

  it('finds an identifier by its whole and by its parts', async () => {
    const searcher = make()
    await searcher.index('a.md', '- handleWebSocketReconnect throws ECONNREFUSED\n- the garden needs water\n')
    for (const query of ['handleWebSocketReconnect', 'reconnect', 'web socket', 'ECONNREFUSED']) {
      expect((await searcher.search(query, { grow: false })).hits[0]?.text).toMatch(/ECONNREFUSED/)
    }
  })

  it('gives place, date, heading, citation and legs with each hit', async () => {
    const searcher = make()
    await searcher.index('memory/2026-02-01.md', LOG)
    const { hits } = await searcher.search('login bug', { limit: 1, grow: false })
    expect(hits).toEqual([
      {
        path: 'memory/2026-02-01.md',
        startLine: 5,
        endLine: 5,
        score: expect.any(Number),
        text: '- Fixed login bug today',
        legs: expect.any(Object),
        scope: 'notes',
        heading: 'Log',
        date: '2026-02-01',
        citation: 'memory/2026-02-01.md#L5',
      },
    ])
    expect(hits[0]?.score).toBeGreaterThan(0.5)
    expect(hits[0]?.legs.keyword).toBe(1)
  })

  it('grows hits by short neighbours and merges those that touch, within the budget', async () => {
    const searcher = make()
    await searcher.index('memory/2026-02-01.md', LOG)
    const { hits } = await searcher.search('login bug', { limit: 1 })
    expect(hits[0]).toMatchObject({ startLine: 4, endLine: 6 })
    const small = await searcher.search('login bug PostgreSQL', { limit: 5, maxTokens: 12 })
    expect(small.hits.length).toBe(1)
    expect(small.status.skipped.overBudget).toBeGreaterThan(0)
  })

  it('never answers with nothing without a reason', async () => {
    const searcher = make()
    expect((await searcher.search('anything')).status).toMatchObject({
      abstains: true,
      reason: 'Nothing is indexed here.',
    })
    await searcher.index('memory/2026-02-01.md', LOG)
    for (const [query, options] of [
      ['', {}],
      ['the of and', {}],
      ['zebra crossing quux', {}],
      ['login', { minScore: 1 }],
    ] as const) {
      const { hits, status } = await searcher.search(query, options)
      expect(hits).toEqual([])
      expect(status.abstains).toBe(true)
      expect(status.reason).not.toBe('')
      expect(status.confidence).toBeLessThan(1)
    }
  })

  it('keeps scopes apart', async () => {
    const searcher = make()
    await searcher.index('a.md', 'the blue whale', { scope: 'notes' })
    await searcher.index('a.md', 'the blue heron', { scope: 'dialog' })
    await searcher.index('r.txt', 'the blue lamp', { scope: 'results' })
    expect((await searcher.search('blue')).hits.map(({ text }) => text)).toEqual(['the blue whale'])
    expect((await searcher.search('blue', { scope: 'dialog' })).hits.map(({ text }) => text)).toEqual([
      'the blue heron',
    ])
    expect((await searcher.search('blue', { scope: ['notes', 'dialog', 'results'] })).hits.length).toBe(3)
    expect(await searcher.remove('a.md', 'dialog')).toBe(true)
    expect((await searcher.search('blue', { scope: 'dialog' })).hits).toEqual([])
    expect((await searcher.search('blue')).hits.length).toBe(1)
  })

  it('lifts the window a query names, and the newest for the latest', async () => {
    const searcher = make()
    for (const day of ['2026-01-05', '2026-01-20', '2026-02-02'])
      await searcher.index(`memory/${day}.md`, `- changed the deploy script again`)
    const dates = async (query: string): Promise<(string | undefined)[]> =>
      (await searcher.search(query)).hits.map(({ date }) => date)
    expect((await dates('deploy script on January 20'))[0]).toBe('2026-01-20')
    expect((await dates('deploy script yesterday'))[0]).toBe('2026-02-02')
    expect((await dates('deploy script in 2026-01'))[0]).toBe('2026-01-20')
    expect((await dates('latest deploy script change'))[0]).toBe('2026-02-02')
    expect(await dates('deploy script')).toEqual(['2026-02-02', '2026-01-20', '2026-01-05'])
  })

  it('finds the turn of a dialogue by what stands around it, and by who speaks', async () => {
    const searcher = make()
    const units = [
      ['Anna', 'Where did you go last summer?'],
      ['Ben', 'We took the night train to Lisbon.'],
      ['Anna', 'How long did you stay?'],
      ['Ben', 'Two weeks, in a small flat.'],
      ['Anna', 'My sister bought a bakery.'],
      ['Ben', 'That sounds like hard work.'],
    ].map(([speaker, text], index) => ({
      startLine: index + 1,
      endLine: index + 1,
      heading: '',
      text: `${speaker}: ${text}`,
      speaker: speaker as string,
      at: Date.UTC(2026, 0, 5),
    }))
    await searcher.index('dialog/2026-01-05.jsonl', '', { scope: 'dialog', units })
    const { hits } = await searcher.search('How long did Ben stay in Lisbon?', {
      scope: 'dialog',
      limit: 3,
      grow: false,
    })
    expect(hits.map(({ startLine }) => startLine)).toContain(4)
    expect(hits[0]?.date).toBe('2026-01-05')
  })

  it('answers any query without throwing, within limits', async () => {
    const searcher = make()
    await searcher.index('memory/2026-02-01.md', LOG)
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.integer({ min: 1, max: 20 }),
        async (query, limit) => {
          const { hits, status } = await searcher.search(query, { limit })
          expect(hits.length).toBeLessThanOrEqual(limit)
          expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a))
          for (const { score } of hits) expect(score >= 0 && score <= 1).toBe(true)
          if (hits.length === 0) expect(status.reason).not.toBe('')
        },
      ),
    )
  })
})

it('F-56: words of the user stand for each other', async () => {
  const notes =
    '- the heating in warehouse 3 is broken\n- the heating in the office is fine\n- herons nest at the pond\n'
  const options = {
    aliases: [
      ['barn', 'warehouse 3'],
      ['Projekt Adler', '鹰计划', 'herons'],
    ],
  }
  for (const [query, found, how] of [
    ['barn', /warehouse 3/, options],
    ['鹰计划', /herons/, options],
    ['Projekt Adler', /herons/, options],
    ['barn', undefined, {}],
  ] as const) {
    const searcher = createSearcher({ store: memoryIndexStore(), now: () => 0, options: how })
    await searcher.index('a.md', notes)
    const { hits } = await searcher.search(query, { limit: 1, grow: false })
    if (found === undefined) expect(hits).toEqual([])
    else expect(hits[0]?.text).toMatch(found)
    await searcher.close()
  }
})

it('who reviews PRs is answered by the note that says whom to ask for review', async () => {
  const searcher = createSearcher({ store: memoryIndexStore(), now: () => 0 })
  await searcher.index(
    'MEMORY.md',
    '- Ask Priya for review of anything in billing\n- PRINCE2 is what the PMO wants\n- Who is on call is in the wiki\n- 代码评审找阿杰\n',
  )
  for (const query of ['who reviews PRs', 'who should I send the pull request to'])
    expect((await searcher.search(query, { limit: 1, grow: false })).hits[0]?.text).toMatch(/Priya/)
  expect((await searcher.search('谁负责审查代码', { limit: 1, grow: false })).hits[0]?.text).toMatch(/阿杰/)
})
