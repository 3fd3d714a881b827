import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDaypack, type Daypack } from '../../daypack.ts'
import { memoryDriver } from '../../drivers/memory/index.ts'
import type { Session } from '../../session/session.ts'
import { runs } from '../../testing/arbitraries.ts'
import { createGateway } from './index.ts'

type Wire = Record<string, unknown>
type Step =
  | { readonly do: 'say'; readonly words: number }
  | { readonly do: 'tool'; readonly chars: number }
  | { readonly do: 'dangle' | 'repeat' | 'rewind' | 'again' | 'aside' }
  | { readonly do: 'edit'; readonly at: number }
  | { readonly do: 'model'; readonly name: string }

/** Mostly what agents do, and all that they might. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('say' as const), words: fc.nat(40) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('tool' as const),
      chars: fc.constantFrom(0, 30, 900, 7_900, 9_000, 30_000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('dangle', 'repeat', 'rewind', 'again', 'aside') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit' as const), at: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('model' as const), name: fc.constantFrom('gpt-4o', 'gpt-4.1') }),
  },
) as fc.Arbitrary<Step>

const NOW = 1_700_000_000_000
const tools = [{ type: 'function', function: { name: 'bash', parameters: { type: 'object', properties: {} } } }]

/** The lists an agent would send, one after the other; replies are what the provider below says. */
function requestsOf(steps: readonly Step[]): string[] {
  let list: Wire[] = [{ role: 'system', content: 'You are an agent.' }]
  let model = 'gpt-4o'
  let calls = 0
  const made: string[] = []
  const send = (messages: readonly Wire[]) => void made.push(JSON.stringify({ model, stream: false, tools, messages }))
  const call = (id: string) => ({ id, type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } })
  for (const [at, one] of steps.entries()) {
    const user = (content: string) => ({ role: 'user', content })
    const replied = list.at(-1)?.['role'] === 'system' || list.at(-1)?.['role'] === 'assistant'
    if (!replied) list = [...list, { role: 'assistant', content: 'Fine.' }]
    if (one.do === 'say') list = [...list, user(`Request ${at}: ${'word '.repeat(one.words)}`)]
    else if (one.do === 'tool' || one.do === 'dangle' || one.do === 'again') {
      // Some clients name their calls anew from zero.
      const id = one.do === 'again' ? 'call_0' : `call_${calls++}`
      list = [...list, user(`Look ${at}.`), { role: 'assistant', content: null, tool_calls: [call(id)] }]
      if (one.do === 'dangle') list = [...list, user('Never mind.')]
      else
        list = [
          ...list,
          { role: 'tool', tool_call_id: id, content: 'x y\n'.repeat((one.do === 'tool' ? one.chars : 20) / 4) },
        ]
    } else if (one.do === 'rewind') list = [...list.slice(0, Math.max(1, list.length - 4)), user(`Rather ${at}.`)]
    else if (one.do === 'edit') {
      const index = 1 + (one.at % Math.max(1, list.length - 1))
      list = [
        ...list.map((item, n) => (n === index && item['role'] === 'user' ? user(`Changed ${at}.`) : item)),
        user('On.'),
      ]
    } else if (one.do === 'model') {
      model = one.name
      list = [...list, user(`With another model ${at}.`)]
    } else if (one.do === 'aside') {
      send([...list, user('CONTEXT CHECKPOINT COMPACTION: summarize.')])
      continue
    } else {
      const last = made.at(-1)
      if (last !== undefined) made.push(last)
      continue
    }
    send(list)
  }
  return made
}

/** Everything through one gateway: what it sent, and what its logs say. `calm`: what stands for `isCalm`. */
async function played(
  requests: readonly string[],
  { name, window }: { name: string | undefined; window: number },
  calm: (session: Session) => Session['isCalm'],
) {
  const driver = memoryDriver({ now: () => NOW })
  const inner = await createDaypack({ driver, memory: false, window, now: () => NOW })
  const pack: Daypack = {
    ...inner,
    async session(id) {
      const session = await inner.session(id)
      const own: Session = Object.create(session)
      own.isCalm = calm(session)
      return own
    },
  }
  const sent: string[] = []
  const problems: string[] = []
  const reply = {
    id: 'c',
    object: 'chat.completion',
    model: 'gpt-4o',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Fine.' }, finish_reason: 'stop' }],
  }
  const gateway = createGateway({
    pack,
    now: () => NOW,
    window,
    upstreams: { 'openai-chat': 'http://127.0.0.1:1/v1' },
    onProblem: (problem) => problems.push(problem),
    async upstream({ body }) {
      const text = typeof body === 'string' ? body : Buffer.from(body ?? []).toString()
      sent.push(text)
      const usage = { prompt_tokens: Math.ceil(text.length / 4), completion_tokens: 5, total_tokens: 0 }
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: (async function* () {
          yield Buffer.from(JSON.stringify({ ...reply, usage }))
        })(),
      }
    },
  })
  for (const body of requests) {
    const headers = {
      authorization: 'Bearer x',
      'content-type': 'application/json',
      ...(name && { 'x-daypack-session': name }),
    }
    const url = 'http://127.0.0.1/v1/chat/completions'
    const answer = await gateway.fetch(new Request(url, { method: 'POST', body, headers }))
    await answer.text()
  }
  await gateway.status()
  const logs: string[] = []
  for (const id of await inner.sessions()) {
    const session = await inner.session(id)
    await session.idle()
    logs.push(JSON.stringify(await session.entries()))
  }
  await inner.close()
  // Sessions without a name get one by chance.
  return { sent, logs: logs.toSorted(), problems }
}

test('what is sent before it is managed is what would have been sent after, and the log is the same', async () => {
  let ahead = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 16 }),
      fc.boolean(),
      fc.constantFrom(12_000, 60_000),
      async (steps, isNamed, window) => {
        const requests = requestsOf(steps)
        const how = { name: isNamed ? 's' : undefined, window }
        const fast = await played(requests, how, (session) => (since, count) => {
          const isIt = session.isCalm(since, count)
          if (isIt) ahead++
          return isIt
        })
        const slow = await played(requests, how, () => () => false)
        expect(fast).toEqual(slow)
      },
    ),
    { numRuns: Math.min(runs(), 40) },
  )
  expect(ahead).toBeGreaterThan(20)
})
