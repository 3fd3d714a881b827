import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DaypackOptions } from '../../../daypack/src/config.ts'
import { createDaypack, type Daypack } from '../../../daypack/src/daypack.ts'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'
import type { Session } from '../../../daypack/src/session/session.ts'
import { runs } from '../../../daypack-testing/src/arbitraries.ts'
import { createGateway } from '../index.ts'

type Wire = Record<string, unknown>
type Step =
  | { readonly do: 'say'; readonly words: number }
  | { readonly do: 'tool'; readonly chars: number }
  | { readonly do: 'dangle' | 'repeat' | 'rewind' | 'again' | 'aside' | 'picture' | 'develop' | 'wait' }
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
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('dangle', 'repeat', 'rewind', 'again', 'aside', 'picture', 'develop', 'wait'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit' as const), at: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('model' as const), name: fc.constantFrom('gpt-4o', 'gpt-4.1') }),
  },
) as fc.Arbitrary<Step>

const NOW = 1_700_000_000_000
const TTL = 5 * 60_000
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const tools = [{ type: 'function', function: { name: 'bash', parameters: { type: 'object', properties: {} } } }]

/** A body, and what time it is when it comes. */
type Asked = { readonly body: string; readonly at: number }

/** As some clients send it: a marker of the cache in the last message, whose content is a list as long as it bears one. */
function marked(messages: readonly Wire[]): Wire[] {
  const last = messages.at(-1)
  if (typeof last?.['content'] !== 'string') return [...messages]
  const content = [{ type: 'text', text: last['content'], cache_control: { type: 'ephemeral' } }]
  return [...messages.slice(0, -1), { ...last, content }]
}

/** The lists an agent would send, one after the other; replies are what the provider below says. */
function requestsOf(steps: readonly Step[], marks = false): Asked[] {
  let list: Wire[] = [{ role: 'system', content: 'You are an agent.' }]
  let model = 'gpt-4o'
  let calls = 0
  let now = NOW
  const made: Asked[] = []
  const send = (said: readonly Wire[]) => {
    const messages = marks ? marked(said) : said
    made.push({ body: JSON.stringify({ model, stream: false, tools, messages }), at: now })
  }
  const call = (id: string) => ({ id, type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } })
  for (const [at, one] of steps.entries()) {
    const user = (content: string) => ({ role: 'user', content })
    const replied = list.at(-1)?.['role'] === 'system' || list.at(-1)?.['role'] === 'assistant'
    if (!replied) list = [...list, { role: 'assistant', content: 'Fine.' }]
    if (one.do === 'wait') now += TTL + 1
    if (one.do === 'say' || one.do === 'wait') {
      list = [...list, user(`Request ${at}: ${'word '.repeat('words' in one ? one.words : 1)}`)]
    } else if (one.do === 'picture') {
      list = [...list, { role: 'user', content: [{ type: 'image_url', image_url: { url: PICTURE } }] }]
    } else if (one.do === 'develop') {
      list = [...list, { role: 'developer', content: `From now on ${at}.` }, user('Go on.')]
    } else if (one.do === 'tool' || one.do === 'dangle' || one.do === 'again') {
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

type How = {
  readonly name?: string | undefined
  readonly window?: number
  readonly pack?: Pick<DaypackOptions, 'memory'>
  /** Nothing is planned before this is over. */
  readonly hold?: Promise<void>
}

const REPLY = {
  id: 'c',
  object: 'chat.completion',
  model: 'gpt-4o',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Fine.' }, finish_reason: 'stop' }],
}

const NEVER = () => false
const ALWAYS = () => true

/** A gateway in front of a provider that always says the same. `calm`: what stands for `mayAppend`. */
async function startOne({ name, window = 60_000, pack: options, hold }: How, calm?: Session['mayAppend']) {
  let now = NOW
  let prepared = 0
  let before = 0
  const driver = memoryDriver({ now: () => now })
  const inner = await createDaypack({ driver, memory: false, window, ...options, tuning: { now: () => now } })
  const pack: Daypack = {
    ...inner,
    async session(id) {
      const session = await inner.session(id)
      const own: Session = Object.create(session)
      if (calm) own.mayAppend = calm
      own.prepare = async (...args: Parameters<Session['prepare']>) => {
        await hold
        prepared++
        return session.prepare(...args) as never
      }
      return own
    },
  }
  const sent: string[] = []
  /** Went out before the session had looked at it. */
  const early: boolean[] = []
  const problems: string[] = []
  const gateway = createGateway({
    pack,
    now: () => now,
    window,
    upstreams: { 'openai-chat': 'http://127.0.0.1:1/v1' },
    onProblem: (problem) => problems.push(problem),
    async upstream({ body }) {
      const text = typeof body === 'string' ? body : Buffer.from(body ?? []).toString()
      sent.push(text)
      early.push(prepared === before)
      const usage = { prompt_tokens: Math.ceil(text.length / 4), completion_tokens: 5, total_tokens: 0 }
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: (async function* () {
          yield Buffer.from(JSON.stringify({ ...REPLY, usage }))
        })(),
      }
    },
  })

  async function ask({ body, at }: Asked): Promise<void> {
    // Time goes by when all that was said is in the log.
    if (at !== now) await idle()
    now = at
    before = prepared
    const headers = {
      authorization: 'Bearer x',
      'content-type': 'application/json',
      ...(name && { 'x-daypack-session': name }),
    }
    const url = 'http://127.0.0.1/v1/chat/completions'
    await (await gateway.fetch(new Request(url, { method: 'POST', body, headers }))).text()
  }

  async function idle(): Promise<void> {
    await gateway.status()
    for (const id of await inner.sessions()) await (await inner.session(id)).idle()
  }

  /** The logs, when all is in them. Sessions without a name get one by chance. */
  async function end() {
    await idle()
    const logs: string[] = []
    for (const id of await inner.sessions()) logs.push(JSON.stringify(await (await inner.session(id)).entries()))
    await inner.close()
    return logs.toSorted()
  }
  return { ask, end, sent, early, problems, pack: inner }
}

/** All of them, one after the other. */
async function played(requests: readonly Asked[], how: How, calm?: Session['mayAppend']) {
  const { ask, end, sent, early, problems } = await startOne(how, calm)
  for (const request of requests) await ask(request)
  return { told: { sent, problems, logs: await end() }, early }
}

const FIRST: Step = { do: 'say', words: 1 }

test('what is sent before it is planned is what would have been sent after, and the log is the same', async () => {
  let turns = 0
  let ahead = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 16 }),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(12_000, 60_000),
      fc.constantFrom(0, 0, 3, 6),
      async (all, isNamed, marks, window, from) => {
        // What has a name may start, or lack a result, before anybody has looked at it: tests of their own tell what happens then.
        const steps = isNamed ? [FIRST, ...all.filter((one) => one.do !== 'dangle')] : all
        // What came before the first of them was with another proxy, or with none.
        const requests = requestsOf(steps, marks).slice(isNamed ? 0 : from)
        const how = { name: isNamed ? 's' : undefined, window }
        const fast = await played(requests, how)
        const slow = await played(requests, how, NEVER)
        expect(fast.told).toEqual(slow.told)
        turns += slow.early.filter((isEarly) => !isEarly).length
        ahead += fast.early.filter((isEarly, index) => isEarly && !slow.early[index]).length
      },
    ),
    { numRuns: Math.min(runs(), 30) },
  )
  // A third of them is large, rewrites something or comes late.
  expect(ahead / turns).toBeGreaterThan(0.3)
})

