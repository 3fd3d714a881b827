import { describe, expect, it } from 'vitest'
import { lines } from '../../test/passes/support.ts'
import type { Crop } from '../model/edit.ts'
import { openDesk, request, step, type DeskOptions, type Step } from '../../../daypack-testing/src/desk.ts'
import { cropResult, cropToNote, type Shape } from './crop.ts'
import type { Notice, NoticeFacts } from './notices.ts'
import type { PassContext } from './pass.ts'
import { allResults } from './results.ts'

const HEAD: Shape = { head: 1_000, tail: 0, unit: 'bytes', wholeLines: true }
const WINDOW: DeskOptions = { window: 10_000_000, inlineMaxBytes: 100 }

async function deskWith(result: Step, options: DeskOptions = {}) {
  const desk = openDesk({ ...WINDOW, ...options })
  await desk.say(request('Go.'), ...step(result))
  const [found] = allResults(desk.view)
  if (!found) throw new Error('no result')
  return { desk, found, ref: [...desk.blobs.keys()][0] ?? '' }
}

/** What is kept, what the notice was told, and where reading goes on. */
async function cut(result: Step, shape: Partial<Shape> = {}, options: DeskOptions = {}) {
  const { desk, found, ref } = await deskWith(result, options)
  let told: NoticeFacts | undefined
  const notice: Notice = (facts) => ((told = facts), { text: '[cut]' })
  const crop = await cropResult(found, { ...HEAD, ...shape }, notice, desk.context())
  const parts = crop?.keep.map(({ from, to }) => Buffer.from(result.output).toString('utf8', from, to))
  return { crop, told, parts, ref, next: crop?.note.next }
}

