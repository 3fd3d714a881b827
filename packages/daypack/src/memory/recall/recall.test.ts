import { expect, onTestFinished, test } from 'vitest'
import { memoryDriver } from '../../drivers/memory/index.ts'
import { createMemory } from '../memory.ts'

const NOTES = `# Memory

## Facts
- Our billing database is PostgreSQL
- The staging server is called heron
- The office plant is a ficus
- ~~We host the forum at Linode~~ (until 2026-11-01)
- We host the forum at Hetzner

## Preferences
- I prefer pnpm over npm
`

async function recalled(said: string, options = {}) {
  const now = (): number => Date.UTC(2026, 10, 16, 9)
  const driver = memoryDriver({ now, zone: 'UTC' })
  await driver.notes.write('MEMORY.md', NOTES, { expect: undefined })
  await driver.notes.write(
    'memory/2026-11-15.md',
    '- Fact: Our billing database is PostgreSQL <!-- @user s1#4 -->\n- Fact: billing runs on port 7 <!-- @tool s1#5 -->\n',
    { expect: undefined },
  )
  const memory = createMemory({ driver, now, schedule: false })
  onTestFinished(() => memory.close())
  const { message, hits, why } = await memory.recall(said, [], options)
  const text = message?.blocks[0]?.type === 'text' ? message.blocks[0].text : ''
  return { role: message?.role, text, why, lines: text.split('\n').filter((line) => line.startsWith('| ')), hits }
}

