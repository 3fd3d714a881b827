import { expect, onTestFinished, test, vi } from 'vitest'
import { createDaypack, type Daypack } from '../../../daypack/src/daypack.ts'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'
import type { Session } from '../../../daypack/src/session/session.ts'
import { startProvider } from '../../../daypack-testing/src/provider/index.ts'
import { clientsOf } from '../../test/support.ts'
import { createGateway } from '../index.ts'
import type { Agent } from './agent.ts'
import { MOST_AWAKE, restingAgents } from './resting-agents.ts'

const SESSIONS = MOST_AWAKE + 16
const tools = [{ name: 'read', input_schema: { type: 'object' as const } }]

/** A gateway before a provider that counts its answers, and how often each session was opened. */
async function start() {
  const provider = await startProvider({ script: ({ index }) => ({ text: `answer ${index}` }) })
  const inner = await createDaypack({ driver: memoryDriver({ now: Date.now }), memory: false })
  onTestFinished(async () => {
    await inner.close()
    await provider.close()
  })
  const opened = new Map<string, number>()
  const rested = new Set<string>()
  const pack: Daypack = {
    ...inner,
    async session(id, ...rest) {
      opened.set(id, (opened.get(id) ?? 0) + 1)
      const session = await inner.session(id, ...rest)
      const own: Session = Object.create(session)
      own.on = (...args) => {
        const off = session.on(...args)
        return () => {
          rested.add(id)
          off()
        }
      }
      return own
    },
  }
  const gateway = createGateway({ pack, upstreams: { anthropic: provider.url } })
  const { claude } = clientsOf(() => gateway)
  type Message = { role: 'user' | 'assistant'; content: string }
  async function turn(list: Message[], question: string, headers: Record<string, string> = {}): Promise<void> {
    list.push({ role: 'user', content: question })
    const request = { model: 'claude-opus-4-5', max_tokens: 100, tools, messages: list }
    const { content } = await claude(headers).messages.create(request)
    list.push({ role: 'assistant', content: content.map((one) => ('text' in one ? one.text : '')).join('') })
  }
  return { gateway, pack: inner, opened, rested, turn }
}

for (const kind of ['by name', 'by what it says'] as const)
  test(`G-48: a conversation that rested, found again ${kind}, goes on in its log, and none is lost in the status`, async () => {
    const { gateway, pack, opened, rested, turn } = await start()
    const headers = (n: number) => (kind === 'by name' ? { 'x-claude-code-session-id': `s${n}` } : {})
    const lists = Array.from({ length: SESSIONS }, () => [] as Parameters<typeof turn>[0])
    for (const [n, list] of lists.entries())
      for (const word of ['One', 'Two']) await turn(list, `${word} of ${n}?`, headers(n))
    await vi.waitUntil(() => rested.size >= SESSIONS - MOST_AWAKE, { timeout: 60_000 })
    await gateway.status()
    await turn(lists[0] ?? [], 'Three of 0?', headers(0))
    const { sessions } = await gateway.status()
    expect(sessions).toHaveLength(SESSIONS)
    expect(sessions.map((one) => one.requests).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: SESSIONS - 1 }, () => 2),
      3,
    ])
    const first = sessions.find((one) => one.requests === 3)?.session ?? ''
    expect(opened.get(first)).toBeGreaterThan(1)
    const session = await pack.session(first)
    await session.idle()
    expect(session.view.slots).toHaveLength(6)
  })

const MINUTE = 60_000
const MB = 1024 * 1024

/** Agents whose newest requests have so many bytes, used at these minutes, and those of them that rest at the minute given. */
async function restAfter(minutes: number, used: readonly { at: number; bytes?: number; waiting?: 1 }[]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const awake = new Map<string, Promise<Agent>>()
  const work: (() => Promise<void>)[] = []
  const resting = restingAgents({
    awake,
    describe: async (agent) => ({ session: agent.client }) as never,
    forget: (key) => void awake.delete(key),
    whenQuiet: (run) => void work.push(run),
  })
  for (const [n, { at, bytes = 1, waiting = 0 }] of used.entries()) {
    const last = { turn: { bytes: { length: bytes } } }
    const session = { idle: async () => {} }
    const agent = {
      client: `${n}`,
      session,
      last,
      waiting,
      turn: 1,
      usedAt: performance.now() + at * MINUTE,
      tally: {},
    }
    awake.set(`${n}`, Promise.resolve(agent as never))
  }
  resting.rest()
  for (let passed = 0; passed < minutes * 4; passed++) {
    vi.advanceTimersByTime(MINUTE / 4)
    for (const run of work.splice(0)) await run()
  }
  return resting.all().map(({ status }) => status.session)
}

test('G-48: a conversation that nobody went on with for ten minutes rests, one that waits for its answer does not', async () => {
  const used = [{ at: 0 }, { at: 5 }, { at: 0, waiting: 1 as const }]
  expect(await restAfter(9, used)).toEqual([])
  expect(await restAfter(11, used)).toEqual(['0'])
  expect(await restAfter(16, used)).toEqual(['0', '1'])
})

test('G-48: of conversations with large requests as many are awake as there is room for, those used last', async () => {
  const used = [2, 0, 1].map((at) => ({ at, bytes: 20 * MB }))
  expect(await restAfter(3, used)).toEqual(['1'])
})
