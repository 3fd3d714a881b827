import { describe, expect, it } from 'vitest'
import { lines } from '../../test/passes/support.ts'
import type { Crop, Edit } from '../model/edit.ts'
import type { Message, ToolResultBlock } from '../model/message.ts'
import { answer, openDesk, request, step, type Desk } from '../../../daypack-testing/src/desk.ts'
import type { Budget, PassContext } from './pass.ts'
import { fit } from './fit.ts'

/** Four bytes are a token: what is over the window is asked of `fit` alone. */
async function deskWith(...messages: readonly Message[]): Promise<Desk> {
  const desk = openDesk({ window: 1_000_000, inlineMaxBytes: 1_000_000 })
  await desk.say(...messages)
  return desk
}

async function proposed(desk: Desk, budget: Partial<Budget>, changes: Partial<PassContext> = {}) {
  const context = desk.context(changes)
  const whole = { ...context.budget, maxBytes: 1_000_000_000, ...budget }
  return fit().propose(desk.view, { ...context, budget: whole })
}

const crops = (edits: readonly Edit[]): Crop[] => edits.filter((edit) => edit.op === 'crop')
const kept = (crop: Crop | undefined, text: string) =>
  crop?.keep.map(({ from, to }) => Buffer.from(text).toString('utf8', from, to))

describe('fit', () => {
  it('does nothing up to the limits, in tokens and in bytes, and works from one above', async () => {
    const desk = await deskWith(request('Go.'), ...step({ tool: 'a', output: lines(2_000) }), answer('Ok.'))
    const { tokens, bytes } = desk.view.size
    for (const budget of [{ usable: tokens }, { usable: tokens, maxBytes: bytes }])
      expect(await proposed(desk, budget)).toEqual({ why: 'it fits', edits: [] })
    const why = `${tokens} of ${tokens - 1} tokens, ${bytes} of 1000000000 bytes`
    expect(await proposed(desk, { usable: tokens - 1 })).toMatchObject({ why, edits: [{ op: 'crop' }] })
    expect(await proposed(desk, { usable: tokens, maxBytes: bytes - 1 })).toMatchObject({ edits: [{ op: 'crop' }] })
  })

  it('cuts old results to 400 bytes with the place of the rest, oldest first and no more than needed', async () => {
    const long = lines(2_000)
    const turn = (at: number) => [...step({ tool: 'fetch', output: `${at}\n${long}` }), answer(`Read ${at}.`)]
    const desk = await deskWith(request('Go.'), ...[1, 2, 3].flatMap(turn), request('And now?'))
    // A quarter is left free: of three equal results one is enough to be just below, two are for a bit more.
    const below = await proposed(desk, { usable: desk.view.size.tokens - 1 })
    expect(crops(below.edits).map(({ block }) => block)).toEqual(['3.0'])
    const { edits } = await proposed(desk, { usable: desk.view.size.tokens * 0.8 })
    expect(crops(edits).map(({ block }) => block)).toEqual(['3.0', '6.0'])
    const [ref] = [...desk.blobs.keys()]
    const text = `1\n${long}`
    expect(edits[0]).toEqual({
      op: 'crop',
      block: '3.0',
      keep: [{ from: 0, to: 393 }],
      note: {
        text: `\n[${text.length - 393} of ${text.length} bytes left out; read on with \`read_file\` with file_path=tool_result/${ref}.txt start_line=52]`,
        ref,
        path: `tool_result/${ref}.txt`,
        next: { line: 52 },
      },
    })
    expect(text.slice(0, 393).endsWith('line 50\n')).toBe(true)
  })

  it('names the column where the cut is inside of a line', async () => {
    const desk = await deskWith(request('Go.'), ...step({ tool: 'a', output: 'x'.repeat(9_000) }), answer('Ok.'))
    const { edits } = await proposed(desk, { usable: desk.view.size.tokens - 1 })
    expect(crops(edits)[0]).toMatchObject({ keep: [{ from: 0, to: 400 }], note: { next: { line: 1, column: 401 } } })
  })

  it('stores nothing anew that is stored, and leaves alone what is up to twice as long as its cut', async () => {
    const desk = openDesk({ window: 1_000_000, inlineMaxBytes: 100 })
    const outputs = ['x'.repeat(800), 'y'.repeat(801)]
    await desk.say(request('Go.'), ...step(...outputs.map((output) => ({ tool: 'a', output }))), answer('Ok.'))
    const [, ref] = [...desk.blobs.keys()]
    const store = () => Promise.reject(new Error('stored already'))
    const { edits } = await proposed(desk, { usable: 200 }, { store })
    expect(crops(edits)).toMatchObject([{ block: '3.1', note: { ref, path: `tool_result/${ref}.txt` } }])
  })

  it('leaves pinned messages and system messages alone, in any form', async () => {
    const desk = await deskWith(
      request('Go.'),
      ...step({ tool: 'a', output: lines(2_000) }),
      { role: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] },
      answer('Said. '.repeat(500)),
      request('And?'),
      answer('Well.'),
    )
    desk.mark('pin', { seq: 3 })
    const { edits } = await proposed(desk, { usable: desk.view.size.tokens - 1 })
    const touched = edits.map((edit) => (edit.op === 'fold' ? [edit.from, edit.to] : edit.op))
    expect(touched).toEqual([
      [1, 1],
      [5, 5],
    ])
  })
})

