import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { preambleOf } from '../preamble.ts'
import { chatTools } from './index.ts'
import { fileReader } from './read.ts'
import { readReal, writeReal } from './real-file.ts'
import type { ShellOptions } from './shell.ts'

let root: string
let asked: string[]
let answer: string | undefined
let shell: ShellOptions

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'daypack-tools-'))
  asked = []
  answer = 'y'
  const ask = (question: string) => Promise.resolve((asked.push(question), answer))
  shell = {
    cwd: root,
    hidden: ['SECRET_KEY'],
    isAllowed: false,
    timeoutSeconds: 20,
    ui: { line() {}, write() {}, unfolding() {}, meter() {}, ask, width: 80 },
  }
})
afterEach(() => rmSync(root, { recursive: true }))

function run(name: string, input: unknown, signal = new AbortController().signal): Promise<string> {
  const stored = { name: 'read_ref', description: '', inputSchema: {}, run: () => 'from the store' }
  const tools = chatTools({ root, workspace: path.join(root, '.daypack') }, shell, [stored])
  return Promise.resolve(tools.find((tool) => tool.name === name)?.run(input, { signal }) ?? 'no such tool')
}
const file = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
  writeFileSync(path.join(root, name), text)
}

test('F-02: hand-overs read the files of the folder, and only those', async () => {
  const read = fileReader({ root, workspace: path.join(root, '.daypack') })
  file('a.txt', 'one\n')
  file('picture', 'a\0b')
  file('.daypack/log/x.jsonl', '{}')
  expect(await read('a.txt')).toBe('one\n')
  expect(await read(path.join(root, 'a.txt'))).toBe('one\n')
  expect(await read('picture')).toBeUndefined()
  for (const name of ['../x', '/etc/hosts', '.daypack/log/x.jsonl']) await expect(read(name)).rejects.toThrow()
})

describe('read_file', () => {
  test('F-16: days of the dialog are read from the store, by the path as written', async () => {
    mkdirSync(path.join(root, '.daypack', 'dialog'), { recursive: true })
    const day = 'dialog/2026-11-15.jsonl'
    for (const name of [day, `.daypack/${day}`, path.join(root, '.daypack', day)])
      expect([name, await run('read_file', { file_path: name })]).toEqual([name, 'from the store'])
    file(day, 'mine')
    expect(await run('read_file', { file_path: day })).toBe('mine')
    await expect(run('write_file', { file_path: `.daypack/${day}`, content: 'x' })).rejects.toThrow('belongs to')
  })

  test('2A2, 2A4, 2A5: notes are read and written by their names, wherever they are', async () => {
    expect(await run('write_file', { file_path: 'MEMORY.md', content: '- tabs\n' })).toContain('Wrote MEMORY.md')
    expect(readFileSync(path.join(root, '.daypack/MEMORY.md'), 'utf8')).toBe('- tabs\n')
    await run('edit_file', { file_path: 'MEMORY.md', old_string: 'tabs', new_string: 'spaces' })
    expect(await run('read_file', { file_path: 'MEMORY.md' })).toBe('- spaces')
    file('memory/2026-11-15.md', '- of the project')
    expect(await run('read_file', { file_path: 'memory/2026-11-15.md' })).toBe('- of the project')
    await expect(run('read_file', { file_path: 'memory/../../x.md' })).rejects.toThrow('outside')
  })

  test('2A2: a workspace that is the working folder keeps only what is its own', async () => {
    file('src/a.ts', 'a')
    file('log/s.jsonl', '{}')
    const tools = chatTools({ root, workspace: root }, shell, [])
    const read = (name: string) =>
      tools
        .find((tool) => tool.name === 'read_file')
        ?.run({ file_path: name }, { signal: new AbortController().signal })
    expect(await read('src/a.ts')).toBe('a')
    await expect(read('log/s.jsonl')).rejects.toThrow("belongs to Daypack's workspace")
  })
})

test.each(['../outside.txt', '/etc/passwd', 'link/passwd', '.daypack/log/x.jsonl'])(
  '%s is not the agent’s business',
  async (name) => {
    mkdirSync(path.join(root, '.daypack', 'log'), { recursive: true })
    symlinkSync('/etc', path.join(root, 'link'))
    for (const tool of ['read_file', 'write_file', 'edit_file'])
      await expect(run(tool, { file_path: name, content: 'x', old_string: 'a', new_string: 'b' })).rejects.toThrow(
        /outside|belongs to Daypack's workspace/,
      )
  },
)

