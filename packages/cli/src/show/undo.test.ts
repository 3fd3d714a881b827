import { createDaypack } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { expect, test } from 'vitest'
import { undoBatch } from './explain.ts'

const commands = { undo: (batch: number) => `undo ${batch}`, list: 'explain' }

test('an undo says what it did and how to redo it, even where newer folds hide the batch', async () => {
  const pack = await createDaypack({ driver: memoryDriver(), window: 64_000 })
  const session = await pack.session('talk')
  for (let epoch = 0; epoch < 2; epoch++) {
    for (let turn = 0; turn < 30; turn++) {
      const text = `Part ${turn}: ${'some words '.repeat(80)}`
      await session.append({ role: 'user', blocks: [{ type: 'text', text }] })
      await session.append({ role: 'assistant', blocks: [{ type: 'text', text: `Done. ${text}` }] })
    }
    await session.compact()
  }
  const { epochs } = await session.explain()
  const first = epochs[0]?.batches[0]?.seq ?? 0
  expect(epochs).toHaveLength(2)

  const hidden = await undoBatch(session, first, commands)
  const undo = session.view.batches.at(-1)?.seq
  expect(hidden.lines).toEqual([
    expect.stringContaining(`Undone batch ${first}: what is shown stays the same`),
    `To redo it: undo ${undo}`,
  ])
  expect((await undoBatch(session, first, commands)).lines).toEqual([
    `Batch ${first} was undone before.`,
    `To redo it: undo ${undo}`,
  ])

  const folded = session.view.size.tokens
  const newest = await undoBatch(session, undefined, commands)
  expect(newest.lines[0]).toMatch(/^Undone: \d+ → \d+ tokens/)
  expect(session.view.size.tokens).toBeGreaterThan(folded)
  await undoBatch(session, Number(newest.lines[1]?.split(' ').at(-1)), commands)
  expect(session.view.size.tokens).toBe(folded)

  await expect(undoBatch(session, 9_999, commands)).rejects.toThrow('There is no batch 9999; explain lists them.')
  await pack.close()
})
