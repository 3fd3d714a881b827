import { describe, expect, it } from 'vitest'
import { truncateText } from './truncate-text.ts'

describe('truncateText', () => {
  const text = 'line\n'.repeat(100)
  const notice = (lines: number, start: number, bytes: number, more = '') =>
    `<<<TRUNCATED>>>\nThe output above was truncated.\nThe full content is saved to the file and contains ${lines} lines in total.\nThis excerpt starts at line ${start} and covers the next ${bytes} bytes.${more}`
  const call = (line: number) =>
    `\nIf the current content is not enough, call \`read_file\` with file_path=a.txt start_line=${line} to read more.`

  it('leaves what fits, to the byte; of the rest whole lines stay, with a notice', () => {
    expect(truncateText(text, { maxBytes: 500 })).toBe(text)
    expect(truncateText(text, { maxBytes: 499 })).toBe(`${'line\n'.repeat(99)}${notice(100, 1, 499)}`)
    expect(truncateText(`${text}end`, { maxBytes: 499 })).toBe(`${'line\n'.repeat(99)}${notice(101, 1, 499)}`)
    expect(truncateText('x'.repeat(51_201))).toContain('covers the next 51200 bytes')
    expect(truncateText('x'.repeat(20), { maxBytes: 7 })).toBe(`${'x'.repeat(7)}\n${notice(1, 1, 7)}`)
  })

  it('names the file and its line to read on, as the caller knows them', () => {
    const options = { maxBytes: 50, filePath: 'a.txt', startLine: 41, totalLines: 900 }
    expect(truncateText(text, options)).toBe(`${'line\n'.repeat(10)}${notice(900, 41, 50, call(51))}`)
  })

  it('cuts its own output again, from the same file, unless it is over by 100 bytes at most', () => {
    const once = truncateText(text, { maxBytes: 200, filePath: 'a.txt', startLine: 5 })
    expect(truncateText(once, { maxBytes: 100 })).toBe(once)
    expect(truncateText(once, { maxBytes: 99 })).toBe(`${'line\n'.repeat(19)}${notice(100, 5, 99, call(24))}`)
    const nameless = truncateText(text, { maxBytes: 200 })
    expect(truncateText(nameless, { maxBytes: 50 })).toBe(`${'line\n'.repeat(10)}${notice(100, 1, 50)}`)
  })
})
