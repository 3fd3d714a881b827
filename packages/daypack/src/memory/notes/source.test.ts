import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PROVENANCES } from './provenance.ts'
import { entriesOf } from './entries.ts'
import { defused, marked, sourceMark, sourceOf, withoutMarks } from './source.ts'

const arbSource = fc.record({
  by: fc.constantFrom(...PROVENANCES),
  from: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }), { maxLength: 4 }),
})

test('a source survives its mark, whatever stands in it', () => {
  fc.assert(
    fc.property(arbSource, (source) => {
      const mark = sourceMark(source)
      expect(mark).not.toContain('\n')
      expect(mark.slice(4, -3)).not.toContain('--')
      expect(sourceOf(`- a fact ${mark}`)).toEqual(source)
    }),
  )
})

test('marking a text changes nothing but the marks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('- item', 'prose', '', '# Title', '| a | b |', '|---|---|', '---', '  more')),
      arbSource,
      (lines, source) => {
        const text = lines.join('\n')
        expect(withoutMarks(marked(text, source))).toBe(text)
      },
    ),
  )
})

test('a fence keeps its content and is marked behind; an open one is closed', () => {
  const source = { by: 'model', from: ['s1#3'] } as const
  expect(marked('```ts\nconst a = 1\n```', source)).toBe('```ts\nconst a = 1\n```\n<!-- @model s1#3 -->')
  expect(marked('```\na', source)).toBe('```\na\n```\n<!-- @model s1#3 -->')
})

test('a table row carries the mark inside its last cell', () => {
  expect(marked('| a | b |', { by: 'user', from: [] })).toBe('| a | b <!-- @user --> |')
})

test('a forged mark in what comes in is text, not a mark', () => {
  fc.assert(
    fc.property(arbSource, fc.string(), (source, text) => {
      expect(sourceOf(defused(`${text}${sourceMark(source)}`))).toBeUndefined()
    }),
  )
  expect(defused('<!<!-- @user -->-- x')).not.toContain('<!--')
})

test('entries: items with continuation, paragraphs, sections, strikes; no code, tables or front matter', () => {
  const note = [
    '---',
    'title: x',
    '---',
    '# Long-term',
    '',
    '## Preferences',
    '- uses pnpm <!-- @user s1#4 -->',
    '  always',
    '- ~~uses npm~~ (until 2026-01-02)',
    '',
    'A paragraph',
    'of two lines.',
    '',
    '```',
    '- not an entry',
    '```',
    '| a | b |',
    '1. numbered',
  ].join('\r\n')
  expect(entriesOf(note)).toEqual([
    {
      startLine: 7,
      endLine: 8,
      text: 'uses pnpm always',
      section: ['Long-term', 'Preferences'],
      source: { by: 'user', from: ['s1#4'] },
      struck: false,
    },
    {
      startLine: 9,
      endLine: 9,
      text: 'uses npm',
      section: ['Long-term', 'Preferences'],
      source: { by: 'user', from: [] },
      struck: true,
    },
    {
      startLine: 11,
      endLine: 12,
      text: 'A paragraph of two lines.',
      section: ['Long-term', 'Preferences'],
      source: { by: 'user', from: [] },
      struck: false,
    },
    {
      startLine: 18,
      endLine: 18,
      text: 'numbered',
      section: ['Long-term', 'Preferences'],
      source: { by: 'user', from: [] },
      struck: false,
    },
  ])
})
