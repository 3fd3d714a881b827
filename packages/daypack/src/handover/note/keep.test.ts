import { describe, expect, test } from 'vitest'
import { question } from './ask.ts'
import { keepOf, withoutKeep } from './keep.ts'
import { body } from './parse.ts'

describe('lines for later sessions', () => {
  test('are asked for behind the note, in the language of the settings, and only where memory takes them', () => {
    expect(question({ maxChars: 3_000 })).not.toContain('<keep>')
    const asked = question({ maxChars: 3_000, keep: true, previous: '## Goal' })
    expect(asked.indexOf('<keep>')).toBeGreaterThan(asked.indexOf('<summary>'))
    expect(asked).toContain('only what is new since the earlier note')
    const zh = question({ maxChars: 3_000, keep: true, language: 'zh' })
    expect(zh).toContain('在 </summary> 之后的 <keep> … </keep> 中')
    expect(zh).toContain('- 用户的个人信息和偏好；')
  })

  test('are never part of the note, wherever they stand', () => {
    const lines = '- Preference: tea (1)\n- Fact: 住在柏林'
    for (const answer of [
      `<analysis>say <keep>- Fact: no</keep>?</analysis><summary>note</summary>\n<keep>\n${lines}\n</keep>`,
      `<keep>${lines}</keep><summary>note</summary>`,
      `<summary>note\n<keep>${lines}</keep></summary>`,
      `note <keep>${lines}</keep>`,
      // Cut off by the limit on answers: the last line may be half.
      `<summary>note</summary><keep>\n${lines}\n- Decision: we take Postg`,
    ]) {
      const given = withoutKeep(answer)
      expect([body(given.note), given.lines]).toEqual(['note', lines])
    }
    expect(withoutKeep('<summary>note</summary>').lines).toBe('')
    expect(withoutKeep('<summary>a `<keep>` tag is meant</summary>').note).toContain('a `<keep>` tag is meant')
  })

  test('are bounded, line by line', () => {
    const { lines } = withoutKeep(`<keep>${'- Fact: the same again and again\n'.repeat(500)}</keep>`)
    expect(lines.length).toBeLessThanOrEqual(4_000)
    expect(lines.endsWith('- Fact: the same again and again')).toBe(true)
  })

  test('what is no such thing is nothing', () => {
    for (const odd of [undefined, null, 'no', {}, { lines: '', from: 1, to: 2 }, { lines: 'a', from: '1', to: 2 }])
      expect(keepOf(odd)).toBeUndefined()
    expect(keepOf({ lines: 'a', from: 1, to: 2 })).toEqual({ lines: 'a', from: 1, to: 2 })
  })
})
