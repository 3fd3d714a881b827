import type Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { gateway, pack, provider, restart, start } from '../../test/each.ts'
import { ask, clientsOf, HOST, KEY, loggedIn, user } from '../../test/support.ts'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'
import type { JsonObject } from '../../../daypack/src/model/json.ts'
import { unmasked } from '../plan/unmask.ts'
import { countAttack } from '../../../daypack-testing/test/attack.ts'

// Whose request is it? Agents are told apart by the replies they hold, and people by their keys.

const { claude, raw } = clientsOf(() => gateway)

async function logged(): Promise<Record<string, string[]>> {
  await gateway.status()
  return loggedIn(pack)
}

/** An agent that holds what it was told, one turn after the other. */
function agent(opening: string, headers: Record<string, string> = {}, base?: string) {
  const messages: Anthropic.MessageParam[] = [user(opening)]
  return {
    messages,
    async turn(): Promise<void> {
      const { content } = await claude(headers, base).messages.create(ask(...messages))
      messages.push({ role: 'assistant', content })
      const call = content.find((block) => block.type === 'tool_use')
      if (call)
        messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'same' }] })
      else messages.push(user('go on'))
    },
  }
}

test('G-41: three agents started together with the same prompt are three sessions, though they do the same', async () => {
  const tool = { calls: [{ tool: 'read', input: { path: '/a' } }] }
  await start(() => tool)
  const agents = [1, 2, 3].map(() => agent('Fix the build.'))
  for (let n = 0; n < 5; n++) await Promise.all(agents.map((one) => one.turn()))
  const sessions = Object.values(await logged())
  expect(sessions.map((lines) => lines.length)).toEqual([10, 10, 10])
  // Nobody was rewound: each request holds exactly what its own agent did, call ids included.
  const { sessions: status } = await gateway.status()
  expect(status.map((one) => one.requests)).toEqual([5, 5, 5])
})

test('G-41: an agent whose first reply came while another was already at its second turn goes on in its own session', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await start(async ({ index }) => {
    if (index === 1) await released
    return { text: `answer ${index}` }
  })
  const [first, second] = [agent('Fix the build.'), agent('Fix the build.')]
  const started = [first.turn(), second.turn()]
  await started[0]
  for (let n = 0; n < 2; n++) await first.turn()
  release()
  await started[1]
  for (let n = 0; n < 2; n++) await Promise.all([first.turn(), second.turn()])
  const lengths = Object.values(await logged()).map((lines) => lines.length)
  expect(lengths.toSorted((a, b) => a - b)).toEqual([6, 10])
})

test('G-41: agents that go on from one history are two from where they part', async () => {
  await start(({ index }) => ({ text: `answer ${index}` }))
  const first = agent('Fix the build.')
  await first.turn()
  await first.turn()
  const second = agent('Fix the build.')
  second.messages.push(...first.messages.slice(1, 2), user('another way'))
  for (let n = 0; n < 3; n++) {
    await second.turn()
    await first.turn()
  }
  const sessions = Object.values(await logged())
  expect(sessions).toHaveLength(2)
  const newest = sessions.map((lines) => lines.at(-1) ?? '')
  expect(new Set(newest)).toEqual(new Set(['assistant: answer 6', 'assistant: answer 7']))
})

test('G-41: a first question that got no answer and is asked again is one session', async () => {
  await start(({ index }) =>
    index === 0 ? { fault: { kind: 'status', status: 529, retryAfterSeconds: 0.001 } } : { text: 'ok' },
  )
  await agent('Fix the build.').turn()
  expect(provider.requests.map((request) => request.status)).toEqual([529, 200])
  expect(Object.values(await logged())).toEqual([['user: Fix the build.', 'assistant: ok']])
})

const KEYS = [KEY, 'sk-other', 'sk-third', 'sk-fourth']

test('G-81: users with keys of their own never meet, whatever they ask and are told', async () => {
  const driver = memoryDriver({ now: Date.now })
  await start([{ text: 'ok' }], { driver })
  const users = KEYS.map((key) => agent('Fix the build.', { 'x-api-key': key }))
  for (let n = 0; n < 2; n++) for (const one of users) await one.turn()
  expect(Object.values(await logged()).map((lines) => lines.length)).toEqual([4, 4, 4, 4])
  await restart(driver)
  for (const one of users) await one.turn()
  expect(Object.values(await logged()).map((lines) => lines.length)).toEqual([6, 6, 6, 6])
  // What one of them holds is of no use to another.
  const thief = agent('', { 'x-api-key': 'sk-thief' })
  thief.messages.splice(0, 1, ...(users[0]?.messages ?? []))
  await thief.turn()
  const lengths = Object.values(await logged()).map((lines) => lines.length)
  expect(lengths.toSorted((a, b) => a - b)).toEqual([6, 6, 6, 6, 8])
  countAttack('turns of users with equal first messages on one proxy', 3 * users.length + 1)
})

test('G-81: another server is another session', async () => {
  await start([{ text: 'ok' }])
  const there = agent('Fix the build.', {}, `${HOST}/to/openai-chat`)
  const here = agent('Fix the build.')
  for (let n = 0; n < 2; n++) for (const one of [here, there]) await one.turn()
  expect(Object.values(await logged()).map((lines) => lines.length)).toEqual([4, 4])
})

test('G-81: a name that two people use is a session for each; a new key goes on by what it holds', async () => {
  const driver = memoryDriver({ now: Date.now })
  await start(({ index }) => ({ text: `answer ${index}` }), { driver })
  const name = { 'x-claude-code-session-id': 'c' }
  const mine = agent('mine', { ...name, 'x-api-key': KEY })
  const yours = agent('yours', { ...name, 'x-api-key': 'sk-other' })
  for (let n = 0; n < 2; n++) for (const one of [mine, yours]) await one.turn()
  const renewed = agent('', { ...name, 'x-api-key': 'sk-renewed' })
  renewed.messages.splice(0, 1, ...mine.messages)
  await restart(driver)
  await renewed.turn()
  const sessions = await logged()
  expect(Object.keys(sessions)).toEqual(['claude-c', expect.stringMatching(/^claude-c~[0-9a-f]{12}$/)])
  expect(sessions['claude-c']).toEqual([
    'user: mine',
    'assistant: answer 0',
    'user: go on',
    'assistant: answer 2',
    'user: go on',
    'assistant: answer 4',
  ])
})

const MASK = '<tool_output_masked>'

test('G-81: a masked item without call ids is left as it is', () => {
  const part = (text: string) => ({ role: 'user', parts: [{ functionResponse: { name: 'read', response: { text } } }] })
  const masked = [part(MASK)]
  expect(unmasked(masked, [part('the words of somebody else')])).toBeUndefined()
  const named = (content: string) => ({ role: 'tool', tool_call_id: 'c1', content })
  expect(unmasked([named(MASK)], [named('whole')])).toEqual([named('whole')])
})

test('G-81: nothing is filled in for another key, even in a session of the same name', async () => {
  await start([{ text: 'ok' }])
  const opening = (content: string): JsonObject[] => [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'read', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content }] },
  ]
  const send = (messages: JsonObject[], key: string) =>
    raw(JSON.stringify({ ...ask(), messages }), { 'x-api-key': key, 'x-daypack-session': 's' })
  await (await send(opening('the secret of the first'), KEY)).text()
  await (
    await send([...opening(MASK), { role: 'assistant', content: 'ok' }, { role: 'user', content: 'And?' }], 'sk-b')
  ).text()
  expect(provider.requests[1]?.text).not.toContain('the secret of the first')
})
