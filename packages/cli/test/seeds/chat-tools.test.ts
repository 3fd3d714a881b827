import { mkdirSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { preambleOf } from '../../src/chat/preamble.ts'
import { chatTools } from '../../src/chat/tools/index.ts'
import { row, folder, saying, chatOn } from './chat-support.ts'

describe('tools', () => {
  const tools = (cwd: string) =>
    chatTools(
      { root: cwd, workspace: path.join(cwd, '.daypack') },
      { cwd, ui: {} as never, hidden: [], isAllowed: true },
      [],
    )
  const run = (cwd: string, name: string, input: object) =>
    Promise.resolve(
      tools(cwd)
        .find((tool) => tool.name === name)
        ?.run(input, { signal: new AbortController().signal }),
    )
  const file = () => {
    const cwd = folder()
    writeFileSync(path.join(cwd, 'a.txt'), 'one\ntwo\nthree\n')
    return cwd
  }
  row('1K1', async () =>
    expect(await run(file(), 'read_file', { file_path: 'a.txt', start_line: '2', end_line: '2' })).toContain('two'),
  )
  row(
    '1K2',
    async () =>
      await expect(run(file(), 'read_file', { file_path: 'a.txt', start_line: 9 })).rejects.toThrow('3 lines'),
  )
  row(
    '1K3',
    async () =>
      await expect(run(file(), 'read_file', { file_path: 'a.txt', start_line: 3, end_line: 2 })).rejects.toThrow(
        'before start_line',
      ),
  )
  const shown = async (preset: 'copaw' | 'qwenpaw', name: string, text: string) => {
    const { chat, close } = await chatOn({ preset, window: 1_000_000 })
    writeFileSync(path.join(chat.cwd, name), text)
    const read = chat.tools.find((tool) => tool.name === 'read_file')
    const output = (await read?.run({ file_path: name }, { signal: new AbortController().signal })) ?? ''
    await chat.session.append(saying('user', 'Read it.'))
    await chat.session.append({
      role: 'assistant',
      blocks: [{ type: 'tool-call', callId: 'c', tool: 'read_file', input: { file_path: name } }],
    })
    await chat.session.append({
      role: 'tool',
      blocks: [{ type: 'tool-result', callId: 'c', tool: 'read_file', content: { text: output } }],
    })
    const { aiSdk } = await import('daypack/hosts/ai-sdk')
    const { request } = await chat.session.render(aiSdk, { messages: [] } as never)
    await close()
    return Buffer.byteLength(JSON.stringify(request))
  }
  row('1C22', async () => {
    const text = Array.from({ length: 20_000 }, (_, at) => `rule ${at}`).join('\n')
    const [markdown, code] = [await shown('copaw', 'skill.md', text), await shown('copaw', 'code.ts', text)]
    expect(code).toBeLessThan(75_000)
    expect(markdown).toBeGreaterThan(code + 40_000)
  })
  row('1C23', async () => {
    const said = await run(folder(), 'run_shell', { command: 'seq 1 30000' })
    expect(Buffer.byteLength(said ?? '')).toBe(168_893)
  })
  row('1C24', async () => {
    const cwd = folder()
    writeFileSync(path.join(cwd, 'one.json'), 'x'.repeat(300_000))
    const first = (await run(cwd, 'read_file', { file_path: 'one.json' })) ?? ''
    const [, column] = /start_line=1 start_column=(\d+)/.exec(first) ?? []
    const rest = (await run(cwd, 'read_file', { file_path: 'one.json', start_line: 1, start_column: column })) ?? ''
    expect((first.match(/^x+/)?.[0].length ?? 0) + (rest.match(/^x+/)?.[0].length ?? 0)).toBe(300_000)
  })
  const claude = async () => {
    const cwd = folder()
    writeFileSync(path.join(cwd, 'CLAUDE.md'), 'Always answer in verse.')
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@b.c', ...args], { cwd, stdio: 'ignore' })
    git('init', '-b', 'trunk')
    git('add', '-A')
    git('commit', '-m', 'the first commit')
    mkdirSync(path.join(cwd, 'sub'))
    return { cwd, ...(await preambleOf({ preset: 'claudeCode' }, cwd, () => Date.UTC(2026, 10, 15, 12))) }
  }
  row('2G23', async () => expect((await claude()).text).toMatch(/Branch: trunk[\s\S]*the first commit/))
  row('2G24', async () =>
    expect((await preambleOf({ preset: 'claudeCode' }, path.join((await claude()).cwd, 'sub'))).context).toContain(
      'Always answer in verse.',
    ),
  )
  row('2G25', async () => expect((await claude()).context).toContain('Today is 2026-11-15.'))
  row('2G26', async () => {
    const { text, context } = await claude()
    expect([text.includes('in verse'), context?.includes('in verse')]).toEqual([false, true])
  })
})
