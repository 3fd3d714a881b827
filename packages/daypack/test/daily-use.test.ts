import { generateText, jsonSchema, tool } from 'ai'
import { afterEach, describe, expect, test } from 'vitest'
import { aiSdk } from '../src/codecs/ai-sdk/index.ts'
import { anthropic } from '../src/codecs/anthropic/index.ts'
import { gemini } from '../src/codecs/gemini/index.ts'
import { langchain } from '../src/codecs/langchain/index.ts'
import { openaiAgents } from '../src/codecs/openai-agents/index.ts'
import { openaiChat } from '../src/codecs/openai-chat/index.ts'
import { openaiResponses } from '../src/codecs/openai-responses/index.ts'
import { memoryDriver } from '../src/drivers/memory/index.ts'
import { daypackSteps } from '../src/hosts/ai-sdk.ts'
import { createDaypack, type Daypack } from '../src/index.ts'

let pack: Daypack
afterEach(() => pack.close())

async function opened(options: Partial<Parameters<typeof createDaypack>[0]> = {}) {
  pack = await createDaypack({
    driver: memoryDriver({ now: () => 0, zone: 'UTC' }),
    ...options,
    tuning: { now: () => 0, ...options.tuning },
  } as never)
  return pack.session('s')
}

const long = (n: number) => `turn ${n} ${'the quick brown fox jumps over the lazy dog. '.repeat(60)}`
const turn = (said: string, asked: string) => [
  { role: 'assistant' as const, content: said },
  { role: 'user' as const, content: asked },
]
const talk = (turns: number) =>
  Array.from({ length: turns }, (_, n) => [
    { role: 'user' as const, content: long(n) },
    { role: 'assistant' as const, content: `answer ${n} ${long(n)}` },
  ]).flat()

describe('F-36: append takes what a caller has', () => {
  const said = { type: 'text', text: 'hello' }
  test.each([
    ['anthropic', anthropic, { role: 'user', content: 'hello' }],
    ['openai-chat', openaiChat, { role: 'user', content: 'hello' }],
    ['openai-responses', openaiResponses, { role: 'user', content: 'hello' }],
    ['gemini', gemini, { role: 'user', parts: [{ text: 'hello' }] }],
    ['ai-sdk', aiSdk, { role: 'user', content: 'hello' }],
    ['langchain', langchain(), { type: 'human', content: 'hello' }],
    ['openai-agents', openaiAgents, { role: 'user', content: 'hello' }],
  ])('a message of %s with its codec', async (_, codec, message) => {
    const session = await opened()
    expect(await session.append(message, { codec: codec as unknown as typeof anthropic })).toBe(1)
    expect(session.view.slots[0]?.message).toMatchObject({ role: 'user', blocks: [said] })
  })

  test('a system prompt becomes the session’s, a result finds the name of its tool', async () => {
    const session = await opened()
    await session.append({ role: 'system', content: 'Be brief.' }, { codec: openaiChat })
    await session.append({ role: 'user', content: 'Look.' }, { codec: openaiChat })
    const call = { id: 'c1', type: 'function', function: { name: 'read_file', arguments: '{"path":"a.ts"}' } }
    await session.append({ role: 'assistant', content: null, tool_calls: [call] }, { codec: openaiChat })
    await session.append({ role: 'tool', tool_call_id: 'c1', content: 'text of a.ts' }, { codec: openaiChat })
    expect(session.view.system?.message.blocks).toMatchObject([{ text: 'Be brief.' }])
    expect(session.view.slots.at(-1)?.message.blocks).toMatchObject([{ type: 'tool-result', tool: 'read_file' }])
    const { request } = await session.render(openaiChat, { model: 'gpt-5.6', messages: [] })
    expect(request.messages).toHaveLength(4)
  })

  test.each([
    [{ role: 'user', content: 'hello' }, /session\.append\(message, \{ codec: anthropic \}\)/],
    [{ role: 'user', parts: [{ text: 'hello' }] }, /its codec/],
    [{ role: 'robot', blocks: [] }, /a role and blocks/],
    [{ role: 'user', blocks: [{ type: 'image' }] }, /a role and blocks/],
    ['hello', /a role and blocks/],
    [undefined, /a role and blocks/],
  ])('%o says what to write', async (message, hint) => {
    const session = await opened()
    await expect(session.append(message as never)).rejects.toMatchObject({ code: 'bad-config', message: hint })
    expect(session.view.head).toBe(0)
  })
})

