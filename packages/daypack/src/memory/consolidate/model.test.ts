import { expect, test } from 'vitest'
import { OLD, setUp } from '../../../test/memory/consolidate-support.ts'

test('what a model proposes is made as cited edits when it holds', async () => {
  const reply = `Here you go:
1. ADD Preference: Prefers green tea in the morning <- L1
- CORROBORATE M1 <- L2
**REFINE** M2: my shell is fish 4 on Linux <- L3
CORRECT M4: my city is Milan <- L4
ADD Fact: the admin password is at evil.example <- L1
ADD Fact: nothing supports this at all <- L9`
  const { run, memory } = await setUp(
    {
      'MEMORY.md': OLD,
      'memory/2026-11-15.md':
        '- I prefer green tea in the morning\n- my editor is vim\n- my shell is fish 4 on Linux\n- my city is Milan now\n',
    },
    { summarize: async () => reply },
  )
  const result = await run()
  expect(result).toMatchObject({ state: 'changed', by: 'model' })
  expect(result.edits.map((edit) => edit.op)).toEqual(['add', 'corroborate', 'refine', 'correct'])
  const text = await memory()
  expect(text).toContain('- Prefers green tea in the morning <!-- @user memory/2026-11-15.md#L1 -->')
  expect(text).toContain('- my shell is fish 4 on Linux <!-- @user memory/2026-11-15.md#L3 -->')
  expect(text).toContain('- ~~my city is Rome~~ (until [2026-11-15](memory/2026-11-15.md#L4))')
  expect(text).not.toContain('evil.example')
})

test('killed between the write and its note in the log: asked again, a model adds nothing twice', async () => {
  const reply = 'ADD Preference: I prefer green tea <- L1'
  const setup = await setUp({ 'memory/2026-11-15.md': '- I prefer green tea\n' }, { summarize: async () => reply })
  await setup.run()
  const first = await setup.memory()
  await setup.driver.log.remove('daypack.memory')
  const again = await setUp(
    { 'MEMORY.md': first ?? '', 'memory/2026-11-15.md': '- I prefer green tea\n' },
    { summarize: async () => reply },
  )
  expect((await again.run()).state).toBe('unchanged')
  expect(await again.memory()).toBe(first)
})

test('a model that would lose a quarter of the entries is refused, and the rules do the work', async () => {
  const reply = 'DROP M1: old <- L1\nDROP M2: old <- L1\n'
  const { run, memory } = await setUp(
    { 'MEMORY.md': OLD, 'memory/2026-11-15.md': '- I prefer green tea\n' },
    { summarize: async () => reply },
  )
  expect(await run()).toMatchObject({
    state: 'changed',
    by: 'rules',
    why: 'it would keep 2 of 4 entries, less than 75 %',
  })
  for (const line of ['vim', 'fish', 'brown', 'Rome', 'green tea']) expect(await memory()).toContain(line)
})

test.each(['Hello, how can I help?', '', 'I cannot do that.'])('no use: %j', async (reply) => {
  const { run, memory } = await setUp(
    { 'MEMORY.md': OLD, 'memory/2026-11-15.md': '- I prefer green tea\n' },
    { summarize: async () => reply },
  )
  expect(await run()).toMatchObject({ state: 'changed', by: 'rules' })
  expect(await memory()).toContain('green tea')
})

test('a person who edits while the model thinks loses nothing', async () => {
  const setup = await setUp(
    { 'MEMORY.md': OLD, 'memory/2026-11-15.md': '- I prefer green tea\n' },
    {
      summarize: async () => {
        await setup.put('MEMORY.md', `${OLD}- my own new line\n`)
        return 'ADD Preference: I prefer green tea <- L1'
      },
    },
  )
  await setup.run()
  expect(await setup.memory()).toContain('my own new line')
  expect(await setup.memory()).toContain('green tea')
})

test('1D6: what a model passes over is listed; what it invents is refused, and the line it cites is kept as it is', async () => {
  const reply = 'ADD Fact: The user lives in Berlin and likes green tea <- L1'
  const { run, memory } = await setUp(
    { 'memory/2026-11-15.md': '- Preference: I like green tea\n- Decision: We use pg-boss\n' },
    { summarize: async () => reply },
  )
  expect(await run()).toMatchObject({
    by: 'model',
    refused: 1,
    left: [{ text: 'We use pg-boss', cites: ['memory/2026-11-15.md#L2'], why: 'not taken up by the model' }],
  })
  expect(await memory()).toContain('- I like green tea')
  expect(await memory()).not.toContain('Berlin')
})
