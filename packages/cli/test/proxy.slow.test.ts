import Anthropic from '@anthropic-ai/sdk'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { startProvider, type ScriptedProvider } from 'daypack-testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { logsIn, startProxy, type Proxy } from './clients/harness.ts'
import { DAYPACK, daypack, inTerminal, noTerminal, project, type Project } from './run.ts'

let at: Project
let provider: ScriptedProvider
let proxy: Proxy | undefined

beforeEach(async () => {
  at = project()
  provider = await startProvider({ script: ({ index }) => ({ text: `answer ${index}` }) })
})
afterEach(async () => {
  await proxy?.kill()
  proxy = undefined
  await provider.close()
  at.remove()
})

const tools = [{ name: 'read', input_schema: { type: 'object' as const } }]
const client = (url: string) =>
  new Anthropic({ apiKey: 'k', baseURL: url, maxRetries: 8, defaultHeaders: { 'x-claude-code-session-id': 'c' } })

/** A turn with the whole history, as agents send it. */
async function turn(agent: Anthropic, messages: Anthropic.MessageParam[], question: string): Promise<string> {
  messages.push({ role: 'user', content: question })
  const reply = await agent.messages
    .stream({ model: 'claude-opus-4-5', max_tokens: 100, tools, messages })
    .finalMessage()
  messages.push({ role: 'assistant', content: reply.content })
  return reply.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

/** A small disk of our own can be mounted by root only, and not in every container. */
function canMount(): boolean {
  const probe = project()
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', probe.dir], { stdio: 'ignore' })
    execFileSync('umount', [probe.dir])
    return true
  } catch {
    return false
  } finally {
    probe.remove()
  }
}

describe('the agent continues', () => {
  test('when the proxy is killed and started again', async () => {
    proxy = await startProxy(at.dir, provider.url, 100_000)
    const { url } = proxy
    const agent = client(url)
    const messages: Anthropic.MessageParam[] = []
    expect(await turn(agent, messages, 'one')).toBe('answer 0')
    await proxy.kill()
    const second = turn(agent, messages, 'two')
    proxy = await startProxy(at.dir, provider.url, 100_000, Number(new URL(url).port))
    expect(await second).toBe('answer 1')
    expect(await turn(agent, messages, 'three')).toBe('answer 2')
    const { sessions } = await proxy.status()
    expect(sessions).toMatchObject([{ session: 'claude-c', requests: 2 }])
    await proxy.stop()
    const shown = await daypack(at, ['explain', 'claude-c', '--dir', path.join(at.dir, 'pack'), '--json'])
    expect(shown.code).toBe(0)
  })

  test('when the provider is away for a while', async () => {
    const port = Number(new URL(provider.url).port)
    const away = createServer((socket) => void socket.pipe(connect(port, '127.0.0.1')).pipe(socket))
    away.listen(0, '127.0.0.1')
    await once(away, 'listening')
    const { port: gone } = away.address() as AddressInfo
    away.close()
    await once(away, 'close')
    proxy = await startProxy(at.dir, `http://127.0.0.1:${gone}`, 100_000)
    const hasty = new Anthropic({ apiKey: 'k', baseURL: proxy.url, maxRetries: 0 })
    await expect(turn(hasty, [], 'one')).rejects.toMatchObject({ status: 502 })
    const waiting = turn(client(proxy.url), [], 'two')
    away.listen(gone, '127.0.0.1')
    expect(await waiting).toBe('answer 0')
    away.close()
    expect((await proxy.status()).sessions.map((one) => one.session)).toContain('claude-c')
  })

  test('when the workspace cannot be opened', async () => {
    at.file('pack', 'no folder')
    proxy = await startProxy(at.dir, provider.url, 100_000)
    const messages: Anthropic.MessageParam[] = []
    expect(await turn(client(proxy.url), messages, 'one')).toBe('answer 0')
    expect(await turn(client(proxy.url), messages, 'two')).toBe('answer 1')
    expect(await proxy.status()).toMatchObject({ sessions: [], passed: 2 })
  })

  test.skipIf(!canMount())(
    'when the disk is full, within the window; when there is room again the log has all of it',
    async () => {
      const disk = path.join(at.dir, 'disk')
      mkdirSync(disk)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160k', 'tmpfs', disk], { stdio: 'ignore' })
      try {
        proxy = await startProxy(disk, provider.url, 60_000)
        const messages: Anthropic.MessageParam[] = []
        for (let n = 0; n < 12; n++) {
          expect(await turn(client(proxy.url), messages, `${n} ${'filling the disk '.repeat(2_000)}`)).toBe(
            `answer ${n}`,
          )
        }
        const full = await proxy.status()
        expect(full).toMatchObject({
          failedOpen: 0,
          sessions: [{ requests: 12 }],
          unwritten: { why: /free some space/ },
        })
        expect(full.sessions[0]?.epochs).toBeGreaterThan(0)
        expect(Math.max(...provider.requests.map(({ promptTokens }) => promptTokens))).toBeLessThan(60_000)

        execFileSync('mount', ['-o', 'remount,size=20m', disk])
        await expect.poll(async () => (await proxy?.status())?.unwritten, { timeout: 10_000 }).toBeUndefined()
        expect(await turn(client(proxy.url), messages, 'And now?')).toBe('answer 12')
        await proxy.stop()
        const { logs } = await logsIn(path.join(disk, 'pack'))
        for (let n = 0; n <= 12; n++) expect(logs['claude-c']).toContainEqual(`assistant: answer ${n}`)
        for (let n = 0; n < 12; n++)
          expect(logs['claude-c']).toContainEqual(`user: ${n} ${'filling the disk '.repeat(2_000)}`)
      } finally {
        execFileSync('umount', ['-l', disk])
      }
    },
  )
})

