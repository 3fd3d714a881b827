import { expect, it } from 'vitest'
import { openDesk, step } from '../../../daypack-testing/src/desk.ts'
import type { Crop } from '../model/edit.ts'
import { keptBytes, originalOf, shownBytes } from './crop.ts'
import type { PassContext } from './pass.ts'
import { allResults } from './results.ts'

async function original(output: string, inlineMaxBytes: number, changes: Partial<PassContext> = {}) {
  const desk = openDesk({ inlineMaxBytes })
  await desk.say(...step({ tool: 'fetch', output }))
  const [result] = allResults(desk.view)
  if (!result) throw new Error('no result')
  return originalOf(result.shown, result.block.content, desk.context(changes))
}
const text = 'ä1\nä2\nä3'

it.each([
  ['in the log', 1_000_000],
  ['stored', 1],
])('what is %s is known by its bytes, lines and characters, and read in parts', async (_, inline) => {
  const found = await original(text, inline)
  expect([found.bytes, found.lines, await found.chars()]).toEqual([11, 3, 8])
  expect((await found.range(4, 8)).toString()).toBe('ä2\n')
  expect([(await found.range(8, 99)).toString(), (await found.range(50, 99)).length]).toEqual(['ä3', 0])
})

it('a reader that decodes on the way shifts every byte: then the whole text is read', async () => {
  const slice = (_: unknown, from: number, to: number) => Buffer.from(Buffer.from(text).subarray(from, to).toString())
  const found = await original(text, 1, { slice })
  expect((await found.range(1, 7)).equals(Buffer.from(text).subarray(1, 7))).toBe(true)
})

it('what is shown of a result: what is kept, what stands between, and the note', async () => {
  const desk = openDesk()
  await desk.say(...step({ tool: 'fetch', output: 'x'.repeat(100) }))
  const [result] = allResults(desk.view)
  if (!result) throw new Error('no result')
  const { shown, block } = result
  expect([keptBytes(shown, block.content), shownBytes(shown, block.content)]).toEqual([100, 100])
  const keep = [
    { from: 0, to: 10 },
    { from: 20, to: 25 },
    { from: 30, to: 31 },
  ]
  const crop: Crop = { op: 'crop', block: '2.0', keep, note: { text: 'né', between: '|', further: '::' } }
  const cut = { ...shown, crop }
  expect([keptBytes(cut, block.content), shownBytes(cut, block.content)]).toEqual([16, 16 + 1 + 2 + 3])
})
