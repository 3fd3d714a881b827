import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedUnits } from './bounded.ts'
import { citation } from '../../notes/citation.ts'
import { markdownUnits } from './markdown.ts'
import { roughTokens } from './rough.ts'
import { isDialogue, speakerOf } from './speaker.ts'
import { textUnits } from './text.ts'

const bound = (maxTokens = 220) => ({ maxTokens, count: roughTokens })

const NOTE = `---
title: a day
---
# Day
First paragraph
on two lines.

## Work
- one item
  that goes on
  - nested item
> quoted

| name | value |
|---|---|
| a | 1 |
| b | 2 |

\`\`\`ts
const x = 1

const y = 2
\`\`\`
[ref]: http://example.org

## Talk
Anna: hello there
Ben: hi
  again

## Nothing here
`

describe('markdownUnits', () => {
  it('cuts by list item, paragraph, table, fence and turn, with headings and lines', () => {
    expect(
      markdownUnits(NOTE, bound()).map(({ startLine, endLine, heading, speaker }) => [
        startLine,
        endLine,
        heading,
        speaker,
      ]),
    ).toEqual([
      [1, 3, '', undefined],
      [5, 6, 'Day', undefined],
      [9, 10, 'Day > Work', undefined],
      [11, 11, 'Day > Work', undefined],
      [12, 12, 'Day > Work', undefined],
      [14, 17, 'Day > Work', undefined],
      [19, 23, 'Day > Work', undefined],
      [24, 24, 'Day > Work', undefined],
      [27, 27, 'Day > Talk', 'Anna'],
      [28, 29, 'Day > Talk', 'Ben'],
      [31, 31, 'Day > Nothing here', undefined],
    ])
  })

  it('repeats the header of a long table', () => {
    const rows = Array.from({ length: 40 }, (_, index) => `| row${index} | ${'word '.repeat(5)}|`)
    const units = markdownUnits(['| a | b |', '|---|---|', ...rows].join('\n'), bound(60))
    expect(units.length).toBeGreaterThan(5)
    for (const unit of units) expect(unit.text.startsWith('| a | b |\n|---|---|\n| row')).toBe(true)
    expect(units.at(-1)?.endLine).toBe(42)
  })

  it('marks the later parts of a paragraph, in pieces of about the same size', () => {
    const units = markdownUnits('This is one sentence of a long paragraph. '.repeat(40), bound(100))
    expect(units.map(({ continues }) => continues ?? false)).toEqual([false, ...units.slice(1).map(() => true)])
    const sizes = units.map(({ text }) => roughTokens(text))
    expect(Math.min(...sizes)).toBeGreaterThan(Math.max(...sizes) / 2)
  })

  it('holds the bound for one line of a megabyte, whatever it is made of', () => {
    for (const text of [
      'x'.repeat(1 << 20),
      'word '.repeat(200_000),
      '中文'.repeat(300_000),
      '😀'.repeat(100_000),
      '. '.repeat(300_000),
    ]) {
      const sizes = markdownUnits(text, bound()).map((unit) => roughTokens(unit.text))
      expect(sizes.reduce((most, size) => Math.max(most, size), 0)).toBeLessThanOrEqual(220)
    }
  })

  it('holds the bound for any text, and loses no word', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom(
        '# Head',
        '- item',
        '  - deep',
        '| a | b |',
        '|---|---|',
        '```',
        '> quote',
        '',
        '---',
        'Anna: hi',
        '1. one',
        '    code',
        '[x]: y',
        '<div>',
        '\t',
      ),
      fc.string({ unit: fc.constantFrom('a', ' ', '中', '。', '😀', '\u0301'), minLength: 50, maxLength: 300 }),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), fc.integer({ min: 4, max: 60 }), (lines, maxTokens) => {
        const text = lines.join('\n')
        const units = markdownUnits(text, bound(maxTokens))
        for (const unit of units) {
          expect(roughTokens(unit.text)).toBeLessThanOrEqual(maxTokens)
          expect(unit.startLine).toBeGreaterThanOrEqual(1)
          expect(unit.endLine).toBeGreaterThanOrEqual(unit.startLine)
          expect(unit.endLine).toBeLessThanOrEqual(text.split(/\r\n|\n|\r/).length)
        }
        const kept = units.map((unit) => unit.text + unit.heading).join('')
        const missing = [...text.matchAll(/[\p{L}\p{N}]/gu)].filter(([char]) => !kept.includes(char))
        expect(missing).toEqual([])
      }),
    )
  })

  it('holds the bound under a counter that disagrees with ours', () => {
    const count = (text: string): number => Buffer.byteLength(text)
    for (const unit of markdownUnits(NOTE.repeat(3), { maxTokens: 40, count }))
      expect(count(unit.text)).toBeLessThanOrEqual(40)
    for (const unit of textUnits('äöü '.repeat(100), { maxTokens: 7, count }))
      expect(count(unit.text)).toBeLessThanOrEqual(7)
  })
})

it('holds the bound for units cut by others, on their own lines', () => {
  const turn = { startLine: 7, endLine: 7, heading: '', speaker: 'user', text: 'One sentence of many. '.repeat(100) }
  const units = boundedUnits([turn, { ...turn, startLine: 8, endLine: 8, text: 'short' }], bound(50))
  expect(units.length).toBeGreaterThan(5)
  for (const unit of units) expect(roughTokens(unit.text)).toBeLessThanOrEqual(50)
  expect(units.slice(0, -1).every((unit) => unit.startLine === 7 && unit.speaker === 'user')).toBe(true)
  expect(units.slice(0, -1).map((unit) => 'continues' in unit)).toEqual(units.slice(0, -1).map((_, nth) => nth > 0))
  expect(units.at(-1)?.text).toBe('short')
})

describe('speakers', () => {
  it.each([
    ['Caroline: hi', 'Caroline'],
    ['- **Anna**: hi', 'Anna'],
    ['**Anna:** hi', 'Anna'],
    ['<Bart>: "Hey"', 'Bart'],
    ['[10:31] Ben Miller: yes', 'Ben Miller'],
    ['小明：你好', '小明'],
    ['D1:3 Caroline: hey', 'Caroline'],
    ['- **Mel** (1:56 pm): hey', 'Mel'],
    ['user: what?', 'user'],
  ])('%s', (line, name) => expect(speakerOf(line)).toBe(name))

  it.each([
    'Note: remember',
    ['TO', 'DO: fix'].join(''),
    'https://example.org',
    'just text',
    'We said that it works: yes',
    '- Decision: use X',
    'time 10:30',
  ])('no turn: %s', (line) => expect(speakerOf(line)).toBeUndefined())

  it('takes a paragraph for a dialogue only when most lines are turns', () => {
    expect(isDialogue(['A: x', 'B: y'])).toBe(true)
    expect(isDialogue(['A: x', 'plain', 'plain', 'plain'])).toBe(false)
  })
})

it('cites lines', () => {
  expect(citation('memory/a.md', 10, 24)).toBe('memory/a.md#L10-L24')
  expect(citation('MEMORY.md', 3, 3)).toBe('MEMORY.md#L3')
})