const says = (...contents: string[]): Asked => ({
  at: NOW,
  body: JSON.stringify({
    model: 'gpt-4o',
    stream: false,
    tools,
    messages: contents.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })),
  }),
})

test('a little more is sent first and looked at afterwards; after the life of a cache it is looked at first', async () => {
  const { ask, early, end } = await startOne({ name: 's' })
  await ask(says('One.'))
  await ask(says('One.', 'Fine.', 'Two.'))
  await ask({ ...says('One.', 'Fine.', 'Two.', 'Fine.', 'Three.'), at: NOW + TTL + 1 })
  await end()
  expect(early).toEqual([false, true, false])
})

test('a marker of the cache that moves along is no change: what bore it says the same, with a name and without', async () => {
  for (const name of ['s', undefined]) {
    const { ask, early, sent, end } = await startOne({ name })
    const said = ['One.', 'Fine.', 'Two.', 'Fine.', 'Three.', 'Fine.', 'Four.'].map((content, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content,
    }))
    const turns = [1, 3, 5, 7].map((length) => ({
      at: NOW,
      body: JSON.stringify({ model: 'gpt-4o', tools, messages: marked(said.slice(0, length)) }),
    }))
    for (const turn of turns) await ask(turn)
    const [log = ''] = await end()
    expect(early).toEqual([false, true, true, true])
    expect(sent).toEqual(turns.map(({ body }) => body))
    for (const text of ['One.', 'Two.', 'Three.', 'Four.']) expect(log.split(JSON.stringify(text))).toHaveLength(2)
  }
})

