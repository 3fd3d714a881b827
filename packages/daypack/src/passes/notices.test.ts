import { describe, expect, it } from 'vitest'
import { readerNamed } from '../tools/reader.ts'
import { TOOLS } from '../tools/table.ts'
import { middle, preview, readOn, resumeCall, saved, terse, truncated, type NoticeFacts } from './notices.ts'

const facts: NoticeFacts = {
  tool: 'fetch',
  path: 'out.txt',
  isFile: false,
  totalLines: 50,
  totalBytes: 3_072,
  totalChars: 3_000,
  startLine: 4,
  head: { to: 900, line: 21 },
  keptBytes: 1_000,
  keptChars: 950,
  tailBytes: 0,
  hasErrors: false,
  reader: readerNamed('read_file', TOOLS),
}
const { path: _, ...unsaved } = facts
const CALL = '`read_file` with file_path=out.txt start_line=21'

describe('truncated', () => {
  const shown = (changes: Partial<NoticeFacts>) => truncated({ ...facts, ...changes }).text.split('\n')

  it('says how long the whole is, where the excerpt begins, how far it goes and which call reads on', () => {
    expect(truncated(facts)).toEqual({
      between: '\n[... 2072 bytes left out ...]\n',
      text: `<<<TRUNCATED>>>
The output above was truncated.
The full content is saved to the file and contains 50 lines in total.
This excerpt starts at line 4 and covers the next 1000 bytes.
If the current content is not enough, call ${CALL} to read more.`,
    })
  })

  it('covers the limit where that is known, else what stands before a gap, else all that is kept', () => {
    const covered = (changes: Partial<NoticeFacts>) => shown(changes)[3]
    expect(covered({ limitBytes: 1_024 })).toBe('This excerpt starts at line 4 and covers the next 1024 bytes.')
    expect(covered({ hasErrors: true })).toBe('This excerpt starts at line 4 and covers the next 900 bytes.')
    expect(covered({ tailBytes: 1 })).toBe(
      'This excerpt starts at line 4 and covers the next 900 bytes. The last 1 bytes follow after the gap.',
    )
  })

  it('names the file itself where only a part of it was read, and no place where it could not be saved', () => {
    expect(shown({ isFile: true })[2]).toBe('The full content is in the file itself; this call read 50 lines of it.')
    for (const whole of [{ isFile: true, isWholeFile: true }, { isWholeFile: false }])
      expect(shown(whole)[2]).toBe('The full content is saved to the file and contains 50 lines in total.')
    const lost = truncated(unsaved).text.split('\n')
    expect(lost[2]).toBe('The full content (3072 bytes, 50 lines) could not be saved to a file.')
    expect(lost).toHaveLength(4)
  })
})

describe('the other notices', () => {
  it('terse: one line, between head and tail where there is a tail', () => {
    const said = `[2072 of 3072 bytes left out; read on with ${CALL}]`
    expect(terse(facts)).toEqual({ text: `\n${said}` })
    expect(terse({ ...facts, tailBytes: 1 })).toEqual({ between: `\n${said}\n`, further: '\n[…]\n', text: '' })
    expect(terse(unsaved).text).toBe('\n[2072 of 3072 bytes left out; it could not be saved]')
  })

  it('saved: before the first lines, or the first bytes where the cut is inside of a line', () => {
    const size = '[Result too large (3.0 KB, 50 lines).'
    expect(saved(facts)).toEqual({
      before: `${size} Full output saved to out.txt. You can use read_file to see the full result.]\n\nPreview (first 20 lines):\n`,
      text: '',
    })
    expect(saved({ ...unsaved, head: { to: 900, line: 21, column: 2 } }).before).toBe(
      `${size} The full output could not be saved.]\n\nPreview (first 1000 bytes):\n`,
    )
  })

  it('middle: how many characters are missing, then the path', () => {
    const notice = middle((chars) => `${chars} gone`)
    expect(notice(facts)).toEqual({ between: '\n\n[... 2050 gone ...]\n\n', text: '\n\n[Full output: out.txt]' })
    expect(notice(unsaved).text).toBe('')
  })

  it('preview: what it is, where the rest is and the call that reads it', () => {
    expect(preview(facts).text).toBe(
      `\n[Preview: the first 1000 bytes. The full output (3.0 KB, 50 lines) is saved at out.txt. Read it with ${CALL}.]`,
    )
    expect(preview(unsaved).text).toBe('\n[Preview: the first 1000 bytes. The full output could not be saved.]')
  })
})

describe('the call that reads on', () => {
  const head = { to: 0, line: 7, column: 3 }
  const call = (reader: NoticeFacts['reader']) => resumeCall({ reader, path: 'p', head })

  it('is a command where the agent has a shell, and only a place where it has nothing', () => {
    expect(call({ name: 'bash', resume: 'shell' })).toBe("`bash`: sed -n '7,$p' 'p'")
    expect(call({ name: 'python', resume: 'script' })).toBe("`python`, as a shell command: sed -n '7,$p' 'p'")
    const none = { name: '', resume: 'shell' } as const
    expect(call(none)).toBe('p from line 7 on')
    expect(readOn({ reader: none, path: 'p', head })).toBe('the rest is in p from line 7 on')
  })

  it('names line and column only where the tool takes them', () => {
    expect(call({ name: 'open', resume: { path: 'file' } })).toBe('`open` with file=p')
    expect(call({ name: 'open', resume: { path: 'file', line: 'at' } })).toBe('`open` with file=p at=7')
    expect(call({ name: 'open', resume: { path: 'file', line: 'at', column: 'col' } })).toBe(
      '`open` with file=p at=7 col=3',
    )
  })
})
