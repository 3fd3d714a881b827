// Where the tools of the chat stop: long answers, many files, commands that take too long or write too much.
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { fieldsOf, needed, numberAt, textAt } from './input.ts'
import { grepTool, listTool } from './look.ts'
import { fileReader, readTool } from './read.ts'
import { execute, shellTool } from './shell.ts'
import { editTool, writeTool } from './write.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'daypack-bounds-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
})
const put = (name: string, text: string | Buffer) => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
  writeFileSync(path.join(root, name), text)
}
const signal = new AbortController().signal
const folder = () => ({ root, workspace: path.join(root, '.daypack') })
const tools = () => [
  readTool(folder(), undefined),
  listTool(folder()),
  grepTool(folder()),
  writeTool(folder()),
  editTool(folder()),
]
const run = async (name: string, input: object, by: AbortSignal = signal) =>
  tools()
    .find((tool) => tool.name === name)
    ?.run(input, { signal: by })

describe('read_file', () => {
  const read = (input: object = {}) => run('read_file', { path: 'a.txt', ...input })
  test('whole or from line to line, and where to go on', async () => {
    put('a.txt', 'one\ntwo\nthree\nfour\n')
    expect([await read({ start_line: 0 }), await read({ start_line: 2 }), await read({ end_line: 2 })]).toEqual([
      'one\ntwo\nthree\nfour',
      'two\nthree\nfour\n[lines 2 to 4 of 4]',
      'one\ntwo\n[lines 1 to 2 of 4]',
    ])
    expect([await read({ end_line: 9 }), await read({ start_line: 4, end_line: 4 })]).toEqual([
      'one\ntwo\nthree\nfour',
      'four\n[lines 4 to 4 of 4]',
    ])
    expect([await read({ start_column: 2 }), await read({ start_line: 2, start_column: 3 })]).toEqual([
      'ne\ntwo\nthree\nfour\n[lines 1 to 4 of 4]',
      'o\nthree\nfour\n[lines 2 to 4 of 4]',
    ])
    await expect(read({ start_line: 5 })).rejects.toThrow('a.txt has 4 lines; start_line 5 is past its end.')
  })
  test('an answer of 256,000 bytes and no more, and how to go on from there', async () => {
    const line = 'x'.repeat(99)
    put('a.txt', Array.from({ length: 2_560 }, () => line).join('\n'))
    expect((await read())?.endsWith('x')).toBe(true)
    put('a.txt', Array.from({ length: 2_561 }, () => line).join('\n'))
    expect((await read())?.endsWith('x\n[lines 1 to 2560 of 2561; continue with start_line=2561]')).toBe(true)
    put('a.txt', `${'y'.repeat(300_000)}\nend`)
    const long = await read()
    expect(long?.endsWith('y\n[lines 1 to 1 of 2; continue with start_line=1 start_column=256001]')).toBe(true)
    expect((await read({ start_line: 1, start_column: 256_001 }))?.length).toBe(
      44_000 + 1 + 3 + '\n[lines 1 to 2 of 2]'.length,
    )
  })
  test('what is empty or no text says so', async () => {
    put('a.txt', '')
    expect(await read()).toBe('[a.txt is empty]')
    put('a.txt', Buffer.concat([Buffer.alloc(7_999, 'a'), Buffer.from([0])]))
    await expect(read()).rejects.toThrow('a.txt is not text (8000 bytes).')
    put('a.txt', Buffer.concat([Buffer.alloc(8_000, 'a'), Buffer.from([0])]))
    expect((await read())?.length).toBe(8_001)
  })
  test('for a hand-over: what is text and no larger than any of them', async () => {
    const given = fileReader(folder())
    put('a.txt', 'x'.repeat(1_000_000))
    expect((await given('a.txt'))?.length).toBe(1_000_000)
    put('a.txt', 'x'.repeat(1_000_001))
    expect(await given('a.txt')).toBeUndefined()
  })
})