describe('cropResult', () => {
  it('keeps whole lines from the start; the notice learns all there is to say', async () => {
    const output = lines(1_000)
    const { crop, told, ref } = await cut({ tool: 'fetch', output })
    expect(crop).toEqual({
      op: 'crop',
      block: '3.0',
      keep: [{ from: 0, to: 999 }],
      note: { text: '[cut]', ref, path: `tool_result/${ref}.txt`, next: { line: 124 } },
    })
    expect(told).toEqual({
      tool: 'fetch',
      path: `tool_result/${ref}.txt`,
      isFile: false,
      totalLines: 1_000,
      totalBytes: output.length,
      totalChars: output.length,
      startLine: 1,
      head: { to: 999, line: 124 },
      keptBytes: 999,
      keptChars: 999,
      tailBytes: 0,
      hasErrors: false,
      limitBytes: 1_000,
      isWholeFile: true,
      reader: expect.objectContaining({ name: 'read_file' }) as unknown,
    })
  })

  it('keeps the end too, and lines between that tell of an error', async () => {
    const output = `${lines(300)}\nerror: it broke\n${lines(300)}`
    const { crop, told, parts } = await cut({ tool: 'fetch', output }, { head: 40, tail: 20, errorBytes: 200 })
    expect(parts).toEqual(['line 1\nline 2\nline 3\nline 4\nline 5\n', 'error: it broke\n', 'line 299\nline 300'])
    expect(told).toMatchObject({ tailBytes: 17, hasErrors: true, keptBytes: 35 + 16 + 17, head: { to: 35, line: 6 } })
    expect(told).not.toHaveProperty('limitBytes')
    expect(crop?.note.next).toEqual({ line: 6 })
  })

  it('looks for no error lines where it is not told to', async () => {
    const output = `${lines(300)}\nerror: it broke\n${lines(300)}`
    const { parts, told } = await cut({ tool: 'fetch', output }, { head: 40, tail: 20 })
    expect([parts?.length, told?.hasErrors]).toEqual([2, false])
  })

  it('joins what touches: an error line right behind the head is one piece with it', async () => {
    const output = `${lines(4)}\nerror: it broke\n${lines(300)}`
    const { crop } = await cut({ tool: 'fetch', output }, { head: 30, tail: 0, errorBytes: 200 })
    expect(crop?.keep).toEqual([{ from: 0, to: 44 }])
    const late = `${lines(300)}\nerror: it broke\nthe end\n`
    const end = await cut({ tool: 'fetch', output: late }, { head: 30, tail: 10, errorBytes: 200 })
    expect(end.parts?.slice(1)).toEqual(['error: it broke\nthe end\n'])
  })

  it.each([
    ['bytes', 1],
    ['chars', 3],
  ] as const)('reads no more of a stored result than a cut by %s can need', async (unit, each) => {
    const { desk, found } = await deskWith({ tool: 'fetch', output: 'x'.repeat(100_000) })
    const asked: number[][] = []
    const whole = desk.context()
    const slice: PassContext['slice'] = (shown, from, to) => {
      asked.push([from, to])
      return whole.slice?.(shown, from, to) ?? Buffer.alloc(0)
    }
    const context = { ...whole, slice }
    await cropResult(found, { ...HEAD, tail: 500, unit }, () => ({ text: '' }), context)
    expect(asked.slice(0, 2)).toEqual([
      [0, 1_000 * each + 1_024],
      [100_000 - 500 * each - 1_024, 100_000],
    ])
  })

  it('counts characters instead of bytes, inside of lines where lines need not be whole', async () => {
    const output = `${'ä'.repeat(50)}\n`.repeat(100)
    const chars = { head: 120, tail: 60, unit: 'chars' as const }
    const exact = await cut({ tool: 'fetch', output }, { ...chars, wholeLines: false })
    expect(exact.parts?.map((part) => part.length)).toEqual([120, 60])
    expect(exact.told).toMatchObject({ totalChars: 5_100, totalBytes: 10_100, keptChars: 180, head: { column: 19 } })
    expect(exact.next).toEqual({ line: 3, column: 19 })
    const whole = await cut({ tool: 'fetch', output }, { ...chars, wholeLines: true })
    expect(whole.parts?.map((part) => part.length)).toEqual([102, 51])
    expect(whole.next).toEqual({ line: 3 })
  })

  it.each([
    [1_000, 124, 'as many as fit where that is fewer'],
    [124, 124, 'the line the cut is in is not a whole one'],
    [123, 124, 'as many as fit where the limit is exactly that'],
    [5, 6, 'no more than the limit'],
    [0, 1, 'none where the limit is none'],
  ])('of at most %i lines the next is %i: %s', async (maxLines, line) => {
    const { crop, next } = await cut({ tool: 'fetch', output: lines(1_000) }, { maxLines })
    expect(next).toEqual({ line })
    const shown = lines(1_000).slice(0, crop?.keep[0]?.to ?? 0)
    expect(shown === '' ? 0 : shown.trimEnd().split('\n').length).toBe(line - 1)
  })

  it('is not made where it would be no shorter, to the byte', async () => {
    const output = 'x'.repeat(500)
    const make = async (head: number) => (await cut({ tool: 'fetch', output }, { head, wholeLines: false })).crop
    expect((await make(494))?.keep).toEqual([{ from: 0, to: 494 }])
    expect(await make(495)).toBeUndefined()
  })

  it('between the parts it puts what the notice says, once for two parts and as `further` for more', async () => {
    const { desk, found } = await deskWith({ tool: 'fetch', output: `${lines(300)}\nerror: x\n${lines(300)}` })
    const notice: Notice = () => ({ text: '', before: '[first]', between: '[gap]', further: '[again]' })
    const noteOf = async (shape: Partial<Shape>) => {
      const crop = await cropResult(found, { ...HEAD, head: 40, ...shape }, notice, desk.context())
      const { before, between, further } = crop?.note ?? {}
      return [before, between, further]
    }
    expect(await noteOf({})).toEqual(['[first]', undefined, undefined])
    expect(await noteOf({ tail: 40 })).toEqual(['[first]', '[gap]', undefined])
    expect(await noteOf({ tail: 40, errorBytes: 100 })).toEqual(['[first]', '[gap]', '[again]'])
  })
})

