import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { startProvider } from 'daypack-testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clientFile } from '../../../../scripts/clients.mjs'
import { daypack, DAYPACK, project, started, type Project } from '../run.ts'
import { conformance } from './conformance.ts'
import { runClaude } from '../clients/claude.ts'

let at: Project
let client: Client
beforeEach(() => {
  at = project()
  client = new Client({ name: 'test', version: '1' })
})
afterEach(async () => {
  await client.close()
  at.remove()
})

test('over standard input and output: what the chat saw is recalled, odd characters arrive whole', async () => {
  at.file('a.txt', 'the heron\u202E lands at dawn\u0085\n')
  await daypack(at, ['chat', '--model', 'scripted'], 'read a.txt\n')
  const [command = '', ...args] = DAYPACK
  await client.connect(new StdioClientTransport({ command, args: [...args, 'mcp'], cwd: at.dir, env: at.env }))
  const found = await client.callTool({ name: 'recall', arguments: { query: 'heron' } })
  expect(JSON.stringify(found)).toContain('heron\u202E lands at dawn')
  const status = await client.callTool({ name: 'context_status', arguments: {} })
  expect(JSON.stringify(status)).toContain('messages')
})

test.skipIf(!existsSync('/proc/self/net/tcp'))('I-55: over standard input and output no port is opened', async () => {
  const [command = '', ...args] = DAYPACK
  const transport = new StdioClientTransport({ command, args: [...args, 'mcp'], cwd: at.dir, env: at.env })
  await client.connect(transport)
  await client.callTool({ name: 'context_status', arguments: {} })
  const sockets = new Set(
    readdirSync(`/proc/${transport.pid}/fd`).map((fd) => /^socket:\[(\d+)\]$/.exec(linkOf(transport.pid, fd))?.[1]),
  )
  const listening = ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/${transport.pid}/net/${name}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[3] === '0A' && sockets.has(columns[9])),
  )
  expect(listening).toEqual([])
})

function linkOf(pid: number | null, fd: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`)
  } catch {
    return ''
  }
}

test('over HTTP with a token, and not without', async () => {
  const { child, ended } = started(at, ['mcp', '--http', '--port', '0', '--token', 'heron'])
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (data: Buffer) => {
      said += data.toString()
      const found = /MCP on (\S+);/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('close', () => reject(new Error(said)))
  })
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)
  const requestInit = { headers: { authorization: 'Bearer heron' } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  const written = await client.callTool({ name: 'memory_write', arguments: { text: 'Herons land at dawn.' } })
  expect(JSON.stringify(written)).toContain('Written to memory/')
  await client.close()
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('an address that others reach needs a token', async () => {
  const { code, err } = await daypack(at, ['mcp', '--http', '--host', '0.0.0.0', '--port', '0'])
  expect({ code, err }).toEqual({
    code: 2,
    err: 'daypack: 0.0.0.0 can be reached from outside: set a token with --token.\n',
  })
})

const isThere = clientFile('conformance') !== undefined
test.skipIf(!isThere)(
  `the published conformance suite${isThere ? '' : ' (not installed: node scripts/clients.mjs install conformance)'}`,
  async () => {
    const suite = await conformance()
    expect(suite?.lines.filter((line) => line.startsWith('✗'))).toEqual([])
    expect(suite?.lines).toContain('✓ dns-rebinding-protection: 2 passed, 0 failed')
  },
)

const claude = clientFile('claude')
test.skipIf(claude === undefined)(
  `Claude Code finds a note${claude === undefined ? ' (not installed: node scripts/clients.mjs install claude)' : ''}`,
  async () => {
    await daypack(at, ['memory', 'add', 'The staging database is called heron.'])
    const [command = '', ...args] = DAYPACK
    const servers = { mcpServers: { daypack: { command, args: [...args, 'mcp'], env: at.env } } }
    const file = at.file('mcp.json', JSON.stringify(servers))
    const tool = 'mcp__daypack__memory_search'
    const provider = await startProvider({
      script: ({ body }) => {
        if (!Array.isArray(body['tools']) || body['tools'].length === 0) return { text: 'title' }
        return JSON.stringify(body['messages']).includes('tool_result')
          ? { thinking: 'There it is.', text: 'READY' }
          : { thinking: 'I search.', text: 'I look.', calls: [{ tool, input: { query: 'staging database' } }] }
      },
    })
    try {
      const words = ['-p', 'What is it called?', '--mcp-config', file, '--strict-mcp-config', '--allowedTools', tool]
      const out = await runClaude(claude ?? '', words, { dir: at.dir, env: at.env, url: provider.url })
      expect(out).toContain('READY')
      expect(JSON.stringify(provider.requests.at(-1)?.body['messages'])).toContain('database is called heron')
    } finally {
      await provider.close()
    }
  },
)
