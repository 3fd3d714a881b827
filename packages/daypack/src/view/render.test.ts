import { expect, test } from 'vitest'
import { openDesk } from '../../../daypack-testing/src/desk.ts'
import { DaypackError } from '../model/errors.ts'
import type { Block, MediaBlock } from '../model/message.ts'
import { extend } from './project.ts'
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

test('what a result takes is its text and its attachments, each cut by itself', async () => {
  const picture = (bytes: number): MediaBlock => ({
    type: 'media',
    mediaType: 'image/png',
    content: { text: 'A'.repeat(bytes) },
  })
  const desk = openDesk({ inlineMaxBytes: 1_000_000 })
  await desk.say({
    role: 'tool',
    blocks: [
      {
        type: 'tool-result',
        callId: 'c',
        tool: 't',
        content: { text: 'said' },
        attachments: [picture(400), picture(800)],
      },
    ],
  })
  const sizes = (view = desk.view) => {
    const [item] = view.items
    const [block] = item?.kind === 'message' ? item.blocks : []
    return {
      whole: item?.kind === 'message' && item.whole,
      size: block?.size.bytes,
      full: block?.full.bytes,
      parts: block?.attachments?.map(({ size }) => size.bytes),
    }
  }
  const before = sizes()
  const [first = 0, second = 0] = before.parts ?? []
  const own = (before.size ?? 0) - first - second
  expect(before).toMatchObject({ whole: true, full: before.size })
  const crop = (block: '1.0' | '1.0.0' | '1.0.1', bytes: number) => ({
    op: 'crop' as const,
    block,
    keep: [],
    note: { text: 'n'.repeat(bytes) },
    tokens: 1,
    bytes,
  })
  const edited = (sent: boolean, ...edits: ReturnType<typeof crop>[]) => {
    const entry = { seq: 2, at: 0, kind: 'edits' as const, by: 'x', why: '', saved: 0, edits }
    return sizes(extend({ ...desk.view, sent: sent ? 1 : 0 }, [entry]))
  }
  for (const sent of [true, false]) {
    expect(edited(sent, crop('1.0.1', 5))).toEqual({
      whole: false,
      size: own + first + 5,
      full: before.size,
      parts: [first, 5],
    })
    expect(edited(sent, crop('1.0', 7))).toEqual({
      whole: false,
      size: 7 + first + second,
      full: before.size,
      parts: [first, second],
    })
  }
  const noted = extend(desk.view, [
    { seq: 2, at: 0, kind: 'edits', by: 'x', why: '', saved: 0, edits: [crop('1.0.0', 3), crop('1.0.1', 0)] },
  ])
  const shownResult = await renderItem(noted.items[0] as Item, async (content) =>
    'text' in content ? content.text : '',
  )
  expect(shownResult?.blocks).toEqual([{ type: 'tool-result', callId: 'c', tool: 't', content: { text: 'said\nnnn' } }])
})
