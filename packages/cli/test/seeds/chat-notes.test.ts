import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, vi } from 'vitest'
import { LOGIN } from '../../../daypack/test/seeds/login.ts'
import { runTurn } from '../../src/chat/turn.ts'
import { answering, chatOn, folder, row, saying } from './chat-support.ts'

const NOTED = { preset: 'copaw', dir: '.daypack', memory: { enabled: true } } as const

describe('the dialog, read by the agent', () => {
  const guide = async () => {
    const made = await chatOn({ preset: 'copaw' }, LOGIN)
    const said = await made.type('/compact')
    return { ...made, place: /- (\S+\.jsonl) lines (\d+)-(\d+)/.exec(said) ?? [] }
  }
  row('1A6', async () => {
    const { call, close, place } = await guide()
    expect(await call('read_file', { file_path: place[1] })).toContain('Build a user login system.')
    await close()
  })
  row('2E18', async () => {
    const { call, close, place } = await guide()
    const [, file_path, start_line, end_line] = place
    expect(await call('read_file', { file_path, start_line, end_line })).toContain('argon2')
    await close()
  })
})

describe('notes, written and read by the agent', () => {
  /** The notes after the agent was told something and called a tool. */
  const written = async (tool: string, input: object, told = 'Please fix the login bug. I prefer pytest.') => {
    const cwd = folder()
    const made = await chatOn(NOTED, [saying('user', told), saying('assistant', 'It is fixed.')], cwd)
    const answer = await made.call(tool, input)
    const dir = path.join(cwd, '.daypack')
    const read = (name: string) => readFileSync(path.join(dir, name), 'utf8')
    const days = () => readdirSync(path.join(dir, 'memory')).filter((name) => /^\d{4}-\d\d-\d\d\.md$/.test(name))
    return { ...made, cwd, answer, read, days }
  }
  row('1D1', async () => {
    const { answer, read, close } = await written('memory_write', {
      path: 'MEMORY.md',
      text: 'The user prefers pytest.',
    })
    expect(answer).toBe('Written to MEMORY.md.')
    expect(read('MEMORY.md')).toContain('pytest')
    await close()
  })
  row('2A6', async () => {
    const { read, close } = await written('memory_write', { path: 'MEMORY.md', text: 'Prefers pytest framework' })
    expect(read('MEMORY.md')).toContain('Prefers pytest framework')
    await close()
  })
  row('1D2', async () => {
    const { answer, read, days, close } = await written('memory_write', { text: 'Fixed login bug today' })
    expect(answer).toMatch(/^Written to memory\/\d{4}-\d\d-\d\d\.md/)
    expect(read(`memory/${days()[0]}`)).toContain('Fixed login bug today')
    await close()
  })
  row('2A7', async () => {
    const { call, read, days, close } = await written('memory_write', { text: 'Deployed v2.1' }, 'Deploy v2.1, please.')
    expect(read(`memory/${days()[0]}`)).toContain('Deployed v2.1')
    expect(await call('memory_search', { query: 'Deployed' })).toContain('Deployed v2.1')
    await close()
  })
  row('2A4', async () => {
    const file_path = 'memory/2025-02-13.md'
    const { call, read, close } = await written('write_file', {
      file_path,
      content: '- Deployed with the zebra flag\n',
    })
    expect(read(file_path)).toContain('zebra')
    await call('edit_file', { file_path, old_text: 'zebra', new_text: 'walrus' })
    expect(await call('memory_search', { query: 'walrus' })).toContain(file_path)
    await close()
  })
  row('2A5', async () => {
    const cwd = folder()
    mkdirSync(path.join(cwd, '.daypack', 'memory'), { recursive: true })
    writeFileSync(path.join(cwd, '.daypack', 'memory', '2025-02-13.md'), '- Deployed v2.1\n')
    const { call, close } = await chatOn(NOTED, [], cwd)
    expect(await call('read_file', { file_path: 'memory/2025-02-13.md' })).toContain('Deployed v2.1')
    await close()
  })
  row('2A8', async () => {
    const cwd = folder()
    const { chat, close } = await chatOn(NOTED, [], cwd)
    chat.model = { ...chat.model, model: answering('Noted.') }
    await runTurn(chat, 'Remember this: the deploy key is in vault/prod.', new AbortController().signal)
    await vi.waitFor(() => {
      const dir = path.join(cwd, '.daypack/memory')
      const written = readdirSync(dir).map((name) => readFileSync(path.join(dir, name), 'utf8'))
      expect(written.join()).toContain('the deploy key is in vault/prod')
    }, 10_000)
    await close()
  })
  row('2A2', async () => {
    const cwd = folder()
    writeFileSync(path.join(cwd, 'MEMORY.md'), '- quokka\n')
    const { type, close } = await chatOn(NOTED, [], cwd)
    expect(await type('/memory quokka')).toContain('MEMORY.md')
    await close()
  })
})