test('where what is new begins with an instruction, it is looked at first', async () => {
  const { ask, early, end } = await startOne({ name: 's' })
  const asked = (...messages: Wire[]): Asked => ({
    at: NOW,
    body: JSON.stringify({ model: 'gpt-4o', tools, messages }),
  })
  const [one, two] = [
    { role: 'user', content: 'One.' },
    { role: 'user', content: 'Two.' },
  ]
  await ask(asked(one))
  await ask(asked(one, { role: 'developer', content: 'Be brief from now on.' }, two))
  await end()
  expect(early).toEqual([false, false])
})

const LONG = 'a line of a long answer\n'.repeat(1_000)

test('a conversation that began elsewhere goes out as it came and is looked at afterwards, where it surely fits', async () => {
  const { ask, early, sent, end } = await startOne({ name: 's' })
  await ask(says('One.', LONG, 'Two.'))
  await ask(says('One.', LONG, 'Two.', 'Fine.', 'Three.'))
  const [log = ''] = await end()
  expect(early).toEqual([true, true])
  expect(sent[0]).toBe(says('One.', LONG, 'Two.').body)
  for (const said of ['One.', 'Two.', 'Three.']) expect(log.split(JSON.stringify(said))).toHaveLength(2)

  const other = await startOne({ name: 's', window: 12_000 })
  await other.ask(says('One.', LONG, 'Two.'))
  await other.end()
  expect(other.early).toEqual([false])
})

test('where notes are recalled, what the user says is looked at first', async () => {
  const { ask, sent, early, end, pack } = await startOne({
    name: 's',
    pack: { memory: { schedule: false, recall: true } },
  })
  await pack.memory.remember('The staging database listens on port 5433.')
  await ask(says('Hello.'))
  await ask(says('Hello.', 'Fine.', 'Which port does the staging database use?'))
  await end()
  expect(early).toEqual([false, false])
  expect(sent[1]).toContain('5433')
})

test('what turns out to be planned otherwise than it was sent: the next one is planned first', async () => {
  const wrong = requestsOf([
    { do: 'say', words: 1 },
    { do: 'tool', chars: 30_000 },
    { do: 'say', words: 1 },
  ])
  const { ask, sent, early, end } = await startOne({ name: 's' }, ALWAYS)
  for (const [at, one] of wrong.entries()) await ask({ ...one, at: NOW + at })
  await end()
  const slow = await played(wrong, { name: 's' }, NEVER)
  expect(early).toEqual([false, true, false])
  expect(sent[1]).not.toBe(slow.told.sent[1])
  expect(sent[2]).toBe(slow.told.sent[2])
})

test('one that comes before the last is answered waits for what it says to be in the log, once', async () => {
  const { ask, early, end } = await startOne({ name: 's' })
  await ask(says('One.'))
  await Promise.all([
    ask(says('One.', 'Fine.', 'Two.')),
    ask(says('One.', 'Fine.', 'Two.', 'Fine.', 'Three.')),
    ask(says('One.', 'Fine.', 'Two.', 'Fine.', 'Three.')),
  ])
  const [log = ''] = await end()
  expect(early.slice(0, 2)).toEqual([false, true])
  for (const said of ['One.', 'Two.', 'Three.']) expect(log.split(JSON.stringify(said))).toHaveLength(2)
})

test('turns that follow a start which nobody has planned yet do not wait for its plan; all are logged once, in order', async () => {
  let release = () => {}
  const hold = new Promise<void>((resolve) => (release = resolve))
  const { ask, early, sent, problems, end } = await startOne({ name: 's', hold })
  const said = ['One.', LONG, 'Two.', 'Fine.', 'Three.', 'Fine.', 'Four.', 'Fine.', 'Five.']
  const turns = [5, 7, 9].map((length) => says(...said.slice(0, length)))
  for (const turn of turns) await ask(turn)
  expect(early).toEqual([true, true, true])
  expect(sent).toEqual(turns.map(({ body }) => body))
  release()
  const logs = await end()
  expect({ problems, sessions: logs.length }).toEqual({ problems: [], sessions: 1 })
  const slow = await played(turns, { name: 's' }, NEVER)
  const messagesOf = ([log = '']: string[]) =>
    (JSON.parse(log) as { kind: string; message: object }[]).flatMap((entry) =>
      entry.kind === 'message' ? [entry.message] : [],
    )
  expect(messagesOf(logs)).toEqual(messagesOf(slow.told.logs))
})

test('what would leave the room that an unplanned start has left waits for its plan', async () => {
  const { ask, early, end } = await startOne({ name: 's', window: 16_000 })
  await ask(says('One.', LONG.slice(0, 20_000), 'Two.'))
  await ask(says('One.', LONG.slice(0, 20_000), 'Two.', 'Fine.', 'word '.repeat(1_000)))
  await end()
  expect(early).toEqual([true, false])
})
