import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDaypack, type Daypack } from '../../src/index.ts'
import { anthropic } from '../../src/codecs/anthropic/index.ts'
import { byBytes } from '../../src/tokens/count.ts'
import { temporary } from '../temporary.ts'

const dir = temporary()
let places = 0

async function pack(): Promise<Daypack> {
  const made = await createDaypack({
    dir: join(dir, `user-${++places}`),
    window: 20_000,
    retention: false,
    memory: { schedule: false, recall: true, tuning: { watch: false } },
    tuning: { counter: byBytes(4) },
  })
  onTestFinished(() => made.close())
  return made
}
const request = (text: string) => ({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: text }] })

test("I-63: what one user's notes say is never found in another's folder, whatever is asked", async () => {
  const [ada, bob] = [await pack(), await pack()]
  await ada.memory.remember('The vault code of Ada is 7741.')
  await bob.memory.remember('Bob likes tea.')
  for (const query of ['vault code Ada 7741', 'Ada', '*', '" OR 1=1 --', 'code'])
    for (const scope of ['notes', 'dialog'] as const) {
      const { hits } = await bob.memory.search(query, { scope, minScore: 0, limit: 50 })
      expect(JSON.stringify(hits)).not.toContain('7741')
    }
  expect(JSON.stringify((await ada.memory.search('vault code')).hits)).toContain('7741')
})

test('I-64: the same session id and the very same request object, for two users in one process, share no answer', async () => {
  const [ada, bob] = [await pack(), await pack()]
  await ada.memory.remember('The vault code of Ada is 7741.')
  await bob.memory.remember('The vault code of Bob is 1180.')
  const asked = request('What is the vault code?')
  const sent: string[] = []
  for (const user of [ada, bob, ada, bob]) {
    const session = await user.session('same')
    sent.push(JSON.stringify((await session.prepare(anthropic, asked as never)).request))
  }
  for (const [at, text] of sent.entries())
    expect([text.includes('7741'), text.includes('1180')]).toEqual([at % 2 === 0, at % 2 === 1])
})

test('I-65: names that are SQL stay names: sessions, paths, queries and scopes', async () => {
  const user = await pack()
  await user.memory.remember('Herons land at dawn.')
  const odd = [
    `'; DROP TABLE units; --`,
    `x" UNION SELECT * FROM sqlite_master --`,
    'notes) OR (1=1',
    '\u0000',
    '%',
    '_',
  ]
  for (const name of odd) {
    const session = await user.session(name === '\u0000' ? 'nul' : name)
    await session.prepare(anthropic, request(name === '\u0000' ? 'nul' : name) as never)
    await user.memory.search(name, { minScore: 0 })
    const foreign = await user.memory.search('herons', { scope: name as never }).then(
      ({ hits }) => hits.length,
      (error: unknown) => String(error),
    )
    expect([name, foreign]).toEqual([name, typeof foreign === 'number' ? 0 : expect.stringContaining('DaypackError')])
  }
  expect((await user.memory.search('herons dawn')).hits).toHaveLength(1)
})
