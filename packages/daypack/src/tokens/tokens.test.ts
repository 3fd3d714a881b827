import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { billedFrom, correction, countedFrom, UNCORRECTED } from './anchor.ts'
import { byBytes, o200k } from './count.ts'
import { blockSize } from './size.ts'

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

  test('no bill: counts stand as they are', () => {
    expect(correction([], undefined, 0)).toEqual(UNCORRECTED)
    expect(correction([usage(0, 10)], undefined, 0)).toEqual(UNCORRECTED)
  })

  test('while the view only grew, the last bill is the start and only what is new is counted', () => {
    const by = correction([usage(1_000, 1_500, 5, 'm'), usage(1_100, 1_700, 9, 'm')], 'm', 3)
    expect(billedFrom(1_100, by)).toBe(1_700)
    expect(billedFrom(1_200, by)).toBeGreaterThan(1_800)
  })

  test('after an epoch only the learned factor is used', () => {
    const by = correction([usage(1_000, 1_500)], undefined, 6)
    expect(by).toEqual({ factor: 1.5, offset: 0 })
    expect(billedFrom(200, by)).toBe(300)
  })

  test("another model's bills teach nothing", () => {
    expect(correction([usage(1_000, 1_500, 5, 'm')], 'n', 0)).toEqual(UNCORRECTED)
  })

  test('both ways agree', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 200_000 }),
        fc.integer({ min: 600, max: 400_000 }),
        fc.integer({ min: 0, max: 300_000 }),
        (counted, billed, other) => {
          const by = correction([usage(counted, billed)], undefined, 0)
          fc.pre(billedFrom(other, by) > 0)
          expect(Math.abs(countedFrom(billedFrom(other, by), by) - other)).toBeLessThanOrEqual(2)
        },
      ),
    )
  })
})
