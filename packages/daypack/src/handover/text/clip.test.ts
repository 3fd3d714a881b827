import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { clip, clipList, clipMiddle, clipOutput, list } from './clip.ts'
import { clipSpeech } from './sentences.ts'

describe('clipSpeech', () => {
  it('keeps the end, the question and the head of every item before the middle', () => {
    const said = [
      'There it is.',
      'The cause is a long story that goes through three modules and back again, and none of it matters here at all.',
      '1. The lock is taken twice. It was added in March by hand and nobody noticed for a while.',
      '2. The queue drops the last entry. That was known before.',
      '3. The log hides both. It was always so.',
      'So I would take the queue. Shall I mend it now?',
    ].join('\n')
    const cut = clipSpeech(said, 190)
    expect(cut.length).toBeLessThanOrEqual(190)
    for (const part of ['The lock is taken twice.', 'The queue drops the last entry.', 'The log hides both.'])
      expect(cut).toContain(part)
    expect(cut).toMatch(/So I would take the queue\. Shall I mend it now\?$/)
    expect(cut).not.toContain('There it is.')
  })

  it('tells a heading, a lead-in and code with what follows them or not at all', () => {
    const text = `## Cause\nThe cache key lacks the tenant, so 2 tenants share a page.\n## Notes\nWhat I tried first:\n${'Some words that say little. '.repeat(8)}\n\`\`\`ts\nconst key = url\nconst page = cache.get(key)\n\`\`\`\nThe fix adds the tenant to the key.`
    const cut = clipSpeech(text, 160)
    expect(cut).toContain('lacks the tenant')
    expect(cut).toContain('adds the tenant')
    expect(cut).not.toMatch(/Notes|tried first|const/)
  })

  it('ends sentences where Chinese and Japanese end them', () => {
    const said = `${'我先看了很多文件，没有什么特别的地方。'.repeat(20)}问题在第三个模块。要现在修吗？`
    expect(clipSpeech(said, 80)).toMatch(/问题在第三个模块。\s?要现在修吗？$/)
  })

  it('never goes over, never breaks a character', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 600 }),
      fc.lorem({ maxCount: 60, mode: 'sentences' }),
    )
    fc.assert(
      fc.property(text, fc.integer({ min: 8, max: 500 }), (given, max) => {
        for (const cut of [clipSpeech(given, max), clipList(given, max)]) {
          expect(cut.length).toBeLessThanOrEqual(Math.max(max, 40) + 24)
          expect(cut.isWellFormed() || !given.isWellFormed()).toBe(true)
        }
      }),
    )
  })

  it('is linear', () => {
    expect(clipSpeech('a. '.repeat(400_000), 500).length).toBeLessThanOrEqual(500)
    expect(clipSpeech('- '.repeat(500_000), 500).length).toBeLessThanOrEqual(500)
  })
})

test.each<[string, string, string]>([
  ['none that is cut', clip('one two three', 10), 'one two …'],
  ['a long one is', clip('one twothreefour', 10), 'one twoth…'],
  [
    'one longer than a name too',
    clip(`${'a '.repeat(60)}${'x'.repeat(60)}`, 170),
    `${'a '.repeat(60)}${'x'.repeat(49)}…`,
  ],
  ['between any characters of some scripts', clip('one two three 先看了很多文件', 18), 'one two three 先看了…'],
  ['no number', clip('it costs about 12,345.67 in all', 20), 'it costs about …'],
  ['both ends that meet', clipMiddle('0123456789abcde', 5, 5), '0123456789abcde'],
  ['both ends', clipMiddle('01234 789abcde f', 6, 4), '01234… … de f'],
  ['and how many more', list(['a', 'b', 'c'], 2, '; '), 'a; b and 1 more'],
  ['lines as many as fit', clipList('a\nb\nc', 4), 'a\n… and 2 more'],
  ['two in 128', clipList(`a\nb\n${'c '.repeat(80)}`, 128), 'a\nb\n… and 1 more'],
  ['an output by its ends', clipOutput('1\n2\n3\n4\n5\n6', '1\n2\n3\n4\n5\n6', 20), '1\n2\n3\n…\n6'],
  ['by what it says first', clipOutput('1\n2\n3\nbad\n5\n6', 'FAILED: bad', 20), '1\n2\n…\nbad\n…'],
  ['what it says counts once', clipOutput('1\n2\n3\n4\n5\n6', '1', 20), '1\n2\n3\n…\n6'],
  ['by that alone', clipOutput('a long line\nanother one', 'so it is', 12), 'so it is'],
])('in less room: %s', (_, cut, told) => {
  expect(cut).toBe(told)
})
