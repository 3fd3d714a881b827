import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundaryAfter, boundaryBefore } from './boundary.ts'
import { cutHead, cutHeadChars, cutTail, cutTailChars, errorLines, byteAt, lineStart, placeOf } from './cut.ts'
import { lineCount } from '../../model/lines.ts'

const odd = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'a',
        'word ',
        '\n',
        '\r\n',
        'é',
        'e\u0301',
        '日本',
        '👩‍👩‍👧‍👦',
        '🇩🇪',
        '🇫🇷',
        '한',
        '\t',
        '',
        'x'.repeat(90),
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

function ends(text: string): Set<number> {
  const found = new Set([0])
  for (const { index, segment } of graphemes.segment(text))
    found.add(Buffer.byteLength(text.slice(0, index + segment.length)))
  return found
}

describe('boundaries', () => {
  it('are exactly the ends of graphemes, whatever byte is asked for', () => {
    fc.assert(
      fc.property(odd, (text) => {
        const data = Buffer.from(text)
        const allowed = [...ends(text)]
        for (let at = 0; at <= data.length; at++)
          expect([boundaryBefore(data, at), boundaryAfter(data, at)]).toEqual([
            allowed.findLast((end) => end <= at),
            allowed.find((end) => end >= at),
          ])
      }),
      { numRuns: 50 },
    )
  })

  it('keep CRLF together and leave plain ASCII alone', () => {
    const data = Buffer.from('ab\r\ncd')
    expect(boundaryBefore(Buffer.from('e\u0301x'), 1)).toBe(0)
    expect([0, 1, 2, 3, 4, 5, 6].map((at) => boundaryBefore(data, at))).toEqual([0, 1, 2, 2, 4, 5, 6])
    expect(boundaryAfter(data, 3)).toBe(4)
  })

  it('fall back to whole characters inside a cluster longer than any person writes', () => {
    const data = Buffer.from('x' + '\u0301'.repeat(3_000))
    const at = boundaryBefore(data, 4_000)
    expect(4_000 - at).toBeLessThan(2)
    expect(data.toString('utf8', 0, at)).not.toContain('\ufffd')
  })
})

describe('lines', () => {
  it('turn bytes into places and places back into the same bytes', () => {
    fc.assert(
      fc.property(odd, fc.nat(), (text, pick) => {
        const data = Buffer.from(text)
        const at = boundaryBefore(data, data.length === 0 ? 0 : pick % (data.length + 1))
        expect(byteAt(data, placeOf(data, at))).toBe(at)
      }),
    )
  })

  it('count as an editor does', () => {
    expect(lineCount(Buffer.from(''))).toBe(0)
    expect(lineCount(Buffer.from('a\nb'))).toBe(2)
    expect(lineCount(Buffer.from('a\nb\n'))).toBe(3)
    expect(lineStart(Buffer.from('a\nbb\nc'), 3)).toBe(5)
    expect(lineStart(Buffer.from('a'), 9)).toBe(1)
  })
})

describe('cutHead', () => {
  it('keeps whole lines and names the next one', () => {
    expect(cutHead(Buffer.from('one\ntwo\nthree\n'), 10)).toEqual({ to: 8, line: 3 })
    expect(cutHead(Buffer.from('one\ntwo\n'), 4)).toEqual({ to: 4, line: 2 })
  })

  it('cuts a single huge line inside and says at which column', () => {
    expect(cutHead(Buffer.from('x'.repeat(1_000)), 100)).toEqual({ to: 100, line: 1, column: 101 })
    expect(cutHead(Buffer.from('日'.repeat(200)), 100)).toEqual({ to: 99, line: 1, column: 34 })
    expect(cutHead(Buffer.from('ab\n' + 'x'.repeat(1_000)), 100)).toEqual({ to: 100, line: 2, column: 98 })
    // A whole line that takes half of what is kept is enough, less is not.
    expect([4, 5].map((limit) => cutHead(Buffer.from('a\nbbbbb'), limit).to)).toEqual([2, 5])
  })

  it('with what follows gives the text back: the resume place is where the kept part ends', () => {
    fc.assert(
      fc.property(odd, fc.integer({ min: 0, max: 300 }), (text, limit) => {
        const data = Buffer.from(text)
        const cut = cutHead(data, limit)
        expect(cut.to).toBeLessThanOrEqual(limit)
        expect(byteAt(data, cut)).toBe(cut.to)
        expect(data.toString('utf8', 0, cut.to) + data.toString('utf8', cut.to)).toBe(text)
      }),
    )
  })

  it('needs only the start of the text, with the margin', () => {
    fc.assert(
      fc.property(odd, fc.integer({ min: 1, max: 200 }), (text, limit) => {
        const data = Buffer.from(text.repeat(4))
        expect(cutHead(data.subarray(0, limit + 1_024), limit)).toEqual(cutHead(data, limit))
      }),
    )
  })
})