test('an agent is started with the address of the proxy, and what was saved is told at its end', async () => {
  const program = at.file(
    'agent.mjs',
    `const response = await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST',
       headers: { 'content-type': 'application/json', 'x-api-key': 'k', 'x-claude-code-session-id': 'c' },
       body: JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 10, tools: ${JSON.stringify(tools)}, messages: [{ role: 'user', content: 'hi' }] }) })
     console.log((await response.json()).content[0].text); process.exit(7)`,
  )
  const ran = await daypack(at, ['proxy', '--anthropic-url', provider.url, '--', process.execPath, program])
  expect(ran.out).toBe('answer 0\n')
  expect(ran.err).toContain('claude-c')
  expect(ran.err).toContain('1 request in 1 session')
  expect(ran.code).toBe(7)
})

test('files of an agent that is started here are handed over as they are now, and none outside of the folder', async () => {
  const outside = project()
  try {
    symlinkSync(outside.file('secret.ts', 'export const secret = "from outside"\n'), path.join(at.dir, 'link.ts'))
    at.file('a.ts', 'export const answer = "as it is now"\n')
    const program = at.file(
      'agent.mjs',
      `const messages = [{ role: 'user', content: 'Read all files.' }]
       for (let n = 0; n < 24; n++) {
         const file_path = ['a.ts', 'link.ts'][n] ?? 'b' + n + '.ts'
         const content = n < 2 ? 'export const answer = "as it was"\\n' : ('line of ' + file_path + '\\n').repeat(400)
         messages.push({ role: 'assistant', content: [{ type: 'tool_use', id: 'c' + n, name: 'read', input: { file_path } }] })
         messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c' + n, content }] })
         const response = await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST',
           headers: { 'content-type': 'application/json', 'x-api-key': 'k', 'x-claude-code-session-id': 'c' },
           body: JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 10, tools: ${JSON.stringify(tools)}, messages }) })
         if (!response.ok) throw new Error(await response.text())
       }`,
    )
    const flags = ['--anthropic-url', provider.url, '--window', '24000']
    const ran = await daypack(at, ['proxy', ...flags, '--', process.execPath, program])
    expect(ran).toMatchObject({ code: 0 })
    const sent = provider.requests.map(({ text }) => text).join('\n')
    expect(sent).toContain('as it is now')
    expect(sent).not.toContain('from outside')
  } finally {
    outside.remove()
  }
})

test('an address that others can reach wants a token', async () => {
  const ran = await daypack(at, ['proxy', '--host', '0.0.0.0'])
  expect(ran).toMatchObject({ code: 2 })
  expect(ran.err).toContain('--token')
})

test('the status of a proxy is found from its folder, whatever port it got', async () => {
  const flags = ['proxy', '--anthropic-url', provider.url, '--dir', path.join(at.dir, 'pack')]
  const status = [...DAYPACK, 'proxy', '--status', '--json', '--dir', path.join(at.dir, 'pack')]
  const { code, out } = await daypack(at, [...flags, '--', ...status])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ sessions: [], dir: path.join(at.dir, 'pack') })
  const gone = await daypack(at, ['proxy', '--status', '--dir', path.join(at.dir, 'pack')])
  expect(gone.code).toBe(1)
  // On the usual port there may be one of somebody else.
  expect(gone.err).toMatch(/No proxy answers for this folder|In the folder the proxy was started in/)
})

test.skipIf(noTerminal())(
  'while an agent has the screen nothing is printed on it; what went wrong is told at its end',
  async () => {
    await provider.close()
    provider = await startProvider({ script: () => ({ text: 'hello' }), window: 20_000 })
    const body = { model: 'claude-opus-4-5', max_tokens: 60_000, messages: [{ role: 'user', content: 'hi' }] }
    at.file(
      'agent.mjs',
      `console.log('the agent begins')
const url = process.env.ANTHROPIC_BASE_URL + '/v1/messages'
const headers = { 'content-type': 'application/json', 'x-api-key': 'k', 'x-daypack-session': 'a' }
for (const n of [1, 2]) await (await fetch(url, { method: 'POST', headers, body: ${JSON.stringify(JSON.stringify(body))} })).text()
console.log('the agent ends')`,
    )
    const terminal = inTerminal(at, ['proxy', '--anthropic-url', provider.url, '--', process.execPath, 'agent.mjs'])
    try {
      await terminal.shows('ended with 0')
      expect(terminal.screen()).toContain('the agent begins\nthe agent ends\n')
      expect(terminal.screen().match(/the provider rejected a request/g)).toHaveLength(1)
      expect(terminal.screen()).toContain('daypack: problem: anthropic: the provider rejected a request')
    } finally {
      terminal.close()
    }
  },
)