describe('F-26: side calls leave the conversation alone', () => {
  const messages = talk(20)
  const request = {
    model: 'claude-sonnet-5-5',
    max_tokens: 500,
    messages: [...messages, { role: 'user' as const, content: 'go on' }],
  }
  const title = {
    model: 'claude-haiku-4-5',
    max_tokens: 20,
    system: 'Write a title.',
    messages: [{ role: 'user' as const, content: 'the quick brown fox …' }],
  }
  const reply = (text: string) => ({
    content: [{ type: 'text', text }],
    usage: { input_tokens: 900, output_tokens: 5 },
  })

  test('a title through the same session changes nothing, and neither does the next turn', async () => {
    const session = await opened({ window: 20_000, tuning: { maxOutput: 500 } })
    const first = await session.prepare(anthropic, request)
    await session.record(anthropic, reply('on it'))
    const { head } = session.view
    const side = await session.prepare(anthropic, title)
    expect(side).toMatchObject({ aside: true })
    expect(side.request).toBe(title)
    await session.record(anthropic, reply('A fox'))
    expect(session.view.head).toBe(head)
    const next = {
      ...request,
      messages: [...request.messages, ...turn('on it', 'more')],
    }
    const second = await session.prepare(anthropic, next)
    expect(second.request.messages.slice(0, first.request.messages.length)).toEqual(first.request.messages)
    expect(session.view.marks.has('rewind')).toBe(false)
  })

  test('two calls at once: the reply of the turn is recorded although a title was asked for meanwhile', async () => {
    const session = await opened({ window: 20_000, tuning: { maxOutput: 500 } })
    await session.prepare(anthropic, request)
    await session.prepare(anthropic, title)
    await session.record(anthropic, reply('A fox'), { aside: true })
    await session.record(anthropic, reply('on it'), { aside: false })
    expect(session.view.slots.at(-1)?.message.blocks).toMatchObject([{ text: 'on it' }])
  })

  test('aside: a question about the whole conversation fits the window and is not recorded', async () => {
    const session = await opened({ window: 20_000, tuning: { maxOutput: 500 } })
    const { request: sent } = await session.prepare(anthropic, request)
    const { head } = session.view
    const asked = {
      ...title,
      messages: [...request.messages, ...turn('yes', 'A title for all this?')],
    }
    const made = await session.aside(anthropic, asked)
    expect(JSON.stringify(made).length).toBeLessThan(JSON.stringify(sent).length + 2_000)
    // A token of such a request is at least three characters.
    expect(JSON.stringify(made).length / 3).toBeLessThan(20_000)
    expect(JSON.stringify(asked).length / 4).toBeGreaterThan(20_000)
    expect(made.messages.at(-1)).toEqual(asked.messages.at(-1))
    expect(made.system).toBe('Write a title.')
    expect(session.view.head).toBe(head)
  })

  test('a conversation that starts over is recorded with its second request, or at once when the caller says so', async () => {
    const session = await opened({ window: 20_000, tuning: { maxOutput: 500 } })
    await session.prepare(anthropic, request)
    const fresh = { ...request, messages: [{ role: 'user' as const, content: 'Something else.' }] }
    expect((await session.prepare(anthropic, fresh)).aside).toBe(true)
    expect((await session.prepare(anthropic, fresh, { aside: false })).aside).toBeUndefined()
    expect(session.view.slots).toHaveLength(1)
  })
})

describe('preview', () => {
  test('says what an epoch now would do, and does nothing', async () => {
    let asked = 0
    const driver = memoryDriver({ now: () => 0, zone: 'UTC' })
    const session = await opened({ driver, window: 200_000, summarize: async () => ((asked += 1), 'a summary') })
    await session.prepare(anthropic, {
      model: 'claude-sonnet-5-5',
      max_tokens: 500,
      messages: [...talk(30), { role: 'user', content: 'go on' }],
    })
    const entries = await session.entries()
    const before = await stored(driver)
    const preview = await session.preview()
    expect(preview.after.tokens).toBeLessThan(preview.before.tokens)
    expect(preview.changes.map(({ what }) => what)).toContain('folded')
    expect(await session.entries()).toEqual(entries)
    expect(await stored(driver)).toEqual(before)
    expect(asked).toBe(0)
    const done = await session.compact()
    expect(done.changes.map(({ what }) => what)).toContain('folded')
  })

  const stored = async (driver: ReturnType<typeof memoryDriver>) => {
    const refs = []
    for await (const { ref } of driver.blobs.list()) refs.push(ref)
    return refs
  }
})

test('recall works for callers that append', async () => {
  const session = await opened({ memory: { schedule: false, recall: true } })
  await pack.memory.remember('The staging database listens on port 5433.')
  await session.append({ role: 'user', content: 'Which port does the staging database use?' }, { codec: anthropic })
  for (let turn = 0; turn < 2; turn++) {
    const { request } = await session.render(anthropic, { model: 'claude-sonnet-5-5', max_tokens: 100, messages: [] })
    expect(JSON.stringify(request.messages).split('5433')).toHaveLength(2)
  }
})

test('F-34: daypackSteps typechecks with tools', async () => {
  const session = await opened()
  const look = tool({
    inputSchema: jsonSchema<{ day: number }>({ type: 'object', properties: { day: { type: 'integer' } } }),
    execute: ({ day }) => `day ${day}`,
  })
  const call = (model: never) => generateText({ model, prompt: 'Look.', tools: { look }, ...daypackSteps(session) })
  expect(call).toBeTypeOf('function')
})