describe('cutTail', () => {
  it('keeps whole lines at the end, or the end of a huge one', () => {
    expect(cutTail(Buffer.from('one\ntwo\nthree'), 10)).toBe(4)
    expect(cutTail(Buffer.from('x'.repeat(50)), 10)).toBe(40)
    expect(cutTail(Buffer.from('abc'), 10)).toBe(0)
    expect(cutTail(Buffer.from('aa\nb\ncccccc'), 8)).toBe(3)
    // A whole line that takes half of the room is enough, less is not.
    expect(cutTail(Buffer.from(`${'x'.repeat(15)}\nbbbbb`), 10)).toBe(16)
    expect(cutTail(Buffer.from(`${'x'.repeat(15)}\nbbbb`), 10)).toBe(10)
  })

  it('never keeps more than asked and never splits a character', () => {
    fc.assert(
      fc.property(odd, fc.integer({ min: 0, max: 300 }), (text, limit) => {
        const data = Buffer.from(text)
        const start = cutTail(data, limit)
        expect(data.length - start).toBeLessThanOrEqual(Math.max(limit, 0))
        expect(ends(text)).toContain(start)
      }),
    )
  })
})

describe('cuts by characters', () => {
  it('count UTF-16 units, as the seeds do, and round to whole graphemes', () => {
    const text = 'a'.repeat(10) + '😀'.repeat(10)
    expect(cutHeadChars(Buffer.from(text), 11).to).toBe(10)
    expect(cutHeadChars(Buffer.from(text), 12).to).toBe(14)
    expect(cutTailChars(Buffer.from(text), 3)).toBe(Buffer.byteLength(text) - 4)
    expect(cutTailChars(Buffer.from('ab'), 0)).toBe(2)
  })

  it('never keep more than asked', () => {
    fc.assert(
      fc.property(odd, fc.integer({ min: 0, max: 200 }), (text, chars) => {
        const data = Buffer.from(text)
        expect(data.toString('utf8', 0, cutHeadChars(data, chars).to).length).toBeLessThanOrEqual(chars)
        expect(data.toString('utf8', cutTailChars(data, chars)).length).toBeLessThanOrEqual(chars)
      }),
    )
  })
})

describe('errorLines', () => {
  it('finds the lines that tell of an error, newest first within the budget', () => {
    const text = 'start\nerror: one\nfine\nError: two\nat x\nFAILED three\nend\n'
    const data = Buffer.from(text)
    const all = errorLines(data, 0, data.length, 1_000)
    expect(all.map(({ from, to }) => text.slice(from, to))).toEqual(['error: one\n', 'Error: two\n', 'FAILED three\n'])
    const few = errorLines(data, 0, data.length, 14)
    expect(few.map(({ from, to }) => text.slice(from, to))).toEqual(['FAILED three\n'])
    const both = [13, 23, 24].map((budget) => errorLines(data, 0, data.length, budget).length)
    expect(both).toEqual([1, 1, 2])
    const long = (size: number) => Buffer.from(`error ${'x'.repeat(size - 7)}\n`)
    expect([400, 401].map((size) => errorLines(long(size), 0, size, 1_000).length)).toEqual([1, 0])
    const next = Buffer.from('\nerror a\nerror b\nok\n')
    expect(errorLines(next, 0, next.length, 100)).toEqual([{ from: 1, to: 17 }])
    expect(errorLines(next, 3, next.length, 100)).toEqual([{ from: 9, to: 17 }])
  })
})

it('a cut behind the last byte keeps all, one at the first nothing; a short line is not part of the error before it', () => {
  const text = Buffer.from('failed\nb\nc')
  expect([cutHead(text, 10), cutHead(text, 0)].map(({ to }) => to)).toEqual([10, 0])
  expect(cutHead(Buffer.from('\nabc'), 1)).toEqual({ to: 1, line: 2 })
  expect(errorLines(text, 0, 9, 100)).toEqual([{ from: 0, to: 7 }])
})
