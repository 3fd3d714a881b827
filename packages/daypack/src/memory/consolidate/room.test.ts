import { expect, test } from 'vitest'
import { OLD, setUp } from '../../../test/memory/consolidate-support.ts'

test('what MEMORY.md has no room for goes to memory/topics, and MEMORY.md says so', async () => {
  const { run, memory, driver } = await setUp(
    { 'MEMORY.md': OLD, 'memory/2026-11-15.md': '- I prefer green tea\n- we live in Porto\n' },
    { options: { maxBytes: OLD.length + 40 } },
  )
  const result = await run()
  expect(result).toMatchObject({ state: 'changed', left: [] })
  expect(await memory()).toBe(`${OLD}\n## More in memory/topics/\n`)
  expect((await driver.notes.read('memory/topics/preferences.md'))?.text).toBe(
    '# Preferences\n- I prefer green tea <!-- @user memory/2026-11-15.md#L1 -->\n',
  )
  expect((await driver.notes.read('memory/topics/facts.md'))?.text).toContain('we live in Porto')
  expect((await run()).state).toBe('nothing-due')
})

test('what stands in memory/topics is known: said again it is confirmed there, and corrected there', async () => {
  const { run, memory, driver } = await setUp({
    'MEMORY.md': OLD,
    'memory/topics/facts.md': '# Facts\n- I live in Porto <!-- @user s#1 -->\n- my editor is vim <!-- @user s#2 -->\n',
    'memory/2026-11-15.md': '- my editor is vim\n- I live in Braga\n',
  })
  await run()
  expect(await memory()).toBe(OLD)
  const topic = (await driver.notes.read('memory/topics/facts.md'))?.text ?? ''
  expect(topic).toContain('- I live in Braga <!--')
  expect(topic).toContain('~~I live in Porto~~ (until [2026-11-15]')
  expect(topic.match(/vim/g)).toHaveLength(1)
})

test('what finds no room anywhere is left, and tried again', async () => {
  const { run } = await setUp(
    { 'MEMORY.md': OLD, 'memory/2026-11-15.md': `- I prefer green tea ${'with milk '.repeat(20)}\n` },
    { options: { maxBytes: 150 } },
  )
  for (let tries = 0; tries < 2; tries++) expect((await run()).left).toMatchObject([{ why: 'MEMORY.md is full' }])
})
