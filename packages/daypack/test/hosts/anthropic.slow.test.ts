import Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { daypackMiddleware } from '../../src/hosts/anthropic.ts'
import type { Session } from '../../src/session/session.ts'
import { anthropicLoop } from './loops.ts'
import { parallel, prove, thinking } from './prove.ts'
import { QUESTIONS, readPage, SYSTEM } from '../../../../examples/hosts/voyage.ts'

const model = 'claude-opus-4-5'
const runnable = {
  name: 'read_page',
  description: 'Read one page of the log.',
  input_schema: { type: 'object' as const, properties: { day: { type: 'integer' } } },
  type: 'custom' as const,
  run: ({ day }: { day: number }) => readPage(day),
  parse: (input: unknown) => input as { day: number },
}

function clientFor(url: string, session: Session | undefined): Anthropic {
  return new Anthropic({
    apiKey: 'test',
    baseURL: url,
    maxRetries: 0,
    ...(session ? { middleware: [daypackMiddleware(session)] } : {}),
  })
}

test('streams through the client middleware', async () => {
  expect(await prove('anthropic stream', (url, session) => anthropicLoop(clientFor(url, session)))).toMatchObject({
    epochs: expect.any(Number),
  })
})

test('thinking bound to its prefix', async () => {
  const extra = { model: 'claude-fable-5-1', thinking: { type: 'adaptive' as const } }
  const drive = (url: string, session: Session | undefined) => anthropicLoop(clientFor(url, session), extra)
  expect(await prove('anthropic thinking', drive, thinking)).toMatchObject({ epochs: expect.any(Number) })
})

test('a client without cache markers gets them', async () => {
  const drive = (url: string, session: Session | undefined) => {
    if (!session) return anthropicLoop(clientFor(url, session))
    const middleware = [daypackMiddleware(session, { markers: { systemTtl: '1h' } })]
    return anthropicLoop(new Anthropic({ apiKey: 'test', baseURL: url, maxRetries: 0, middleware }), {
      cache_control: null,
    })
  }
  expect(await prove('anthropic markers', drive)).toBeDefined()
})

test('two calls at once', async () => {
  const drive = (url: string, session: Session | undefined) => anthropicLoop(clientFor(url, session))
  expect(await prove('anthropic parallel', drive, parallel)).toBeDefined()
})

test('the tool runner', async () => {
  const drive = async (url: string, session: Session | undefined) => {
    const client = clientFor(url, session)
    const answers: string[] = []
    let messages: Anthropic.Beta.BetaMessageParam[] = []
    for (const question of QUESTIONS) {
      const runner = client.beta.messages.toolRunner({
        model,
        max_tokens: 1000,
        system: SYSTEM,
        tools: [runnable],
        messages: [...messages, { role: 'user', content: question }],
        cache_control: { type: 'ephemeral' },
        thread: false,
      })
      const last = await runner.runUntilDone()
      messages = [...runner.params.messages]
      answers.push(last.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''))
    }
    return answers
  }
  expect(await prove('anthropic tool runner', drive)).toMatchObject({ epochs: expect.any(Number) })
})