describe('list_files and grep_search', () => {
  test('five hundred files, two hundred lines, three hundred characters of each', async () => {
    for (let at = 0; at < 500; at++) put(`many/${String(at).padStart(3, '0')}`, '')
    expect((await run('list_files', { directory: 'many' }))?.split('\n')).toHaveLength(500)
    put('many/500', '')
    expect((await run('list_files', { path: 'many' }))?.split('\n').at(-1)).toBe(
      '[the first 500; name a folder to see more]',
    )
    put('a.txt', `${'hit '.repeat(100)}\n`.repeat(200))
    const lines = (await run('grep_search', { query: 'HIT', path: 'a.txt' }))?.split('\n') ?? []
    expect([lines.length, lines[0]?.length, lines.at(-1)]).toEqual([
      201,
      'a.txt:1: '.length + 300,
      '[the first 200; narrow the pattern or the path]',
    ])
  })
  test('in order; links are not followed, files of two megabytes and those that are no text are left out', async () => {
    for (const name of ['b.ts', 'a.ts', 'sub/c.ts', 'dist/d.ts']) put(name, 'word')
    symlinkSync(path.join(root, 'a.ts'), path.join(root, 'link.ts'))
    put('binary.ts', 'word\0')
    put('large.ts', 'word'.padEnd(2_000_001))
    expect(await run('grep_search', { pattern: 'word' })).toBe('a.ts:1: word\nb.ts:1: word\nsub/c.ts:1: word')
    put('large.ts', 'word'.padEnd(2_000_000))
    expect(await run('grep_search', { pattern: 'word', extension: 'e.ts' })).toMatch(/^large\.ts:1: word/)
    expect(await run('list_files', { path: 'sub' })).toBe('c.ts (4 bytes)')
    await expect(run('list_files', {}, AbortSignal.abort())).rejects.toThrow()
  })
})

test('write_file and edit_file say what they did', async () => {
  expect(await run('write_file', { path: 'deep/a.txt', text: 'é\ntwo' })).toBe('Wrote deep/a.txt: 2 lines, 6 bytes.')
  expect(statSync(path.join(root, 'deep/a.txt')).mode & 0o111).toBe(0)
  const edit = (more: object) => run('edit_file', { path: 'deep/a.txt', ...more })
  expect(await edit({ old_text: 'two', new_text: 'two two two' })).toBe('Changed deep/a.txt at line 2.')
  expect(await edit({ old_string: 'two', new_string: 'x', replace_all: 'true' })).toBe(
    'Changed deep/a.txt at line 2 and 2 more places.',
  )
  await expect(edit({ old_string: '', new_string: 'x' })).rejects.toThrow('old_string is empty')
  await expect(edit({ new_string: 'x' })).rejects.toThrow('old_string is missing.')
})

describe('a command', () => {
  const options = () => ({ cwd: root, hidden: [] })
  test('that takes too long or writes too much is stopped', async () => {
    expect(await execute('echo begun; sleep 20', 0.3, options(), signal)).toBe(
      'Error: stopped after 0.3 seconds.\nbegun',
    )
    expect(await execute('sleep 20', undefined, { ...options(), timeoutSeconds: 0.2 }, signal)).toContain(
      'stopped after 0.2',
    )
    expect(
      (await execute('yes | head -c 17000000', 20, options(), signal)).startsWith(
        'Error: stopped because it wrote too much.',
      ),
    ).toBe(true)
    expect(await execute('true', 5, options(), signal)).toBe('[no output]')
    expect(await execute('exit 3', 5, options(), signal)).toBe('[exit code 3]\n')
  })
  test('runs as long as the model wants, and no longer than the user', async () => {
    const tool = shellTool({ ...options(), isAllowed: true, timeoutSeconds: 1, ui: {} as never })
    const said = (seconds: number) => tool.run({ command: 'sleep 20', timeout_seconds: seconds }, { signal })
    expect([await said(1), await said(9)]).toEqual([
      'Error: stopped after 1 seconds.\n',
      'Error: stopped after 1 seconds.\n',
    ])
  })
})

test('input is taken as it comes: other names, numbers as texts', () => {
  const fields = fieldsOf({ a: '7', b: 8.9, c: ' ', d: 'x', e: Infinity })
  expect([
    numberAt(fields, 'a'),
    numberAt(fields, 'b'),
    numberAt(fields, 'c'),
    numberAt(fields, 'd', 'b'),
    numberAt(fields, 'e'),
  ]).toEqual([7, 8, undefined, 8, undefined])
  expect([textAt(fields, 'b', 'd'), textAt(fields, 'none'), needed(fields, 'none', 'd')]).toEqual(['x', undefined, 'x'])
  expect(() => needed(fields, 'first', 'second')).toThrow('first is missing.')
})
