import { expect, test } from 'vitest'
import { openDesk } from '../../../daypack-testing/src/desk.ts'
import { DaypackError } from '../model/errors.ts'
import type { Block, MediaBlock } from '../model/message.ts'
import { renderItem, type ReadText } from './render.ts'
import type { Item } from './view.ts'

const shown = async (block: Block, read: ReadText): Promise<Block | undefined> => {
  const desk = openDesk()
  await desk.say({ role: 'user', blocks: [block] })
  return (await renderItem(desk.view.items[0] as Item, read))?.blocks[0]
}
const stored: MediaBlock = {
  type: 'media',
  mediaType: 'image/png',
  content: { ref: 'a'.repeat(64), bytes: 9, lines: 1 },
}

test('a picture that is stored apart is read back; one in the log is shown as it is', async () => {
  expect(await shown(stored, async () => 'the bytes')).toEqual({ ...stored, content: { text: 'the bytes' } })
  const inline: MediaBlock = { ...stored, content: { text: 'in the log' } }
  const never = () => Promise.reject(new Error('nothing is to be read'))
  expect(await shown(inline, never)).toEqual(inline)
})

test('a picture that retention took is told of; that it cannot be read is an error', async () => {
  const gone = () => Promise.reject(new DaypackError('blob-gone', 'It is gone.'))
  expect(await shown(stored, gone)).toEqual({ type: 'text', text: expect.stringContaining('no longer kept: 9 bytes') })
  const broken = () => Promise.reject(new DaypackError('damaged', 'It is broken.'))
  await expect(shown(stored, broken)).rejects.toMatchObject({ code: 'damaged' })
})
