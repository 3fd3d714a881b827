// Somebody works in the chat as in any other: stops a turn, points at a file, runs a command of their own, asks one thing from a
// script, comes back to yesterday's session. And when something is wrong, the screen names what it is and what to do.
import { startProvider, type ProviderCall, type ScriptedProvider, type ScriptedReply } from 'daypack-testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { daypack, inTerminal, noTerminal, project, type Project, type Terminal } from '../../packages/cli/test/run.ts'

const KEY = 'sk-ant-harbour-0000'

let at: Project
let server: ScriptedProvider
let terminal: Terminal | undefined
let answer: (call: ProviderCall) => ScriptedReply

beforeEach(async () => {
  at = project()
  terminal = undefined
  answer = () => ({ text: 'All right.' })
  server = await startProvider({ script: (call) => answer(call) })
  Object.assign(at.env, { DAYPACK_BASE_URL: `${server.url}/v1`, DAYPACK_PROVIDER: 'anthropic', ANTHROPIC_API_KEY: KEY })
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail' && terminal) console.log(terminal.screen().trimEnd())
  terminal?.close()
  await server.close()
  at.remove()
})

async function chat(...args: readonly string[]): Promise<Terminal> {
  terminal?.close()
  terminal = inTerminal(at, ['chat', ...args])
  await terminal.shows('0 % of')
  return terminal
}

describe.skipIf(noTerminal())('G-107: in a real terminal', () => {
  test('Esc, @file, !command, -p, /resume; nothing is left on the line of the shell', async () => {
    at.file('tides.md', 'High water at Skerra is at 06:14.\n')
    answer = ({ shown }) => {
      if (shown.includes('from my shell')) return { text: 'Your shell spoke.' }
      if (shown.includes('06:14')) return { text: 'At a quarter past six.' }
      return { text: 'I would begin with', fault: { kind: 'stall', after: 0 } }
    }
    const screen = await chat()
    screen.type('Plan the whole summer', 'Enter')
    await screen.shows(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] thinking.* · Esc stops/)
    screen.type('Escape')
    await screen.shows('Stopped. What was said so far is kept.')
    screen.type('When is high water? See @tides.md', 'Enter')
    await screen.shows('At a quarter past six.')
    screen.type('!echo from my shell | tr a-z A-Z; echo from my shell', 'Enter')
    await screen.shows('FROM MY SHELL')
    screen.type('And now?', 'Enter')
    await screen.shows('Your shell spoke.')
    screen.type('C-d')
    await screen.shows('ended with 0')
    screen.type('typed into the shell', 'Enter')
    expect(await screen.shows(/ended with 0\n[^]*shell\n[^]*shell/)).toMatch(
      /ended with 0\ntyped into the shell\ntyped into the shell\s*$/,
    )

    answer = () => ({ text: 'Forty-two.' })
    expect(await daypack(at, ['chat', '-p', 'How many berths?'])).toEqual({ code: 0, out: 'Forty-two.\n', err: '' })

    const again = await chat()
    again.type('/resume', 'Enter')
    await again.shows(/1 {2}chat-\S+ {2}How many berths\?\n {2}2 {2}chat-\S+ {2}And now\?\nGo on with one: \/resume N/)
    again.type('/resume 2', 'Enter')
    await again.shows(/^> And now\?$[^]*^Your shell spoke\.$/m)
    again.type('Go on', 'Enter')
    await again.shows('Forty-two.')
    expect(server.requests.at(-1)?.text).toContain('Plan the whole summer')
  })

  test('a wrong key, an unknown model, no network, no key: what it is, which variable, what to do', async () => {
    answer = () => ({ fault: { kind: 'status', status: 401, message: `invalid x-api-key ${KEY}` } })
    let screen = await chat()
    screen.type('Hello', 'Enter')
    const refused = await screen.shows('choose another model with /model')
    expect(refused).toContain(`${server.url} does not accept the key in ANTHROPIC_API_KEY`)
    expect(refused).not.toContain(KEY)

    answer = () => ({ fault: { kind: 'status', status: 404, message: 'model: claude-sonet-5' } })
    screen = await chat('--model', 'anthropic:claude-sonet-5')
    screen.type('Hello', 'Enter')
    await screen.shows('knows no model “claude-sonet-5”')

    await server.close()
    screen.type('Hello again', 'Enter')
    await screen.shows(`No answer from ${server.url} (ECONNREFUSED). Check the network, and that a server`)

    const { ANTHROPIC_API_KEY: _, DAYPACK_PROVIDER: __, DAYPACK_BASE_URL: ___, ...env } = at.env
    const alone = await daypack({ ...at, env }, ['chat', '-p', 'Hello'])
    expect(alone).toMatchObject({ code: 2, out: '' })
    expect(alone.err).toMatch(
      /^daypack: No model to talk to\. Set ANTHROPIC_API_KEY, .*daypack chat --model scripted$/m,
    )
  })
})
