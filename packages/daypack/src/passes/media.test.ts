import { describe, expect, it } from 'vitest'
import { eager, texts } from '../../test/passes/support.ts'
import type { Message } from '../model/message.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { media } from './media.ts'

describe('media', () => {
  const picture = (bytes: number): Message => ({
    role: 'user',
    blocks: [
      { type: 'text', text: 'See this.' },
      { type: 'media', mediaType: 'image/png', content: { text: 'A'.repeat(bytes) }, width: 1000, height: 800 },
    ],
  })

  it('keeps the newest images and puts a note with a ref in place of the others', async () => {
    const desk = await eager(
      {},
      [media({ keep: 2 })],
      ...[1, 2, 3, 4].flatMap(() => [picture(40_000), answer('Nice.')]),
      request('And?'),
    )
    const shown = (await desk.shown()).flatMap((message) => message.blocks)
    expect(shown.filter((block) => block.type === 'media')).toHaveLength(2)
    const ref = [...desk.blobs.keys()][0]
    expect(shown[1]).toEqual({
      type: 'text',
      text: `[image/png 1000×800, 29.3 KB, left out. Its base64 is saved as tool_result/${ref}.txt]`,
    })
  })

  it('replaces a new attachment over the limit before it is sent', async () => {
    const desk = openDesk()
    const [calls, results] = step({ tool: 'screenshot', output: 'taken' })
    const block = results?.blocks[0]
    if (block?.type !== 'tool-result' || !calls) throw new Error('no result')
    await desk.say(request('Go.'), calls, {
      role: 'tool',
      blocks: [
        { ...block, attachments: [{ type: 'media', mediaType: 'image/png', content: { text: 'A'.repeat(200_000) } }] },
      ],
    })
    await desk.run([media({ maxBytes: 100_000 })])
    expect((await texts(desk))[0]).toMatch(/^taken\n\[image\/png, 146\.5 KB, left out/)
  })
})