describe('fit, with results that the model has not read yet', () => {
  const error = 'error: it broke here\n'

  it('cuts them first, each to its share of half the window; start, errors and end stay', async () => {
    const output = `${lines(4_000)}\n${error}${lines(4_000)}`
    const small = lines(20)
    const desk = await deskWith(request('Go.'), ...step({ tool: 'a', output }, { tool: 'b', output: small }))
    const { edits } = await proposed(desk, { usable: 4_000 }, { tide: 'none' })
    expect(edits).toHaveLength(1)
    const [crop] = crops(edits)
    const parts = kept(crop, output) ?? []
    // Two results share 2,000 tokens, two bytes each: 2,000 bytes for each of them.
    expect(parts.map((part) => part.length)).toEqual([1_395, error.length, 599])
    expect([parts[0]?.startsWith('line 1\n'), parts[1], parts[2]?.endsWith('line 4000')]).toEqual([true, error, true])
    const left = output.length - 1_395 - error.length - 599
    expect(crop?.note.between).toContain(`\n[${left} of ${output.length} bytes left out; read on with \``)
    expect(crop?.note).toMatchObject({ further: '\n[…]\n', text: '' })
  })

  it('gives them what pins, the latest request and instructions leave, if that is less than half', async () => {
    const output = lines(8_000)
    const desk = await deskWith(
      request('an earlier one '.repeat(80)),
      answer('Ok.'),
      request('words '.repeat(400)),
      ...step({ tool: 'a', output }),
    )
    const room = async (extra: number) => {
      const { edits } = await proposed(desk, { usable: 2_000, extra: { tokens: extra, bytes: 0 } }, { tide: 'none' })
      return crops(edits)[0]?.keep.reduce((sum, { from, to }) => sum + to - from, 0) ?? 0
    }
    desk.mark('pin', { seq: 1 })
    const fixed = [0, 2].reduce((sum, at) => sum + (desk.view.items[at]?.size.tokens ?? 0), 0)
    for (const [extra, tokens] of [
      [0, 1_000],
      [400, 2_000 - fixed - 400],
    ] as const) {
      expect(await room(extra)).toBeLessThanOrEqual(2 * tokens)
      expect(await room(extra)).toBeGreaterThan(2 * tokens - 40)
    }
    // Never less than 400 bytes.
    expect(await room(5_000)).toBeGreaterThan(370)
  })

  it('leaves them whole where they are not what is too big, and cuts the old ones', async () => {
    const desk = await deskWith(
      request('Go.'),
      ...step({ tool: 'old', output: lines(2_000) }),
      ...step({ tool: 'new', output: lines(200) }),
    )
    const budget = { usable: desk.view.size.tokens - 1 }
    expect(crops((await proposed(desk, budget)).edits).map(({ block }) => block)).toEqual(['3.0'])
    expect((await proposed(desk, budget, { tide: 'none' })).edits).toEqual([])
  })

  it('counts their bytes too: up to half of what a request may have they stay', async () => {
    const [old, fresh] = [step({ tool: 'old', output: lines(4_000) }), step({ tool: 'new', output: lines(2_000) })]
    const desk = await deskWith(request('Go.'), ...old, ...fresh)
    const { tokens, bytes } = desk.view.items[4]?.size ?? { tokens: 0, bytes: 0 }
    const edited = async (maxBytes: number) =>
      (await proposed(desk, { usable: tokens * 2.2, maxBytes }, { tide: 'none' })).edits.length
    expect(await edited(bytes * 2)).toBe(0)
    expect(await edited(bytes * 2 - 200)).toBe(1)
  })

  it('what is said beside them takes no share', async () => {
    const [call, result] = step({ tool: 'a', output: lines(4_000) })
    const beside: Message = { role: 'tool', blocks: [...(result?.blocks ?? []), { type: 'text', text: 'Look.' }] }
    const shown = async (message: Message) => {
      const desk = await deskWith(request('Go.'), call as Message, message)
      return crops((await proposed(desk, { usable: 4_000 }, { tide: 'none' })).edits)[0]?.keep
    }
    expect(await shown(beside)).toEqual(await shown(result as Message))
  })

  it('puts a note in place of their pictures, counting what the picture takes', async () => {
    const [call, result] = step({ tool: 'screenshot', output: 'taken' })
    const picture = { type: 'media' as const, mediaType: 'image/png', content: { text: 'A'.repeat(40_000) } }
    const shot = { ...(result?.blocks[0] as ToolResultBlock), attachments: [picture] }
    const desk = await deskWith(request('Go.'), call as Message, { role: 'tool', blocks: [shot] })
    const { edits } = await proposed(desk, { usable: 500 }, { tide: 'none' })
    const [ref] = [...desk.blobs.keys()]
    const path = `tool_result/${ref}.txt`
    const text = `[image/png, 29.3 KB, left out. Its base64 is saved as ${path}]`
    expect(edits).toEqual([{ op: 'crop', block: '3.0.0', keep: [], note: { text, ref, path } }])
  })

  it('an old picture goes first, and is enough where it is what was too big; one that is stored is not stored again', async () => {
    const [call, result] = step({ tool: 'screenshot', output: 'taken' })
    const picture = { type: 'media' as const, mediaType: 'image/png', content: { text: 'A'.repeat(40_000) } }
    const shot = { ...(result?.blocks[0] as ToolResultBlock), attachments: [picture] }
    const desk = openDesk({ window: 1_000_000, inlineMaxBytes: 100 })
    const messages = [request('Go.'), call as Message, { role: 'tool' as const, blocks: [shot] }]
    await desk.say(...messages, ...step({ tool: 'a', output: lines(200) }), answer('Ok.'))
    const store = () => Promise.reject(new Error('stored already'))
    const { edits } = await proposed(desk, { usable: desk.view.size.tokens * 0.9 }, { store })
    expect(crops(edits).map(({ block }) => block)).toEqual(['3.0.0'])
  })
})
