import { generateText, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { expect, test, vi } from 'vitest'
import { anthropic, openaiChat } from '../../src/codecs/index.ts'
import { createDaypack } from '../../src/create.ts'
import { memoryDriver } from '../../src/drivers/index.ts'
import { daypackMiddleware } from '../../src/hosts/ai-sdk.ts'
import { daypackFetch } from '../../src/hosts/openai.ts'

async function open(tuning: object = {}) {
  const warnings: string[] = []
  const warn = (line: string) => void warnings.push(line)
  const driver = memoryDriver({ now: () => 0 })
  const pack = await createDaypack({
    driver,
    memory: false,
    warn,
    window: 2_000,
    tuning: { maxOutput: 100, ...tuning },
  })
  return { pack, warnings }
}

const ask = (text: string) => ({
  model: 'claude-haiku-4-5',
  max_tokens: 100,
  messages: [{ role: 'user', content: text }],
})

test('G-105: a forgotten await on the session is said at once, and the requests go out', async () => {
  const { pack } = await open()
  const said = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const forgotten = pack.session('one') as never
  const sent: unknown[] = []
  const inner = (async (_: unknown, init?: { body?: unknown }) => {
    sent.push(init?.body)
    return Response.json({ choices: [] })
  }) as typeof fetch
  const body = JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: 'Hello.' }] })
  const answer = await daypackFetch(forgotten, { fetch: inner })('http://127.0.0.1/v1/chat/completions', {
    method: 'POST',
    body,
  })
  expect(answer.status).toBe(200)
  expect(sent).toEqual([body])
  const model = new MockLanguageModelV4({
    doGenerate: async () => ({
      content: [{ type: 'text', text: 'Hello to you.' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } } as never,
      warnings: [],
    }),
  })
  const wrapped = wrapLanguageModel({ model, middleware: daypackMiddleware({} as never) })
  expect((await generateText({ model: wrapped, prompt: 'Hello.' })).text).toBe('Hello to you.')
  const lines = said.mock.calls.map(([line]) => String(line))
  expect(lines[0]).toContain('daypackFetch was given a promise: write `await pack.session(…)`')
  expect(lines[1]).toContain('not a session')
  said.mockRestore()
  expect(() => pack.tools(forgotten)).toThrow('pack.tools was given a promise')
  await pack.close()
})

test('G-105: what is recorded and is no reply is said in words, and nothing fails', async () => {
  const { pack, warnings } = await open()
  const session = await pack.session('one')
  await session.prepare(anthropic, ask('Hello.'))
  const chat = { choices: [{ message: { role: 'assistant', content: 'Hi.' } }], usage: { prompt_tokens: 3 } }
  for (const wrong of [new ReadableStream(), new Response('{}'), chat, undefined])
    await session.record(anthropic, wrong as never)
  expect(session.view.slots).toHaveLength(1)
  expect(warnings).toEqual([expect.stringContaining('it is a stream: read it to its end')])
  await session.record(anthropic, Promise.resolve({ content: [{ type: 'text', text: 'Hi.' }] }) as never)
  expect(session.view.slots).toHaveLength(2)
  await pack.close()
})

test('G-105: a message larger than the window goes out whole with a warning; `strict` throws', async () => {
  const { pack, warnings } = await open()
  const session = await pack.session('one')
  const long = 'word '.repeat(4_000)
  const { request, problem } = await session.prepare(anthropic, ask(long))
  expect(JSON.stringify(request)).toContain(long.trim())
  expect(problem).toMatchObject({ code: 'unfit' })
  expect(warnings).toEqual([expect.stringContaining('too large')])
  await pack.close()
  const strict = await open({ strict: true })
  const other = await strict.pack.session('one')
  await expect(other.prepare(anthropic, ask(long))).rejects.toMatchObject({ code: 'unfit' })
  await expect(other.record(openaiChat, new Response('{}') as never)).rejects.toThrow('it is an HTTP response')
  await strict.pack.close()
})
