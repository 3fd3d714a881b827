import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import {
  client,
  ndJsonStream,
  PROTOCOL_VERSION,
  type ClientConnection,
  type SessionUpdate,
} from '@agentclientprotocol/sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAYPACK, project, until, type Project } from '../run.ts'

let at: Project
let child: ChildProcess
let editor: ClientConnection
let updates: SessionUpdate[]
let asked: string[]
let choose: (title: string) => string | undefined

beforeEach(() => {
  at = project()
  updates = []
  asked = []
  choose = () => 'y'
})
afterEach(async () => {
  editor.close()
  child.kill()
  await new Promise((resolve) => (child.exitCode === null ? child.once('close', resolve) : resolve(undefined)))
  at.remove()
})

async function start() {
  const [node = '', ...args] = DAYPACK
  child = spawn(node, [...args, 'acp', '--model', 'scripted'], { cwd: at.dir, env: at.env })
  const { stdin, stdout } = child
  if (!stdin || !stdout) throw new Error('no pipes')
  editor = client({ name: 'editor' })
    .onNotification('session/update', ({ params }) => void updates.push(params.update))
    .onRequest('session/request_permission', ({ params }) => {
      const title = params.toolCall.title ?? ''
      asked.push(title)
      const optionId = choose(title)
      return { outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } }
    })
    .connect(
      ndJsonStream(
        Writable.toWeb(stdin) as WritableStream<Uint8Array>,
        Readable.toWeb(stdout) as ReadableStream<Uint8Array>,
      ),
    )
  return editor.agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} })
}

const say = (sessionId: string, text: string) =>
  editor.agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
const begin = async () => (await editor.agent.request('session/new', { cwd: at.dir, mcpServers: [] })).sessionId
const spoken = () =>
  updates.flatMap((update) =>
    update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? [update.content.text] : [],
  )

test('a session: text as it comes, tool calls with their results, commands, and all of it again after loading', async () => {
  at.file('a.txt', 'the heron lands at dawn\n')
  expect(await start()).toMatchObject({ protocolVersion: 1, agentCapabilities: { loadSession: true } })
  const id = await begin()
  expect(await say(id, 'read a.txt')).toMatchObject({ stopReason: 'end_turn' })
  expect(spoken().join('')).toContain('The answer begins')
  expect(updates.filter(({ sessionUpdate }) => sessionUpdate.startsWith('tool_call'))).toMatchObject([
    { kind: 'read', status: 'in_progress', title: 'read_file a.txt', locations: [{ path: 'a.txt' }] },
    { status: 'completed', content: [{ content: { text: expect.stringContaining('heron lands at dawn') as string } }] },
  ])
  const menu = await until(() => updates.find((update) => update.sessionUpdate === 'available_commands_update'))
  expect(menu.availableCommands.map(({ name }) => name)).toContain('compact')
  const before = spoken().length
  await say(id, '/context')
  expect(spoken().slice(before).join('')).toContain('of 200.0k')

  updates = []
  await editor.agent.request('session/load', { sessionId: id, cwd: at.dir, mcpServers: [] })
  expect(updates.filter(({ sessionUpdate }) => sessionUpdate !== 'available_commands_update')).toMatchObject([
    { sessionUpdate: 'user_message_chunk', content: { text: 'read a.txt' } },
    { sessionUpdate: 'agent_message_chunk', content: { text: 'I will use read_file.' } },
    { sessionUpdate: 'tool_call', title: 'read_file a.txt' },
    { sessionUpdate: 'agent_message_chunk' },
  ])
  await expect(
    editor.agent.request('session/load', { sessionId: 'other', cwd: at.dir, mcpServers: [] }),
  ).rejects.toThrow(/no session other/)
})

test('a command runs only when the editor allows it', async () => {
  await start()
  const id = await begin()
  choose = () => 'n'
  await say(id, 'run touch no.txt')
  choose = () => undefined
  await say(id, 'run touch none.txt')
  choose = () => 'y'
  await say(id, 'run touch yes.txt')
  expect(asked).toEqual(['Run: touch no.txt', 'Run: touch none.txt', 'Run: touch yes.txt'])
  expect(['no.txt', 'none.txt', 'yes.txt'].map((name) => existsSync(path.join(at.dir, name)))).toEqual([
    false,
    false,
    true,
  ])
})

test('a prompt is cancelled, and the session continues', async () => {
  await start()
  const id = await begin()
  choose = () => 'a'
  const running = say(id, 'run sleep 60')
  await until(() => asked[0])
  await editor.agent.notify('session/cancel', { sessionId: id })
  expect(await running).toMatchObject({ stopReason: 'cancelled' })
  expect(await say(id, 'hello')).toMatchObject({ stopReason: 'end_turn' })
  expect(spoken().join('')).toContain('The answer begins: Error: stopped by the user.')
})
