import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toBilled, correction, toCounted, NO_CORRECTION } from '../plan/budget.ts'
import { byBytes, o200k, blockSize } from './count.ts'

describe('counting', () => {
  test('o200k: known counts, special tokens as text, long runs in time', async () => {
    const { count } = await o200k()
    expect(count('')).toBe(0)
    expect(count('hello world')).toBe(2)
    expect(count('<|endoftext|>')).toBeGreaterThan(1)
    expect(count('a'.repeat(50_000))).toBeGreaterThan(5_000)
    expect(count('😀'.repeat(2_000))).toBe(2_000)
  })

  test('slicing costs almost nothing in precision', async () => {
    const { count } = await o200k()
    const text = 'The quick brown fox jumps over the lazy dog, 12 times. '.repeat(400)
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
    expect(Math.abs(count(text) - countTokens(text)) / countTokens(text)).toBeLessThan(0.01)
  })

  test('the cache forgets the oldest and stays right', async () => {
    const { count } = await o200k()
    const first = count('word number 0 of many words')
    for (let n = 0; n < 21_000; n++) count(`w${n}`)
    expect(count('word number 0 of many words')).toBe(first)
  })

  test("the seeds' rule rounds half up", () => {
    const { count, name } = byBytes()
    expect([count(''), count('汉'), count('ab'), count('abcdef')]).toEqual([0, 1, 1, 2])
    expect(name).toBe('bytes/4')
    expect(byBytes(2).count('abcd')).toBe(2)
  })
})

describe('sizes', () => {
  const { count } = byBytes(4)
  test('media count by pixels or size, never by the length of the base64', () => {
    const text = 'A'.repeat(1_000_000)
    expect(
      blockSize({ type: 'media', mediaType: 'image/png', content: { text }, width: 300, height: 100 }, count),
    ).toEqual({ tokens: 40, bytes: 1_000_000 })
    expect(blockSize({ type: 'media', mediaType: 'image/png', content: { text } }, count).tokens).toBe(1_600)
    expect(
      blockSize({ type: 'media', mediaType: 'image/png', content: { text }, width: 9_000, height: 9_000 }, count)
        .tokens,
    ).toBe(1_600)
    expect(
      blockSize({ type: 'media', mediaType: '', content: { text: 'https://example.com/a.png' } }, count).tokens,
    ).toBe(1_600)
    expect(blockSize({ type: 'media', mediaType: 'application/pdf', content: { text } }, count).tokens).toBe(15_000)
    expect(
      blockSize({ type: 'media', mediaType: 'image/png', content: { ref: 'x', bytes: 9, lines: 0 } }, count),
    ).toEqual({ tokens: 1_600, bytes: 9 })
  })

  test('sealed parts of reasoning count nothing, encrypted ones a little, text as text', () => {
    const size = (wire: object) =>
      blockSize({ type: 'opaque', purpose: 'reasoning', wire: wire as never }, count).tokens
    expect(size({ type: 'thinking', thinking: 'abcdefgh', signature: 'x'.repeat(999) })).toBe(2)
    expect(size({ type: 'redacted_thinking', data: 'x'.repeat(60) })).toBe(10)
    expect(size({ type: 'list', parts: ['abcd', 'efgh', 3] })).toBe(3)
  })

  test('attachments are counted apart from the text of a result', () => {
    const size = blockSize(
      {
        type: 'tool-result',
        callId: 'a',
        tool: 't',
        content: { text: 'x'.repeat(40) },
        attachments: [{ type: 'media', mediaType: 'image/png', content: { text: 'AA' }, width: 75, height: 10 }],
      },
      count,
    )
    expect(size).toEqual({ tokens: 22, bytes: 136, attachments: [{ tokens: 1, bytes: 2 }] })
  })
})

describe('anchor', () => {
  const usage = (counted: number, billed: number, head = 5, model?: string) => ({
    input: billed,
    cacheRead: 0,
    cacheWrite: 0,
    output: 9,
    head,
    counted: { tokens: counted, bytes: 0 },
    ...(model && { model }),
  })

  const WINDOW = 100_000
  const times = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each)

  test('no bill: counts are used as they are', () => {
    expect(correction([], undefined, 0, WINDOW)).toEqual(NO_CORRECTION)
    expect(correction([usage(0, 10)], undefined, 0, WINDOW)).toEqual(NO_CORRECTION)
  })

  test('while the view only grew, the last bill is the start and only what is new is counted', () => {
    const bills = [...times(3, usage(10_000, 15_000, 5, 'm')), usage(11_000, 17_000, 9, 'm')]
    const by = correction(bills, 'm', 3, WINDOW)
    expect(toBilled(11_000, by)).toBe(17_000)
    expect(toBilled(12_000, by)).toBeGreaterThan(18_400)
  })

  test('after an epoch only the learned factor is used, and a little more: what was rewritten was never billed', () => {
    const by = correction(times(3, usage(10_000, 15_000)), undefined, 6, WINDOW)
    expect(by).toEqual({ factor: 1.525, offset: 0 })
    expect(toBilled(200, by)).toBe(305)
  })

  test('a factor is learned slowly: one bill changes none, two do', () => {
    expect(correction([usage(10_000, 15_000)], undefined, 0, WINDOW).factor).toBe(1)
    expect(correction(times(2, usage(10_000, 15_000)), undefined, 0, WINDOW).factor).toBe(1.5)
  })

  test("another model's bills teach nothing", () => {
    expect(correction(times(3, usage(10_000, 15_000, 5, 'm')), 'n', 0, WINDOW)).toEqual(NO_CORRECTION)
  })

  test('F-22: a bill of nothing, or of the uncached part alone, teaches nothing', () => {
    for (const billed of [0, 1, 3_000, 13_999])
      expect(correction(times(8, usage(20_000, billed)), undefined, 0, 20_000)).toEqual(NO_CORRECTION)
  })

  test('F-62: a bill for a small request tells what is added, not how tokens are counted', () => {
    const by = correction(times(8, usage(130, 390)), undefined, 0, 20_000)
    expect(by).toEqual({ factor: 1, offset: 260 })
    expect(toCounted(20_000, by)).toBe(19_740)
  })

  test('F-22, F-62: no bills whatever give more room than our own count, or take more than they may', () => {
    const bill = fc.record({ counted: fc.nat(300_000), billed: fc.nat(3_000_000), head: fc.nat(20) })
    fc.assert(
      fc.property(fc.array(bill, { maxLength: 8 }), fc.integer({ min: 4_000, max: 1_000_000 }), (bills, window) => {
        const usages = bills.map(({ counted, billed, head }) => usage(Math.min(counted, window), billed, head))
        const by = correction(usages, undefined, 10, window)
        const usable = toCounted(window, by)
        expect(usable).toBeLessThanOrEqual(window)
        expect(usable).toBeGreaterThanOrEqual(Math.floor((window * 0.75) / 2.5))
      }),
    )
  })

  test('both ways agree', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 200_000 }),
        fc.integer({ min: 600, max: 400_000 }),
        fc.integer({ min: 0, max: 300_000 }),
        (counted, billed, other) => {
          const by = correction([usage(counted, billed)], undefined, 0, WINDOW)
          fc.pre(toBilled(other, by) > 0)
          expect(Math.abs(toCounted(toBilled(other, by), by) - other)).toBeLessThanOrEqual(2)
        },
      ),
    )
  })
})
