// One turn of the chat: what the model is sent, what is kept, and what the user sees of it.
import { simulateReadableStream } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, test } from 'vitest'
import type { Message } from 'daypack'
import { closeOpenCalls, runTurn } from '../../src/chat/turn.ts'
import type { Chat } from '../../src/chat/types.ts'
import type { Config } from '../../src/config/schema.ts'
import { chatOn, saying } from '../seeds/chat-support.ts'

type Part = Record<string, unknown>
const words = (text: string): Part[] => [
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: text },
  { type: 'text-end', id: '1' },
]
const call = (id: string, tool: string, input: object): Part => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: tool,
  input: JSON.stringify(input),
})

/** A model that answers each request with the next of these; an error is thrown where one stands. */
function scripted(...answers: readonly (readonly Part[] | Error)[]) {
  let at = 0
  return new MockLanguageModelV4({
    doStream: async () => {
      const parts = answers[Math.min(at++, answers.length - 1)] ?? []
      if (parts instanceof Error) throw parts
      const isCall = parts.some(({ type }) => type === 'tool-call')
      const finish = parts.find(({ type }) => type === 'finish') ?? {
        finishReason: { unified: isCall ? 'tool-calls' : 'stop', raw: '' },
      }
      const usage = {
        inputTokens: { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 3, text: 3, reasoning: 0 },
      }
      const chunks = [...parts.filter(({ type }) => type !== 'finish'), { type: 'finish', usage, ...finish }]
      return {
        stream: simulateReadableStream({ chunks: chunks as never[], initialDelayInMs: null, chunkDelayInMs: null }),
      }
    },
  })
}

/** The conversation as it is kept, in words. */
const kept = (chat: Chat) =>
  chat.session.view.slots.map(({ message, origin }) => [
    origin === 'caller' ? message.role : `${message.role} from ${origin}`,
    ...message.blocks.map((block) => {
      if (block.type === 'text') return block.text
      if (block.type === 'tool-call') return `call ${block.callId} ${block.tool} ${JSON.stringify(block.input)}`
      if (block.type === 'tool-result')
        return `result ${block.callId}${block.isError ? ' failed' : ''}: ${'text' in block.content ? block.content.text : ''}`
      return block.type
    }),
  ])

type Given = {
  readonly said?: string
  readonly config?: Config
  readonly before?: readonly Message[]
  readonly signal?: AbortSignal
  readonly tools?: Chat['tools']
}

async function turned(model: MockLanguageModelV4, given: Given = {}) {
  const { said = 'Go on.', config, before = [], signal = new AbortController().signal, tools } = given
  const { chat, said: shown, flushes, close } = await chatOn({ window: 20_000, ...config }, before)
  Object.assign(chat, { model: { ...chat.model, model }, preamble: 'You are careful.', ...(tools && { tools }) })
  shown.length = 0
  const failure = await runTurn(chat, said, signal).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  )
  const result = {
    shown: shown.join('|').replaceAll(chat.cwd, '<cwd>'),
    kept: kept(chat),
    failure,
    flushes: flushes(),
  }
  await close()
  return result
}
const echo: Chat['tools'][number] = {
  name: 'echo',
  description: 'says it again',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  run: (input) => (input as { text: string }).text,
}
const failing: Chat['tools'][number] = { ...echo, name: 'failing', run: () => Promise.reject(new Error('no disk')) }

describe('an answer', () => {
  test('is shown as it comes and kept', async () => {
    expect(await turned(scripted(words('It \u0007is fine.')))).toEqual({
      shown: 'It is fine.|',
      kept: [
        ['user', 'Go on.'],
        ['assistant', 'It \u0007is fine.'],
      ],
      flushes: 0,
    })
  })
  test('that was cut at the output limit says so', async () => {
    const cut = { type: 'finish', finishReason: { unified: 'length', raw: '' } }
    expect((await turned(scripted([...words('It is'), cut]))).shown).toBe(
      'It is||[the answer was cut at the output limit]',
    )
  })
  test('that breaks off is kept as far as it came', async () => {
    const broken = await turned(scripted([...words('Half'), { type: 'error', error: new Error('the line is cut') }]))
    expect(broken).toEqual({
      shown: 'Half',
      kept: [
        ['user', 'Go on.'],
        ['assistant', 'Half\n[stopped here]'],
      ],
      failure: 'the line is cut',
      flushes: 0,
    })
    expect((await turned(scripted([{ type: 'error', error: new Error('at once') }]))).kept).toEqual([
      ['user', 'Go on.'],
    ])
  })
})

