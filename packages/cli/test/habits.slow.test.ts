import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startProvider } from 'daypack-testing'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { daypack, inTerminal, noTerminal, project, type Project, type Terminal } from './run.ts'

const missing = noTerminal()
if (missing) console.log(`Tests of the chat's habits are skipped: ${missing}.`)

let at: Project
let terminal: Terminal | undefined
let server: Server | undefined
beforeEach(() => {
  at = project()
  terminal = undefined
  server = undefined
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail' && terminal) console.log(terminal.screen().trimEnd())
  terminal?.close()
  server?.close()
  at.remove()
})

const SCRIPTED = (replies: unknown): string[] => {
  at.file('script.json', JSON.stringify(replies))
  return ['chat', '--model', 'scripted', '--script', 'script.json']
}
/** Says what it was sent last. */
const ECHO = `export default ({ body }) => {
  const { content } = body.messages.at(-1)
  const said = typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('|')
  return { text: 'Sent: ' + said.replaceAll('\\n', ' ') }
}`

describe.skipIf(missing)('G-107: habits in a real terminal', () => {
  test('something moves before the first word; Esc stops the turn, the next one continues, nothing stays behind', async () => {
    terminal = inTerminal(at, SCRIPTED([{ text: 'never', fault: { kind: 'stall', after: 0 } }, { text: 'on we go' }]))
    await terminal.shows('try ')
    terminal.type('think long', 'Enter')
    await terminal.shows(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/)
    terminal.type('Escape')
    await terminal.shows('Stopped.')
    terminal.type('go on', 'Enter')
    await terminal.shows('on we go')
    terminal.type('/exit', 'Enter')
    const end = await terminal.shows('ended with 0')
    expect(end.slice(end.indexOf('Session saved'))).toMatch(/^Session saved\..*\n+ended with 0\n*$/)
  })

  test('a model that never writes its notes does not keep the chat open: Esc leaves', async () => {
    const provider = await startProvider({
      script: ({ body }) =>
        body['stream'] === true ? { text: 'Noted.' } : { text: '', fault: { kind: 'stall', after: 0 } },
    })
    onTestFinished(() => provider.close())
    Object.assign(at.env, {
      DAYPACK_PROVIDER: 'anthropic',
      DAYPACK_BASE_URL: `${provider.url}/v1`,
      DAYPACK_API_KEY: 'k',
      DAYPACK_MODEL: 'claude-sonnet-5-5',
    })
    terminal = inTerminal(at, ['chat'])
    await terminal.shows('try ')
    terminal.type('I always use tabs, see @none.md', 'Enter')
    await terminal.shows('There is no file none.md here')
    await terminal.shows('Noted.')
    terminal.type('C-d')
    await terminal.shows('writing notes')
    terminal.type('Escape')
    await terminal.shows('ended with 0')
  })

  test('@file is read with the message; !command runs, is not answered, and the model knows of it', async () => {
    at.file('tides.md', 'High water at noon.\n')
    at.file('echo.mjs', ECHO)
    terminal = inTerminal(at, ['chat', '--model', 'scripted', '--script', 'echo.mjs'])
    await terminal.shows('try ')
    terminal.type('what says @tides.md?', 'Enter')
    await terminal.shows(/Sent: what says @tides\.md\?.*High water at noon\./s)
    terminal.type('!echo one two | wc -w', 'Enter')
    await terminal.shows(/^2$/m)
    terminal.type('and now?', 'Enter')
    await terminal.shows(/Sent: .*I ran echo one two \| wc -w myself:.*and now\?/s)
    expect(terminal.screen().match(/Sent: /g)).toHaveLength(2)
  })

  test('/resume lists the other sessions and continues with one; --continue shows where it was', async () => {
    await daypack(at, SCRIPTED([{ text: 'the harbour is Skerra' }]), 'which harbour?\n')
    terminal = inTerminal(at, [...SCRIPTED([{ text: 'still Skerra' }]), '--continue'])
    await terminal.shows(/> which harbour\?.*the harbour is Skerra/s)
    terminal.type('/new', 'Enter', '/resume', 'Enter')
    await terminal.shows(/1 {2}chat-\S+ {2}which harbour\?/)
    terminal.type('/resume 1', 'Enter')
    await terminal.shows(/Session chat-\S+, 2 messages\..*> which harbour\?.*the harbour is Skerra/s)
    terminal.type('and now?', 'Enter')
    await terminal.shows('still Skerra')
  })

  test.each([
    [401, 'invalid x-api-key', /does not accept the key in .*DAYPACK_API_KEY .*Set the right one/s],
    [404, 'model: claude-nope', /knows no model “claude-nope” .*\/model/s],
    [404, 'Not Found', /There is nothing at http:\S+\/v1\/messages .*Check DAYPACK_BASE_URL.*\/v1/s],
    [undefined, '', /No answer from \S+ \(ECONNREFUSED\)\. Check the network.*DAYPACK_BASE_URL/s],
  ])('a provider that answers %s is named, with what to do; the chat goes on', async (status, said, told) => {
    server = createServer((_, response) => {
      response.writeHead(status ?? 500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ type: 'error', error: { type: 'error', message: said } }))
    })
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    if (status === undefined) await new Promise((resolve) => server?.close(resolve))
    Object.assign(at.env, {
      DAYPACK_PROVIDER: 'anthropic',
      DAYPACK_BASE_URL: `http://127.0.0.1:${port}/v1`,
      DAYPACK_API_KEY: 'sk-wrong',
      DAYPACK_MODEL: 'claude-nope',
    })
    terminal = inTerminal(at, ['chat'])
    await terminal.shows('try ')
    terminal.type('hello', 'Enter')
    const screen = await terminal.shows(told)
    expect(screen).not.toContain('sk-wrong')
    terminal.type('/context', 'Enter')
    await terminal.shows('Biggest:')
  })
})

test('G-107: -p prints the answer and nothing else; a provider that refuses is an exit code', async () => {
  const args = SCRIPTED([{ text: 'Just this.' }])
  expect(await daypack(at, [...args, '-p', 'say it'])).toEqual({ code: 0, out: 'Just this.\n', err: '' })
  const env = { DAYPACK_PROVIDER: 'anthropic', DAYPACK_BASE_URL: 'http://127.0.0.1:9', DAYPACK_API_KEY: 'k' }
  const refused = await daypack(at, ['chat', '-p', 'say it'], '', { ...env, DAYPACK_MODEL: 'claude-sonnet-5-5' })
  expect(refused.code).toBe(1)
  expect(refused.out.trim()).toBe('')
  expect(refused.err).toContain('No answer from')
  expect(refused.err).not.toContain('assumed')
  const unknown = await daypack(at, ['chat', '-p', 'say it'], '', { ...env, DAYPACK_MODEL: 'claude-nope' })
  expect(unknown.err).toContain('assumed')
})