test('what is written in place of a passage stands as it was given', async () => {
  file('src/a.ts', 'a\nb\n')
  await run('edit_file', { file_path: 'src/a.ts', old_string: 'b', new_string: '$&' })
  expect(readFileSync(path.join(root, 'src/a.ts'), 'utf8')).toBe('a\n$&\n')
})

test('where names differ by case alone, a file is read by any of them, as the disk has it', async () => {
  file('README.md', 'the readme')
  // What macOS and Windows answer; this disk knows no readme.md.
  const native = realpathSync.native
  const answered = vi.spyOn(realpathSync, 'native').mockImplementation((name) => {
    const on = path.join(native(root), 'README.md')
    return String(name).toLowerCase() === on.toLowerCase() ? on : native(name, 'utf8')
  })
  expect(await run('read_file', { file_path: 'readme.md' })).toBe('the readme')
  answered.mockRestore()
  await expect(run('read_file', { file_path: 'readme.md' })).rejects.toThrow('ENOENT')
})

test('list and grep leave dependencies out and stand hostile patterns', async () => {
  file('src/a.ts', 'const 世界 = 1\nexport { 世界 }\n')
  file('node_modules/x/index.js', 'const 世界 = 2\n')
  expect(await run('list_files', {})).toBe(`src/a.ts (${Buffer.byteLength('const 世界 = 1\nexport { 世界 }\n')} bytes)`)
  expect(await run('grep_search', { pattern: 'CONST 世' })).toBe('src/a.ts:1: const 世界 = 1')
  expect(await run('grep_search', { pattern: '(a+)+$' })).toBe('[nothing found]')
  expect(await run('grep_search', { pattern: '世', extension: '.js' })).toBe('[nothing found]')
})

describe('run_shell', () => {
  test('asks first, takes no for an answer, and runs nothing where nobody can be asked', async () => {
    expect(await run('run_shell', { command: 'echo hi; echo there >&2' })).toBe('hi\nthere')
    expect(asked[0]).toContain('Run: echo hi')
    answer = 'n'
    expect(await run('run_shell', { command: 'touch no' })).toContain('did not allow')
    answer = undefined
    expect(await run('run_shell', { command: 'touch no' })).toContain('nobody to ask')
    expect(await run('list_files', {})).toBe('[no files]')
  })

  test('F-21: “always” is remembered; the exit code is told; the whole output is the answer (1C23)', async () => {
    answer = 'a'
    expect(await run('run_shell', { command: 'exit 3' })).toContain('[exit code 3]')
    const long = await run('run_shell', { command: 'seq 1 30000' })
    expect(asked).toHaveLength(1)
    expect(Buffer.byteLength(long)).toBe(168_893)
  })

  test('keys of the environment are not seen', async () => {
    process.env['SECRET_KEY'] = 'do not show'
    expect(await run('run_shell', { command: 'echo "[$SECRET_KEY]"' })).toBe('[]')
    delete process.env['SECRET_KEY']
  })

  test('stopping it ends what it started', async () => {
    const stop = new AbortController()
    const pid = path.join(root, 'pid')
    const running = run('run_shell', { command: `(sleep 300 & echo $! > ${pid}; wait)` }, stop.signal)
    const started = await until(() => readFileSync(pid, 'utf8').trim())
    stop.abort()
    expect(await running).toContain('stopped by the user')
    await until(() => (isAlive(Number(started)) ? '' : 'gone'))
  })
})

