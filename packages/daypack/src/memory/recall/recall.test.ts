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

test('what was struck out is not recalled', async () => {
  const { lines } = await recalled('Where do we host the forum?')
  expect(lines).toEqual(['| - We host the forum at Hetzner'])
})
