import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryIndexStore } from '../index/memory-store.ts'
import type { Hit, Searcher } from '../index/search-api.ts'
import { createSearcher } from './searcher.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../../../fixtures/dialogues')
const QUESTIONS = JSON.parse(readFileSync(path.join(FOLDER, 'questions.json'), 'utf8')) as Record<
  string,
  { question: string; answers: string[] }[]
>
const make = (): Searcher => createSearcher({ store: memoryIndexStore(), now: () => Date.UTC(2025, 6, 1) })

/** All dialogues in one index, and how many of a question's answers the hits hold. */
async function allDialogues(): Promise<Searcher> {
  const searcher = make()
  for (const name of Object.keys(QUESTIONS))
    for (const file of readdirSync(path.join(FOLDER, name)))
      await searcher.index(`memory/${name}/${file}`, readFileSync(path.join(FOLDER, name, file), 'utf8'))
  return searcher
}

const share = (hits: readonly Hit[], answers: readonly string[]): number =>
  answers.filter((answer) => hits.some(({ text }) => text.includes(answer))).length / answers.length

describe('invented dialogues over several sessions, in six layouts', () => {
  it('have their answers found, most of them first', async () => {
    const searcher = await allDialogues()
    const all = Object.values(QUESTIONS).flat()
    let [first, five, shown] = [0, 0, 0]
    for (const { question, answers } of all) {
      const units = (await searcher.search(question, { limit: 10, grow: false })).hits
      const grown = (await searcher.search(question, { limit: 10 })).hits
      if (share(units.slice(0, 1), answers) > 0) first++
      five += share(units.slice(0, 5), answers)
      shown += share(grown, answers)
      expect(share(grown, answers), question).toBeGreaterThanOrEqual(share(units, answers))
    }
    expect(first / all.length).toBeGreaterThan(0.7)
    expect(five / all.length).toBeGreaterThan(0.85)
    expect(shown / all.length).toBeGreaterThan(0.93)
  })
})

const TALK = `# 2025-01-05

- user: Do you know good ways to make my evenings calm?
- assistant: Three things help: a walk after dinner, herbal tea, and no screens after nine.
- user: Thank you, I'll try them.
- user: I bought a green lamp for my desk, which calms me in the evenings.
- assistant: Lovely!
`

describe('turns', () => {
  it.each([
    ['What ways to calm evenings did you recommend to me?', /herbal tea/],
    ['What did I buy that calms me in the evenings?', /green lamp/],
    ['What was your advice for good evenings?', /herbal tea/],
    ['Do you remember what I bought for calm evenings?', /green lamp/],
  ])('are those of the side that is asked about: %s', async (question, expected) => {
    const searcher = make()
    await searcher.index('memory/2025-01-05.md', TALK)
    expect((await searcher.search(question, { limit: 1, grow: false })).hits[0]?.text).toMatch(expected)
  })

  it('that only thank or wonder do not stand before what they speak of', async () => {
    const searcher = make()
    const lines = [
      'Ines: The heron nest is on the third pole of the old pier',
      'Paul: Wow!',
      'Ines: Yes.',
      'Paul: Thanks!',
    ]
    await searcher.index('memory/2025-02-01.md', lines.map((line) => `- ${line}`).join('\n'))
    const { hits } = await searcher.search('Where is the heron nest on the pier?', { limit: 4, grow: false })
    expect(hits[0]?.startLine).toBe(1)
  })

  it('are those of the one who acts where two are named', async () => {
    const searcher = make()
    await searcher.index(
      'memory/2025-02-01.md',
      '- Ines: A kite is nice\n- Paul: A kite is good\n- Ines: Yes\n- Paul: Yes\n',
    )
    const first = async (query: string): Promise<string | undefined> =>
      (await searcher.search(query, { limit: 1, grow: false })).hits[0]?.text
    expect(await first('Which kite did Paul recommend to Ines?')).toMatch(/Paul/)
    expect(await first('Which kite did Ines recommend to Paul?')).toMatch(/Ines/)
  })

  it('of the day a query names are found without a word of it', async () => {
    const searcher = make()
    await searcher.index('memory/2025-04-28.md', '- Ana: The topic of the exam is hard\n- Bo: Yes\n- Ana: True\n')
    await searcher.index('memory/2025-04-29.md', '- Ana: I painted the kitchen yellow\n- Bo: Nice\n- Ana: It is\n')
    for (const question of ['What topic was there on April 29th?', '4月29日聊了什么？', 'topic of 2025-04-29']) {
      const { hits } = await searcher.search(question, { limit: 3, grow: false })
      expect(
        hits.some(({ text }) => text.includes('kitchen')),
        question,
      ).toBe(true)
    }
  })
})

describe('headings with nothing under them', () => {
  it('are hardly hits by themselves', async () => {
    const searcher = make()
    await searcher.index('MEMORY.md', '# Memory\n\n# People\n\n- Anna prefers tea to coffee\n\n## Coffee\n')
    const { hits } = await searcher.search('does Anna like coffee', { limit: 5, grow: false })
    expect(hits[0]?.text).toBe('- Anna prefers tea to coffee')
    expect(hits.map(({ text }) => text)).not.toContain('# Memory')
    expect((await searcher.search('memory', { limit: 5, grow: false })).hits[0]?.text).toBe('# Memory')
  })
})

describe('places that merging leaves free', () => {
  it('go to the next units', async () => {
    const searcher = make()
    const filler = (nth: number): string => `- the tide table of week ${nth} hangs beside the door of the boat house`
    const near = ['- the lighthouse keeper plays chess', filler(1), '- the lighthouse stairs were painted', filler(2)]
    await searcher.index('memory/a.md', near.join('\n'))
    await searcher.index('memory/b.md', `- a lighthouse ticket costs four coins\n${filler(3)}\n`)
    const { hits } = await searcher.search('lighthouse', { limit: 2 })
    expect(hits.map(({ path: file }) => file)).toEqual(['memory/a.md', 'memory/b.md'])
  })
})
