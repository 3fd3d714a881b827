import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipList } from './clip.ts'
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
