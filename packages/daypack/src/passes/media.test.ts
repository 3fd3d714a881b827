import { describe, expect, it } from 'vitest'
import { eager, texts } from '../../test/passes/support.ts'
import type { Message } from '../model/message.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { media } from './media.ts'
import type { PassContext } from './pass.ts'

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

describe('which media go', () => {
  const picture = (bytes: number, more: object = {}): Message => ({
    role: 'user',
    blocks: [{ type: 'media', mediaType: 'image/png', content: { text: 'A'.repeat(bytes) }, ...more }],
  })
  async function left(options: Parameters<typeof media>[0], changes: Partial<PassContext>, ...messages: Message[]) {
    const desk = openDesk({ inlineMaxBytes: 100 })
    await desk.say(...messages)
    const { edits, why } = await media(options).propose(desk.view, desk.context({ fresh: 2, ...changes }))
    expect(why).toBe(`${edits.length} images or attachments over the limits`)
    return edits.map((edit) => (edit.op === 'crop' ? `${edit.block} ${edit.note.text}` : ''))
  }
  const blocks = (edits: string[]) => edits.map((edit) => edit.split(' ')[0])
  const three = [picture(40), picture(40), picture(40)]
  const calm = { tide: 'none', timing: 'tide' } as const

  it('the oldest beyond the number, but in a calm turn only what is too big and new', async () => {
    expect(blocks(await left({ keep: 1 }, {}, ...three))).toEqual(['1.0', '2.0'])
    expect(await left({ keep: 3 }, {}, ...three)).toEqual([])
    expect(await left({ keep: 1 }, calm, ...three)).toEqual([])
    expect(blocks(await left({ keep: 1 }, { ...calm, timing: 'eager' }, ...three))).toEqual(['1.0', '2.0'])
    expect(blocks(await left({ maxBytes: 29 }, calm, ...three))).toEqual(['2.0', '3.0'])
    expect(await left({ maxBytes: 30 }, calm, ...three)).toEqual([])
  })

  it('one given by its address has no bytes, and its note names the address', async () => {
    const linked = picture(0, { content: { text: `https://x.org/${'a'.repeat(80)}.png` } })
    expect(await left({ keep: 0, maxBytes: 0 }, {}, linked)).toEqual([
      `1.0 [image/png left out: https://x.org/${'a'.repeat(80)}.png]`,
    ])
    expect(await left({ maxBytes: 0 }, {}, linked)).toEqual([])
    const inline = await left({ keep: 0 }, {}, picture(0, { content: { text: 'data:image/png;base64,AAAA' } }))
    expect(inline[0]).toMatch(/^1\.0 \[image\/png, 19 B, left out\. Its base64 is saved as tool_result\/\w+\.txt\]$/)
  })

  it('none that is pinned, and none that could not be saved', async () => {
    const desk = openDesk()
    await desk.say(...three)
    desk.mark('pin', { seq: 1 })
    const { edits } = await media({ keep: 1 }).propose(desk.view, desk.context())
    expect(edits).toMatchObject([{ block: '2.0' }])
    const store = () => Promise.reject(new Error('full'))
    expect((await media({ keep: 1 }).propose(desk.view, desk.context({ store }))).edits).toEqual([])
  })
})