describe('tools', () => {
  test('every call gets its result: what it said, that it failed, that there is none', async () => {
    const calls = [
      call('a', 'echo', { text: 'one\ntwo' }),
      call('b', 'failing', {}),
      call('c', 'nothing', { x: 1 }),
      call('d', 'echo', { text: '[exit code 1]\nno' }),
      call('e', 'echo', { text: 'Error: so' }),
    ]
    expect(
      await turned(scripted([...words('Calling.'), ...calls], words('Done.')), { tools: [echo, failing] }),
    ).toEqual({
      shown:
        'Calling.||* echo one two → one (2 lines, 7 bytes)|* failing  → Error: no disk|* nothing 1 → Error: no tool nothing with this input. There are echo, failing.|* echo [exit code 1] no → [exit code 1] (2 lines, 16 bytes)|* echo Error: so → Error: so|Done.|',
      kept: [
        ['user', 'Go on.'],
        [
          'assistant',
          'Calling.',
          'call a echo {"text":"one\\ntwo"}',
          'call b failing {}',
          'call c nothing {"x":1}',
          'call d echo {"text":"[exit code 1]\\nno"}',
          'call e echo {"text":"Error: so"}',
        ],
        ['tool', 'result a: one\ntwo'],
        ['tool', 'result b failed: Error: no disk'],
        ['tool', 'result c failed: Error: no tool nothing with this input. There are echo, failing.'],
        ['tool', 'result d failed: [exit code 1]\nno'],
        ['tool', 'result e failed: Error: so'],
        ['assistant', 'Done.'],
      ],
      flushes: 0,
    })
  })
  test('end after so many steps', async () => {
    const model = scripted([call('a', 'echo', { text: 'x' })])
    const { shown } = await turned(model, { config: { window: 200_000 }, tools: [echo] })
    expect([model.doStreamCalls.length, shown.split('|').at(-1)]).toEqual([
      100,
      'Stopped after 100 steps; say “go on” to let it continue.',
    ])
  })
  test('a call left open by a program that ended is closed', async () => {
    const open: Message = {
      role: 'assistant',
      blocks: [
        { type: 'tool-call', callId: 'a', tool: 'echo', input: {} },
        { type: 'tool-call', callId: 'b', tool: 'echo', input: {} },
      ],
    }
    const answer: Message = {
      role: 'tool',
      blocks: [{ type: 'tool-result', callId: 'a', tool: 'echo', content: { text: 'ok' } }],
    }
    const { chat, close } = await chatOn({}, [saying('user', 'x'), open, answer])
    expect([await closeOpenCalls(chat), await closeOpenCalls(chat), kept(chat).slice(3)]).toEqual([
      1,
      0,
      [['tool', 'result b failed: Error: the program ended before this tool finished; it may have run in part.']],
    ])
    await close()
  })
})

describe('what the model is sent', () => {
  const asked = async (given: Given) => {
    const model = scripted(words('x'))
    await turned(model, given)
    const [{ prompt, tools, maxOutputTokens, providerOptions } = {} as never] = model.doStreamCalls
    return {
      prompt,
      tools: tools?.map((tool) => [tool.name, tool.type === 'function' ? tool.providerOptions : undefined]),
      maxOutputTokens,
      providerOptions,
    }
  }
  test('the preamble and the last message end in a marker for the cache', async () => {
    expect(await asked({ tools: [echo], before: [saying('user', 'Hi'), saying('assistant', 'Ho')] })).toEqual({
      prompt: [
        {
          role: 'system',
          content: 'You are careful.',
          providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
        },
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'Ho' }] },
        {
          role: 'user',
          content: [{ type: 'text', text: 'Go on.' }],
          providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
        },
      ],
      tools: [['echo', undefined]],
      maxOutputTokens: 5000,
      providerOptions: { openai: { store: false } },
    })
  })
  test('the room for the answer: as set, else a quarter of the window, at most 16,000', async () => {
    const rooms = await Promise.all(
      [{ maxOutput: 7 }, { window: 8_001 }, { window: 500_000 }].map(
        async (config) => (await asked({ config, tools: [echo] })).maxOutputTokens,
      ),
    )
    expect(rooms).toEqual([7, 2_000, 16_000])
  })
})

describe('what goes wrong', () => {
  test('a request that is too long is sent again with less', async () => {
    const long = Object.assign(new Error('prompt is too long: 30000 tokens > 20000 maximum'), { statusCode: 400 })
    const before = Array.from({ length: 40 }, (_, at) =>
      saying(at % 2 === 0 ? 'user' : 'assistant', `Step ${at}. ${'All is well here. '.repeat(60)}`),
    )
    const once = scripted(long, words('Now.'))
    const { shown, failure } = await turned(once, { before })
    expect([
      once.doStreamCalls.length,
      shown.includes('The provider says this is too long; making room and trying again.'),
      failure,
    ]).toEqual([2, true, undefined])
  })
  test('stopped by the user: nothing more is sent, and what was said stays', async () => {
    const stopping = new AbortController()
    const model = scripted([call('a', 'stop', {}), call('b', 'echo', { text: 'x' })])
    const stop = { ...echo, name: 'stop', run: () => (stopping.abort(), 'stopped') }
    expect(await turned(model, { signal: stopping.signal, tools: [stop, echo] })).toEqual({
      shown: '* stop  → stopped|* echo x → Stopped by the user before it ran.|\nStopped. What was said so far is kept.',
      kept: [
        ['user', 'Go on.'],
        ['assistant', 'call a stop {}', 'call b echo {"text":"x"}'],
        ['tool', 'result a: stopped'],
        ['tool', 'result b failed: Stopped by the user before it ran.'],
      ],
      flushes: 0,
    })
  })
})

test('what the user asks to remember goes to memory at once, else after so many requests', async () => {
  const asked = async (said: string, config: Config) => (await turned(scripted(words('x')), { said, config })).flushes
  expect([
    await asked('Hello.', { memory: { enabled: true } }),
    await asked('Remember this: tabs.', { memory: { enabled: true } }),
    await asked('Remember this: tabs.', { memory: { enabled: false } }),
    await asked('Hello.', { memory: { enabled: true, everyTurns: 1 } }),
    await asked('Hello.', { memory: { enabled: true, everyTurns: 2 } }),
  ]).toEqual([0, 1, 0, 1, 0])
})
