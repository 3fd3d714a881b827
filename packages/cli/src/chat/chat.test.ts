// A whole chat without a terminal: what is typed is answered, what fails is told, and how it ends.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { bareEnvironment } from '../../test/environment.ts'
import { converse, withoutSecrets, type ChatOptions } from './chat.ts'
import type { Terminal } from './terminal/terminal.ts'

vi.setConfig({ testTimeout: 20_000 })
let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'daypack-converse-')))
  const [cwd, env] = [process.cwd(), { ...process.env }]
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, bareEnvironment(), { HOME: root })
  process.chdir(root)
  onTestFinished(() => {
    process.chdir(cwd)
    Object.assign(process.env, env)
    rmSync(root, { recursive: true, force: true })
  })
})

/** The chat with these lines typed; `replies`: what the scripted model says, one after the other. */
async function chatted(lines: readonly string[], replies: readonly object[], options: Partial<ChatOptions> = {}) {
  const script = path.join(root, 'script.json')
  writeFileSync(script, JSON.stringify(replies))
  const said: string[] = []
  const remembered: string[] = []
  let interrupt: (key: 'esc' | 'ctrl-c') => boolean = () => false
  const waiting = [...lines]
  const state = { closed: 0, meters: 0, onWrite: (_: string) => {} }
  const terminal: Terminal = {
    line: (text = '') => void said.push(text),
    write: (text) => {
      said.push(text)
      state.onWrite(text)
    },
    unfolding: (text) => void said.push(text),
    meter: () => void state.meters++,
    ask: async () => 'y',
    width: 100,
    next: async () => waiting.shift(),
    onInterrupt: (listener) => void (interrupt = listener),
    complete: () => {},
    remember: (texts) => void remembered.push(...texts),
    draw: () => {},
    close: async () => void state.closed++,
  }
  const { flags, ...rest } = options
  const given = { flags: { model: 'scripted', memory: { enabled: false }, ...flags }, script, ...rest }
  const run = () => converse(given, terminal, Promise.resolve(waiting.shift()))
  return { run, said, remembered, state, press: (key: 'esc' | 'ctrl-c') => interrupt(key) }
}
const ids = (lines: readonly string[]) =>
  lines.map((line) => line.replaceAll(/chat-\d{8}-\d{6}-\w+/g, '<id>').replaceAll(root, '<dir>'))

test('turn after turn, commands between them, empty lines passed over, until the input ends', async () => {
  const { run, said, state } = await chatted(
    ['Hello.', '  ', '/zebra', '!echo own', 'Again.'],
    [{ text: 'One.' }, { text: 'Two.' }],
  )
  expect(await run()).toBe(0)
  expect(ids(said).slice(5)).toEqual([
    'One.',
    '',
    'There is no /zebra. /help lists the commands. Nothing was sent.',
    'own',
    'Two.',
    '',
  ])
  expect(ids(said)[3]).toBe('session  <id>, new')
  // Once at the beginning and once after each thing said.
  expect(state.meters).toBe(5)
})

test('/exit ends it; what was said before comes back in the next one', async () => {
  const first = await chatted(['Hello.', '/exit', 'Never said.'], [{ text: 'One.' }])
  expect(await first.run()).toBe(0)
  expect(first.said.at(-1)).toBe('')
  const second = await chatted([], [], { continue: true })
  await second.run()
  expect([second.remembered, second.said.slice(-4)]).toEqual([['Hello.'], ['', '> Hello.', '', 'One.']])
})

describe('a turn that fails', () => {
  test('is told without its keys, and the chat goes on; in a script the exit code says so', async () => {
    const { run, said } = await chatted(
      ['Hello.', 'Again.'],
      [{ fault: { kind: 'status', status: 400, message: 'no such thing' } }, { text: 'Two.' }],
    )
    const code = await run()
    expect([said.some((line) => line.startsWith('\nThat did not work: ')), said.includes('Two.'), code]).toEqual([
      true,
      true,
      process.stdin.isTTY ? 0 : 1,
    ])
  })
  test('keys are never shown; what is too short to be one is left', () => {
    expect(withoutSecrets('sk-1234 and sk-1234, abc', ['sk-1234', 'abc', ''])).toBe('[key] and [key], abc')
    expect(withoutSecrets('abcd', ['abcd'])).toBe('[key]')
  })
})

test('Esc stops what runs, and says nothing where nothing does', async () => {
  const { run, said, state, press } = await chatted(['Hello.'], [{ text: 'One two three.' }])
  const stopped: boolean[] = []
  state.onWrite = () => void stopped.push(press('esc'))
  expect(press('esc')).toBe(false)
  expect(await run()).toBe(0)
  expect([stopped[0], said.includes('\nStopped. What was said so far is kept.'), press('esc')]).toEqual([
    true,
    true,
    false,
  ])
})

test('a session that is not there is an error before anything is said', async () => {
  const { run, said } = await chatted([], [], { resume: 'none' })
  await expect(run()).rejects.toThrow('There is no session none here yet.')
  expect(said).toEqual([])
})
