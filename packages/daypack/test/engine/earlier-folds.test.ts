import { expect, test } from 'vitest'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import type { Message } from '../../src/model/message.ts'
import type { Pass } from '../../src/passes/pass.ts'
import { project } from '../../src/view/project.ts'
import { assistant, plain, user } from './say.ts'
import { folding, long, policy, send, talk } from './session-support.ts'
import { world } from './world.ts'

/** Three epochs, each fold over the one before: what a session keeps of the first two is in its log. */
async function threeEpochs() {
  let made = 0
  const numbered: Pass = {
    ...folding(),
    async propose(view, ctx) {
      const { why, edits } = await folding().propose(view, ctx)
      const text = `in short ${++made}`
      return { why, edits: edits.map((edit) => (edit.op === 'fold' ? { ...edit, summary: { text } } : edit)) }
    },
  }
  const driver = memoryDriver({ zone: 'UTC' })
  const here = await world({ driver, window: 3_000, tuning: { passes: [numbered], policy } })
  const history: Message[] = []
  for (let epoch = 0; epoch < 3; epoch++) {
    history.push(...talk(8), user(`now ${epoch}`))
    await send(here.session, history)
    await here.session.record(plain, { message: assistant('done') })
    history.push(assistant('done'))
  }
  const texts = () =>
    here.session.view.batches.flatMap(({ edits }) => edits.map((edit) => edit.op === 'fold' && edit.summary.text))
  return { ...here, entries: async () => (await driver.log.read('one')).entries, driver, history, texts }
}

test('G-88: of the hand-overs of a long session only the one in view is kept in memory', async () => {
  const { texts, session } = await threeEpochs()
  expect(texts()).toEqual(['', '', 'in short 3'])
  expect(session.view.items[0]).toMatchObject({ kind: 'fold', summary: { text: 'in short 3' } })
})

test('undo shows the fold before, with its words, and then the one before that', async () => {
  const { session, entries } = await threeEpochs()
  for (const text of ['in short 2', 'in short 1']) {
    await session.undo()
    expect(session.view.items[0]).toMatchObject({ kind: 'fold', summary: { text } })
  }
  await session.undo()
  expect(session.view.items.every((item) => item.kind === 'message')).toBe(true)
  expect(session.view.items).toEqual(project(await entries()).items)
})

test('a caller that rewinds behind the newest fold is shown the one that holds there', async () => {
  const { session, history, entries } = await threeEpochs()
  const problems: unknown[] = []
  session.on('problem', (problem) => problems.push(problem))
  const rewound = [...history.slice(0, 36), user('another way')]
  const { request, problem } = await send(session, rewound)
  expect([problem, problems]).toEqual([undefined, []])
  expect(request.messages[0]).toMatchObject({ blocks: [{ text: 'in short 2' }] })
  expect(session.view.items).toEqual(project(await entries()).items)
})

test('the log cannot be written or read: a rewound request goes out as it came', async () => {
  const { session, history, driver } = await threeEpochs()
  const broken = () => Promise.reject(new Error('the disk is gone'))
  Object.assign(driver.log, { append: broken, read: broken })
  const rewound = [...history.slice(0, 36), user('another way')]
  const { request, problem } = await send(session, rewound)
  expect(problem).toBeInstanceOf(Error)
  expect(request.messages).toEqual(rewound)
})

test('a message changed in place brings back what the fold over it told, and the words changed', async () => {
  const { session, history, entries } = await threeEpochs()
  const changed = history.with(20, user(long(77)))
  await send(session, [...changed, user('go on')])
  expect(session.view.items).toEqual(project(await entries()).items)
  expect(JSON.stringify(session.view.slots)).toContain(long(77))
})

test('a side request that goes back behind the newest fold gets the fold that holds there', async () => {
  const { session, history } = await threeEpochs()
  const asked = { messages: [...history.with(20, user(long(77))), user('a title for this?')] }
  const { messages } = await session.aside(plain, asked)
  expect(messages.length).toBeLessThan(asked.messages.length)
  expect(messages.at(-1)).toMatchObject(user('a title for this?'))
})