/** Asks again until there is an answer; the test's own time limit ends it. */
async function until(look: () => string): Promise<string> {
  for (;;) {
    try {
      const found = look()
      if (found !== '') return found
    } catch {}
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('F-64: links that leave the project', () => {
  const SECRET = 'outside-secret-4711'
  let outside: string
  beforeEach(() => {
    outside = mkdtempSync(path.join(tmpdir(), 'daypack-outside-'))
    writeFileSync(path.join(outside, 'secret.txt'), SECRET)
  })
  afterEach(() => rmSync(outside, { recursive: true }))

  test('are not read for instructions and skills, whatever part of the path is one', async () => {
    mkdirSync(path.join(root, '.git'))
    symlinkSync(path.join(outside, 'secret.txt'), path.join(root, 'AGENTS.md'))
    symlinkSync('/proc/self/environ', path.join(root, 'CLAUDE.md'))
    mkdirSync(path.join(root, 'skills', 'one'), { recursive: true })
    symlinkSync(path.join(outside, 'secret.txt'), path.join(root, 'skills', 'one', 'SKILL.md'))
    mkdirSync(path.join(outside, 'two'))
    writeFileSync(path.join(outside, 'two', 'SKILL.md'), SECRET)
    symlinkSync(path.join(outside, 'two'), path.join(root, 'skills', 'two'))
    symlinkSync(outside, path.join(root, '.agents'))
    mkdirSync(path.join(outside, 'skills', 'three'), { recursive: true })
    writeFileSync(path.join(outside, 'skills', 'three', 'SKILL.md'), SECRET)
    const { text, sources } = await preambleOf({}, root)
    expect(text).not.toContain(SECRET)
    expect(sources).toEqual([])
    file('NOTES.md', 'our own rules')
    rmSync(path.join(root, 'AGENTS.md'))
    symlinkSync('NOTES.md', path.join(root, 'AGENTS.md'))
    const own = await preambleOf({}, root)
    expect(own.text).toContain('our own rules')
  })

  test('are neither read nor written by a tool', async () => {
    symlinkSync(path.join(outside, 'secret.txt'), path.join(root, 'a.txt'))
    symlinkSync(outside, path.join(root, 'b'))
    symlinkSync(path.join(outside, 'new.txt'), path.join(root, 'c.txt'))
    for (const file_path of ['a.txt', 'b/secret.txt', 'c.txt', 'b/new.txt']) {
      await expect(run('read_file', { file_path })).rejects.toThrow(/outside|ENOENT/)
      await expect(run('write_file', { file_path, content: 'x' })).rejects.toThrow(/outside|ELOOP/)
      await expect(run('edit_file', { file_path, old_string: 'out', new_string: 'x' })).rejects.toThrow(
        /outside|ENOENT|ELOOP/,
      )
    }
    expect(await run('grep_search', { pattern: 'outside' })).toBe('[nothing found]')
    expect(readFileSync(path.join(outside, 'secret.txt'), 'utf8')).toBe(SECRET)
    expect(() => readFileSync(path.join(outside, 'new.txt'))).toThrow('ENOENT')
  })

  test('made between the check and the use are noticed', async () => {
    const real = path.join(root, 'real.txt')
    writeFileSync(real, 'mine')
    rmSync(real)
    symlinkSync(path.join(outside, 'secret.txt'), real)
    await expect(readReal(real)).rejects.toThrow()
    await expect(writeReal(real, 'x')).rejects.toThrow()
    mkdirSync(path.join(root, 'folder'))
    const inner = path.join(root, 'folder', 'secret.txt')
    rmSync(path.join(root, 'folder'), { recursive: true })
    symlinkSync(outside, path.join(root, 'folder'))
    await expect(readReal(inner)).rejects.toThrow('swapped')
    await expect(writeReal(inner, 'x')).rejects.toThrow('swapped')
    expect(readFileSync(path.join(outside, 'secret.txt'), 'utf8')).toBe(SECRET)
  })

  test('the workspace of a project stays in it, unless the user says where it is', () => {
    symlinkSync(outside, path.join(root, '.daypack'))
    const env = { HOME: root }
    expect(() => loadConfig({ cwd: root, env })).toThrow('leads out of the project')
    expect(loadConfig({ cwd: root, env, flags: { dir: outside } }).config.dir).toBe(outside)
    rmSync(path.join(root, '.daypack'))
    symlinkSync(path.join(outside, 'not-there-yet'), path.join(root, '.daypack'))
    expect(() => loadConfig({ cwd: root, env })).toThrow('leads out of the project')
    rmSync(path.join(root, '.daypack'))
    symlinkSync('/tmp', path.join(root, 'space'))
    writeFileSync(path.join(root, 'daypack.json'), '{"dir":"space/x"}')
    expect(() => loadConfig({ cwd: root, env })).toThrow('leads out of the project')
  })
})