describe('where the original is', () => {
  const read = (input: Record<string, number | string>, output = lines(1_000)): Step => ({
    tool: 'read_file',
    input: { path: 'a.ts', ...input },
    output,
  })

  it('of a file that was read: the file, at its own lines', async () => {
    const { told, crop } = await cut(read({ offset: 41, limit: 1_000 }))
    expect(told).toMatchObject({ path: 'a.ts', isFile: true, startLine: 41, isWholeFile: false, head: { line: 164 } })
    expect(crop?.note).toEqual({ text: '[cut]', path: 'a.ts', ref: expect.any(String) as unknown, next: { line: 164 } })
    const whole = await cut(read({}))
    expect(whole.told).toMatchObject({ startLine: 1, isWholeFile: true, head: { line: 124 } })
  })

  it.each(['→', '\t', ': ', '| '])('reads on at the number that the file prints before "%s"', async (mark) => {
    const output = Array.from({ length: 500 }, (_, at) => `  ${at + 701}${mark}code`).join('\n')
    const { parts, next } = await cut(read({ offset: 5 }, output))
    expect(next).toEqual({ line: 701 + (parts?.[0]?.trimEnd().split('\n').length ?? 0) })
  })

  it('counts by itself where the numbers begin later, or where the cut is inside of a line', async () => {
    const later = `heading\n${Array.from({ length: 500 }, (_, at) => `${at + 701}: code`).join('\n')}`
    const { parts, next } = await cut(read({}, later))
    expect(next).toEqual({ line: (parts?.[0]?.trimEnd().split('\n').length ?? 0) + 1 })
    const fetched = await cut({ ...read({}, later.slice(8)), tool: 'fetch' })
    expect(fetched.next?.line).toBeLessThan(200)
    const inside = await cut(read({}, `1: ${'x'.repeat(980)} ${'7: '.repeat(900)}`))
    expect(inside.next).toMatchObject({ line: 1, column: 1_001 })
  })

  it('our copy where that is wanted, where it is an error, where the call read no file or does not say which', async () => {
    for (const made of [
      await cut(read({}), { copies: true }),
      await cut({ ...read({}), isError: true }),
      await cut({ ...read({}), tool: 'write_file' }),
      await cut({ ...read({}), input: {} }),
    ]) {
      expect(made.told).toMatchObject({ path: `tool_result/${made.ref}.txt`, isFile: false, startLine: 1 })
      expect(made.crop?.note).toMatchObject({ ref: made.ref, next: { line: 124 } })
    }
  })

  it('where an earlier cut put it: nothing is stored twice', async () => {
    const { desk, found } = await deskWith({ tool: 'fetch', output: lines(1_000) }, { inlineMaxBytes: 1_000_000 })
    const first = await cropResult(found, HEAD, () => ({ text: '' }), desk.context())
    const again = { ...found, shown: { ...found.shown, crop: first as Crop } }
    const context = { ...desk.context(), store: () => Promise.reject(new Error('asked again')) }
    const second = await cropResult(again, { ...HEAD, head: 500 }, () => ({ text: '' }), context)
    expect(second?.note).toEqual({ ...first?.note, next: { line: 64 } })
    // An earlier note that names no place is no place.
    const bare = { ...again, shown: { ...again.shown, crop: { ...(first as Crop), note: { text: '', path: 'p' } } } }
    expect(await cropResult(bare, { ...HEAD, head: 500 }, () => ({ text: '' }), context)).toBeUndefined()
  })

  it('nowhere, when it cannot be saved: whole up to 200,000 bytes, above that head and tail by their shares', async () => {
    const none: DeskOptions = { readOnly: true }
    const shape = { head: 200, tail: 100 }
    const output = `${'x'.repeat(99)}\n`.repeat(2_000)
    expect((await cut({ tool: 'fetch', output }, shape, none)).crop).toBeUndefined()
    const { crop, told } = await cut({ tool: 'fetch', output: 'x'.repeat(200_100) }, shape, none)
    expect(crop?.keep).toEqual([
      { from: 0, to: 133_333 },
      { from: 133_434, to: 200_100 },
    ])
    expect(crop?.note).toEqual({ text: '[cut]', next: { line: 1, column: 133_334 } })
    expect(told).not.toHaveProperty('path')
    const nothing = await cut({ tool: 'fetch', output: 'x'.repeat(200_100) }, { head: 0, tail: 0 }, none)
    expect(nothing.crop?.keep).toEqual([{ from: 0, to: 200_000 }])
  })
})

describe('cropToNote', () => {
  it('leaves a line with the place, where that is shorter to the byte', async () => {
    const { desk, found, ref } = await deskWith({ tool: 'fetch', output: 'x'.repeat(101) })
    const note = (length: number) => cropToNote(found, () => 'n'.repeat(length), desk.context())
    expect(await note(100)).toEqual({
      op: 'crop',
      block: '3.0',
      keep: [],
      note: { text: 'n'.repeat(100), ref, path: `tool_result/${ref}.txt` },
    })
    expect(await note(101)).toBeUndefined()
    const names = await cropToNote(found, (path) => path ?? 'nowhere', desk.context())
    expect(names?.note.text).toBe(`tool_result/${ref}.txt`)
  })

  it('leaves what cannot be saved alone', async () => {
    const { desk, found } = await deskWith({ tool: 'fetch', output: 'x'.repeat(1_000) }, { readOnly: true })
    expect(await cropToNote(found, () => 'gone', desk.context())).toBeUndefined()
  })
})