test('notes about what was asked, not their neighbours, each statement once, with who said it', async () => {
  const { role, lines, text } = await recalled('Which database do we use for billing?')
  expect(role).toBe('user')
  expect(lines.filter((line) => line.includes('billing database is PostgreSQL'))).toHaveLength(1)
  expect(lines.some((line) => /pnpm|ficus|# Memory/.test(line))).toBe(false)
  if (lines.some((line) => line.includes('port 7')))
    expect(text).toMatch(/memory\/2026-11-15\.md#L2 \(2026-11-15, from tool\)/)
})

test.each([
  ['hello there', undefined],
  ['', 'the message has no words'],
  ['write a poem about the sea', undefined],
])('nothing for %j, and why', async (said, why) => {
  const result = await recalled(said)
  expect(result.role).toBeUndefined()
  expect(result.why).not.toBe('')
  if (why !== undefined) expect(result.why).toBe(why)
})

test('the whole message keeps to its tokens', async () => {
  const { role, why } = await recalled('Which database do we use for billing?', { maxTokens: 20 })
  expect(role).toBeUndefined()
  expect(why).toContain('20 tokens')
  const { hits } = await recalled('Which database do we use for billing?', { limit: 1 })
  expect(hits).toHaveLength(1)
})

test('a line of the page comes with the day it was said last', async () => {
  const now = (): number => Date.UTC(2026, 10, 16, 9)
  const driver = memoryDriver({ now, zone: 'UTC' })
  const page =
    '# Memory\n\n## Facts\n- The release is on March 9. <!-- @user memory/2026-02-10.md#L4 -->\n- We ship the release on March 16 then. <!-- @user memory/2026-02-12.md#L4,memory/2026-02-17.md#L5 -->\n'
  await driver.notes.write('MEMORY.md', page, { expect: undefined })
  const memory = createMemory({ driver, now, schedule: false })
  onTestFinished(() => memory.close())
  const { message } = await memory.recall('When is the release?')
  const text = message?.blocks[0]?.type === 'text' ? message.blocks[0].text : ''
  expect(text).toContain('(2026-02-17, from user)\n| - We ship the release on March 16 then.')
  expect(text).toContain('(2026-02-10, from user)\n| - The release is on March 9.')
  const search = memory.tools().find(({ name }) => name === 'memory_search')
  const { hits } = JSON.parse(String(await search?.run({ query: 'release' })))
  expect(hits[0]).toMatchObject({ date: '2026-02-17', line_dates: { 4: '2026-02-10', 5: '2026-02-17' } })
})

test('what was struck out is not recalled', async () => {
  const { lines } = await recalled('Where do we host the forum?')
  expect(lines).toEqual(['| - We host the forum at Hetzner'])
})

const PEOPLE: readonly (readonly [note: string, whom: string, asked: readonly string[], reviews: readonly string[]])[] =
  [
    [
      "- Fact: I'm Dana, backend lead at Northwind.",
      '- Ask Priya for reviews of anything in billing/.',
      ['Who am I?', 'who is the user?', "what's my name", 'What do you know about me?', 'What is my job?'],
      ['who reviews PRs', 'Who reviews pull requests?', 'Whom do I ask for a review?'],
    ],
    [
      '- 事实：我叫林芳，在深圳开了家奶茶店。',
      '- 代码评审找王磊。',
      ['我是谁', '我叫什么名字？', '你知道我的什么？', '关于我你知道多少'],
      ['谁做代码评审？'],
    ],
    [
      '- Soy Marta, arquitecta, y trabajo por mi cuenta.',
      '- Las revisiones de código las hace Nuria.',
      ['¿quién soy?', '¿Cómo me llamo?', '¿Qué sabes de mí?'],
      ['¿Quién hace las revisiones?'],
    ],
    [
      '- Ich bin Jonas und mache die Kasse.',
      '- Ansprechpartnerin für Reviews ist Frau Yilmaz.',
      ['wer bin ich', 'Wie heiße ich?', 'Was weißt du über mich?'],
      ['Wer macht Reviews?'],
    ],
    [
      '- 広告代理店でデザイナーをしている森田と申します。',
      '- レビューは鈴木さんに頼んでください。',
      ['私は誰', '私の名前は？', '私について何を知っていますか'],
      ['レビューは誰に頼む？'],
    ],
  ]

test.each(PEOPLE)(
  'issue 16: asked who the user is, or who reviews, %j is recalled',
  async (self, whom, asked, reviews) => {
    const now = (): number => Date.UTC(2026, 10, 16, 9)
    const driver = memoryDriver({ now, zone: 'UTC' })
    const others =
      '- Backups run at 2 am\n- The review of security is on May 4\n- 周会每周一开\n- Der Server heißt reiher\n- 定休日は水曜日'
    await driver.notes.write('MEMORY.md', `# Memory\n\n${others}\n${self}\n${whom}\n`, { expect: undefined })
    const memory = createMemory({ driver, now, schedule: false })
    onTestFinished(() => memory.close())
    for (const [wanted, questions] of [[self, asked] as const, [whom, reviews] as const])
      for (const question of questions) {
        const { hits } = await memory.recall(question, [], { maxTokens: 300 })
        expect([question, hits[0]?.text]).toEqual([question, wanted])
      }
    const { hits: none } = await memory.recall('What is the capital of Mongolia?', [])
    expect(none).toEqual([])
  },
)

test.each([
  ['华东那边现在是谁在管？', '- 刘洋调走了，华东区现在是孙磊'],
  ['¿Quién autoriza los despliegues?', '- los despliegues los aprueba Iker'],
  ['Wer ist eigentlich meine Vorgesetzte?', '- Frau Sommer hat gekündigt, meine Chefin ist Frau Ritter.'],
])('issue 16: %s is answered though half of its words stand nowhere', async (question, note) => {
  const now = (): number => Date.UTC(2026, 10, 16, 9)
  const driver = memoryDriver({ now, zone: 'UTC' })
  const others = Array.from({ length: 40 }, (_, nth) => `- ${['Ticket', 'ficha', '事项', 'Notiz'][nth % 4]} ${nth}`)
  await driver.notes.write('MEMORY.md', `# Memory\n\n${others.join('\n')}\n${note}\n`, { expect: undefined })
  const memory = createMemory({ driver, now, schedule: false })
  onTestFinished(() => memory.close())
  const { hits } = await memory.recall(question, [], { maxTokens: 300 })
  expect(hits[0]?.text).toBe(note)
})

async function recalledFrom(lines: readonly string[], question: string, aliases: readonly (readonly string[])[] = []) {
  const now = (): number => Date.UTC(2026, 10, 16, 9)
  const driver = memoryDriver({ now, zone: 'UTC' })
  const others = Array.from({ length: 40 }, (_, nth) => `- ${['Ticket', 'ficha', '事项', 'Notiz'][nth % 4]} ${nth}`)
  await driver.notes.write('MEMORY.md', `# Memory\n\n${[...others, ...lines].join('\n')}\n`, { expect: undefined })
  const memory = createMemory({ driver, now, schedule: false, search: { aliases } })
  onTestFinished(() => memory.close())
  const { hits } = await memory.recall(question, [], { maxTokens: 300 })
  return hits.map(({ text }) => text)
}

test.each([
  ['Where are the nightly jobs kept on the production machine?', '- Yes please, but keep it short.'],
  ['Welches Haustier haben wir?', '- Wir haben uns für Nextcloud entschieden.'],
  ['每周的总结什么时候交上去？', '- 我们每周六要上钢琴课，那天别安排'],
])('issue 16: for %s nothing is better than a note that shares one word', async (question, note) => {
  expect(await recalledFrom([note], question)).toEqual([])
})

test('issue 16: a line that only asks is no answer', async () => {
  const lines = ['- Which flour do we use for the bread?', '- We use spelt flour for the bread.']
  expect(await recalledFrom(lines, 'Which flour do we use for the bread?')).toEqual([lines[1]])
})

test('issue 16: a note in words that the user gave as others for the question is recalled', async () => {
  const lines = ['- The barn closes at 6 pm.']
  expect(await recalledFrom(lines, 'When does warehouse 77 close?', [['the barn', 'warehouse 77']])).toEqual(lines)
})
