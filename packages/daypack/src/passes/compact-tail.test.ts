import { describe, expect, it } from 'vitest'
import type { Message } from '../model/message.ts'
import { answer, openDesk, request, step, type Desk } from '../../../daypack-testing/src/desk.ts'
import { compact, type CompactOptions } from './compact.ts'
import type { PassContext } from './pass.ts'

/** So many tokens of words, with what a message costs. */
const words = (tokens: number) => 'word '.repeat(Math.round((tokens * 4) / 5))
const said = (tokens: number) => [request(words(tokens)), answer(words(tokens))]

async function deskWith(window: number, ...messages: readonly Message[]): Promise<Desk> {
  const desk = openDesk({ window, inlineMaxBytes: 100 })
  await desk.say(...messages)
  return desk
}

async function made(desk: Desk, options: CompactOptions = {}, changes: Partial<PassContext> = {}) {
  const { edits, why } = await compact({ narrative: false, ...options }).propose(desk.view, desk.context(changes))
  const folds = edits.flatMap((edit) => (edit.op === 'fold' ? [[edit.from, edit.to]] : []))
  const crops = edits.flatMap((edit) =>
    edit.op === 'crop' ? [[edit.block, ...edit.keep.map(({ from, to }) => to - from)]] : [],
  )
  return { folds, crops, why }
}

describe('the tail that stays as messages', () => {
  const talk = Array.from({ length: 30 }, () => said(300)).flat()
  const kept = async (window: number, options: CompactOptions = {}, changes: Partial<PassContext> = {}) => {
    const desk = await deskWith(window, ...talk)
    const [[, to = 0] = []] = (await made(desk, options, changes)).folds
    return talk.length - to
  }

  it('is 3 % of the window, from 1,000 to 2,500 tokens', async () => {
    expect(await kept(20_000)).toBe(4)
    expect(await kept(55_000)).toBe(6)
    expect(await kept(1_000_000)).toBe(8)
  })

  it('is what the caller says instead: a share, bounds, a number of messages', async () => {
    expect(await kept(20_000, { tail: { minTokens: 2_000 } })).toBe(6)
    expect(await kept(1_000_000, { tail: { maxTokens: 1_300 } })).toBe(4)
    expect(await kept(20_000, { tail: { minMessages: 10 } })).toBe(10)
    expect(await kept(20_000, { keepRecent: 5 })).toBe(6)
  })

  it('is a quarter at most of what the user wants folded, in tokens and in messages', async () => {
    const asked = async (count: number, options: CompactOptions) => {
      const desk = await deskWith(1_000_000, request(words(4_000)), ...talk.slice(0, count))
      const [[, to = 0] = []] = (await made(desk, options, { asked: true })).folds
      return count + 1 - to
    }
    expect(await asked(8, { keepRecent: 9 })).toBe(2)
    expect(await asked(16, { keepRecent: 9 })).toBe(4)
    expect(await asked(16, { keepRecent: 1 })).toBe(2)
  })

  it('begins at what nobody has answered yet, however long that is', async () => {
    const desk = await deskWith(20_000, ...talk.slice(0, 20), request(words(3_000)), request(words(3_000)))
    expect((await made(desk, { tail: { minMessages: 0 } })).folds).toEqual([[1, 20]])
    const never = await deskWith(20_000, ...[1, 2, 3, 4].map(() => request(words(2_000))))
    expect((await made(never)).folds).toEqual([[1, 2]])
  })

  it('counts results as what will be left of them', async () => {
    const tailOf = (tokens: number) => ({
      resultChars: 4_000,
      readChars: 8_000,
      tail: { minTokens: tokens, maxTokens: tokens },
    })
    const big = step({ tool: 'fetch', output: 'x'.repeat(40_000) })
    const desk = await deskWith(1_000_000, ...talk.slice(0, 10), ...big, answer(words(200)), ...said(50))
    expect((await made(desk, tailOf(1_750))).folds).toEqual([[1, 10]])
    expect((await made(desk, tailOf(1_550))).folds).toEqual([[1, 12]])
    const read = step({ tool: 'read_file', input: { path: 'a.ts' }, output: 'x'.repeat(40_000) })
    const file = await deskWith(1_000_000, ...talk.slice(0, 10), ...read, answer(words(200)), ...said(50))
    expect((await made(file, tailOf(3_100))).folds).toEqual([[1, 10]])
    expect((await made(file, tailOf(2_800))).folds).toEqual([[1, 12]])
  })

  it('nothing to fold is said, and how much was', async () => {
    const short = await deskWith(100_000, request('Hi.'), answer('Hello.'))
    expect(await made(short)).toEqual({ folds: [], crops: [], why: 'there is nothing to fold' })
    const desk = await deskWith(20_000, ...talk)
    expect((await made(desk)).why).toBe('56 of 60 items folded')
  })
})

describe('results in the tail', () => {
  const before = Array.from({ length: 10 }, () => said(300)).flat()
  const x = (count: number) => 'x'.repeat(count)
  const crops = async (options: CompactOptions, ...tail: readonly Message[]) => {
    const desk = await deskWith(1_000_000, ...before, ...tail)
    return (await made(desk, { tail: { minMessages: 9, maxTokens: 1 }, narrative: false, ...LIMITS, ...options })).crops
  }
  const LIMITS = { resultChars: 4_000, readChars: 8_000 }
  const fetch = (count: number) => step({ tool: 'fetch', output: x(count) })
  const read = (count: number) => step({ tool: 'read_file', input: { path: 'a.ts' }, output: x(count) })

  it('are cut to 4,000 characters with their end, files to 8,000 from the start, or to what is wanted', async () => {
    expect(await crops({}, ...fetch(4_000), answer('Ok.'))).toEqual([])
    expect(await crops({}, ...fetch(4_400), answer('Ok.'))).toEqual([['22.0', 2_800, 1_200]])
    expect(await crops({}, ...read(8_000), answer('Ok.'))).toEqual([])
    expect(await crops({}, ...read(8_400), answer('Ok.'))).toEqual([['22.0', 8_000]])
    const small = { resultChars: 100, readChars: 200 }
    expect(await crops(small, ...fetch(900), ...read(900), answer('Ok.'))).toEqual([
      ['22.0', 70, 30],
      ['24.0', 200],
    ])
  })

  it('stay whole where the model has not answered them, and where the caller chose the tail', async () => {
    expect(await crops({}, ...fetch(9_000))).toEqual([])
    const desk = await deskWith(1_000_000, ...before, ...fetch(9_000), answer('Ok.'))
    expect((await made(desk, { keepRecent: 4 })).crops).toEqual([])
  })
})

describe('what is never folded', () => {
  it('pins and system messages: what lies between is told in a line, the last run in full', async () => {
    const talk = Array.from({ length: 30 }, () => said(300)).flat()
    const desk = await deskWith(20_000, ...talk)
    desk.mark('pin', { seq: 1 })
    desk.mark('pin', { seq: 11 })
    expect((await made(desk)).folds).toEqual([
      [2, 10],
      [12, 56],
    ])
  })
})
