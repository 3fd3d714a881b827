import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'node:util'
import { vi } from 'vitest'
import { run } from '../src/program.ts'
import { bareEnvironment } from './environment.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
export const DAYPACK: readonly string[] = [
  process.execPath,
  '--conditions=daypack-source',
  '--disable-warning=ExperimentalWarning',
  MAIN,
]

/** A folder of its own for one test, with a home in it: nobody's settings or keys are seen. */
export function project(): {
  dir: string
  env: Record<string, string>
  file(name: string, text: string): string
  remove(): void
} {
  const dir = mkdtempSync(path.join(tmpdir(), 'daypack-cli-'))
  return {
    dir,
    env: { ...bareEnvironment(), HOME: dir, LANG: 'C.UTF-8', TERM: 'xterm-256color', NO_COLOR: '1' },
    file(name, text) {
      const file = path.join(dir, name)
      writeFileSync(file, text)
      return file
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
export type Project = ReturnType<typeof project>

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

/**
 * The command in this process: its start takes longer than most of what it is asked. Where pipes, signals or the start itself
 * matter, `daypack` starts it.
 */
export async function within(at: Project, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  let [out, err] = ['', '']
  const before = { dir: process.cwd(), env: { ...process.env } }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((data) => ((out += String(data)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((data) => ((err += String(data)), true)),
    vi.spyOn(console, 'log').mockImplementation((...words) => void (out += `${format(...words)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((...words) => void (err += `${format(...words)}\n`)),
  ]
  process.chdir(at.dir)
  setEnvironment({ ...at.env, ...env })
  try {
    const code = await run(args, '0.0.0')
    return { code, out, err }
  } finally {
    setEnvironment(before.env)
    process.chdir(before.dir)
    for (const spy of spies) spy.mockRestore()
  }
}

function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name]
  Object.assign(process.env, env)
}

/** The command through pipes. */
export function daypack(
  at: Project,
  args: readonly string[],
  input = '',
  env: Record<string, string> = {},
): Promise<Ran> {
  const { child, ended } = started(at, args, env)
  child.stdin?.end(input)
  return ended
}

export function started(
  at: Project,
  args: readonly string[],
  env: Record<string, string> = {},
): { child: ChildProcess; ended: Promise<Ran> } {
  const [node = '', ...rest] = DAYPACK
  const child = spawn(node, [...rest, ...args], { cwd: at.dir, env: { ...at.env, ...env } })
  let [out, err] = ['', '']
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (err += data.toString()))
  const ended = new Promise<Ran>((resolve) => child.on('close', (code) => resolve({ code, out, err })))
  return { child, ended }
}

/** Why there is no real terminal to test in, or undefined when there is. */
export function noTerminal(): string | undefined {
  try {
    execFileSync('tmux', ['-V'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'tmux is not installed'
  }
}

export type Terminal = {
  /** Type text; `Enter` and `C-c` are keys of their own. */
  type(...keys: string[]): void
  /** Paste text as a terminal does, marked as pasted where that was asked for. */
  paste(text: string): void
  /** Everything that was on the screen, scrolled away or not. */
  screen(): string
  /** Waits until the screen shows it; throws at once when the command has ended without. */
  shows(text: string | RegExp): Promise<string>
  close(): void
}

/** The command in a real terminal: a tmux server of its own. */
export function inTerminal(at: Project, args: readonly string[], { columns = 110, term = '' } = {}): Terminal {
  const socket = path.join(at.dir, 'tmux')
  const tmux = (...words: string[]) =>
    execFileSync('tmux', ['-u', '-S', socket, '-f', '/dev/null', ...words], { env: at.env, encoding: 'utf8' })
  const command = `${term && `TERM=${term} `}${[...DAYPACK, ...args].map((word) => `'${word}'`).join(' ')}`
  tmux(
    'new-session',
    '-d',
    '-s',
    'chat',
    '-x',
    String(columns),
    '-y',
    '50',
    '-c',
    at.dir,
    `${command}; echo "ended with $?"; exec cat`,
    ';',
    'set-option',
    '-g',
    'history-limit',
    '20000',
  )
  const screen = () => tmux('capture-pane', '-p', '-J', '-S', '-', '-t', 'chat').replaceAll(/ +$/gm, '')
  return {
    type: (...keys) => void tmux('send-keys', '-t', 'chat', ...keys),
    paste(text) {
      tmux('set-buffer', text)
      tmux('paste-buffer', '-p', '-t', 'chat')
    },
    screen,
    async shows(text) {
      for (;;) {
        const now = screen()
        if (typeof text === 'string' ? now.includes(text) : text.test(now)) return now
        if (/^ended with \d+$/m.test(now))
          throw new Error(`it ended, and never showed ${String(text)}:\n${now.trimEnd()}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    close: () => void tmux('kill-server'),
  }
}

/** Asks again until the answer is there. */
export async function until<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
