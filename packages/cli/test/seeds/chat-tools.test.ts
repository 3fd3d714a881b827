import { mkdirSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { preambleOf } from '../../src/chat/preamble.ts'
import { chatTools } from '../../src/chat/tools/index.ts'
import { runTurn } from '../../src/chat/turn.ts'
import { row, folder, saying, chatOn, answering } from './chat-support.ts'

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
  row('1K1', async () => {
    const shown = await run(file(), 'read_file', { file_path: 'a.txt', start_line: '2', end_line: '2' })
    expect(shown).toContain('two')
    expect(shown).not.toMatch(/one|three/)
  })
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
  row('2G27', async () => {
    const { chat, close } = await chatOn({ preset: 'claudeCode' })
    const model = answering('Yes.')
    chat.model = { ...chat.model, model }
    for (const said of ['Hello.', 'And now?']) await runTurn(chat, said, new AbortController().signal)
    await close()
    const [first, second] = model.doStreamCalls.map(({ prompt }) => prompt)
    // What was sent stands unchanged at the head of the next request, the system prompt and the context first of all.
    const plain = (messages: unknown) => JSON.stringify(messages).replaceAll(/,"providerOptions":\{.*?\}\}\}/g, '')
    expect(first?.length).toBeGreaterThan(1)
    expect(plain(second?.slice(0, first?.length))).toBe(plain(first))
  })
  row('2G23', async () => expect((await claude()).text).toMatch(/Branch: trunk[\s\S]*the first commit/))
  row('2G32', async () => {
    const { cwd } = await claude()
    const git = (...args: string[]) => execFileSync('git', args, { cwd, stdio: 'ignore' })
    git('config', 'user.name', 'Ada')
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main')
    writeFileSync(path.join(cwd, 'new.txt'), 'new')
    const { text } = await preambleOf({ preset: 'claudeCode' }, cwd)
    expect(text).toMatch(
      /Branch: trunk; main branch: main\nUser: Ada\nStatus:\n\?\? new\.txt\nNewest commits:\n\w+ the first/,
    )
    git('symbolic-ref', '--delete', 'refs/remotes/origin/HEAD')
    git('branch', 'master')
    expect((await preambleOf({ preset: 'claudeCode' }, cwd)).text).toContain('Branch: trunk; main branch: master\n')
  })
  row('2G34', async () => {
    const { text } = await claude()
    const [fixed = '', changing = ''] = text.split('__SYSTEM_PROMPT_DYNAMIC_BOUNDARY__')
    expect(fixed).toMatch(/^Sent by daypack chat[^]*defensive security[^]*secrets[^]*cannot be undone/)
    expect([fixed.includes('Branch:'), changing.includes('Branch: trunk')]).toEqual([false, true])
    expect((await preambleOf({ preset: 'copaw' }, folder())).text).not.toContain('__SYSTEM_PROMPT')
    // On the wire the two halves are two parts, and the first one is cached by itself.
    const { chat, close } = await chatOn({ preset: 'claudeCode' })
    const model = answering('Yes.')
    Object.assign(chat, { preamble: text, model: { ...chat.model, model } })
    await runTurn(chat, 'Hello.', new AbortController().signal)
    await close()
    const parts = model.doStreamCalls[0]?.prompt.filter(({ role }) => role === 'system') ?? []
    expect(
      parts.map(({ content, providerOptions }) => [content === fixed.trim(), providerOptions !== undefined]),
    ).toEqual([
      [true, true],
      [false, false],
    ])
    expect(JSON.stringify(model.doStreamCalls[0]?.tools?.at(-1))).toContain('cacheControl')
  })
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
