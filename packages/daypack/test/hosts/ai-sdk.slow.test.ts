import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import {
  generateText,
  isStepCount,
  jsonSchema,
  streamText,
  tool,
  wrapLanguageModel,
  type LanguageModelMiddleware,
  type ModelMessage,
} from 'ai'
import { expect, test } from 'vitest'
import { daypackMiddleware, daypackSteps } from '../../src/hosts/ai-sdk.ts'
import type { Session } from '../../src/session/session.ts'
import { parallel, prove, thinking, type Drive, type Proof } from './prove.ts'
import { QUESTIONS, readPage, SYSTEM } from '../../../../examples/hosts/voyage.ts'

const read_page = tool({
  description: 'Read one page of the log.',
  inputSchema: jsonSchema<{ day: number }>({ type: 'object', properties: { day: { type: 'integer' } } }),
  execute: ({ day }) => readPage(day),
})

const claude = (url: string, name = 'claude-opus-4-5') =>
  createAnthropic({ apiKey: 'test', baseURL: `${url}/v1` })(name)
const gpt = (url: string) => createOpenAI({ apiKey: 'test', baseURL: `${url}/v1` }).chat('gpt-5.6')
const base = {
  instructions: SYSTEM,
  tools: { read_page },
  stopWhen: isStepCount(60),
  maxOutputTokens: 1000,
  maxRetries: 0,
  providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
}

function wrapped(model: ReturnType<typeof claude>, session: Session | undefined): ReturnType<typeof claude> {
  if (!session) return model
  const middleware = daypackMiddleware(session) as LanguageModelMiddleware
  // Twice: the inner one must see that the work is done.
  return wrapLanguageModel({ model: wrapLanguageModel({ model, middleware }), middleware })
}

/** The questions, one call of the framework each, the conversation carried on. */
function conversation(
  ask: (
    url: string,
    session: Session | undefined,
    messages: ModelMessage[],
  ) => Promise<{ text: string; messages: readonly ModelMessage[] }>,
): Drive {
  return async (url, session) => {
    const messages: ModelMessage[] = []
    const answers: string[] = []
    for (const question of QUESTIONS) {
      messages.push({ role: 'user', content: question })
      const reply = await ask(url, session, messages)
      messages.push(...reply.messages)
      answers.push(reply.text)
    }
    return answers
  }
}

test('generateText on Anthropic, the middleware applied twice', async () => {
  const drive = conversation(async (url, session, messages) => {
    const { text, responseMessages } = await generateText({ ...base, model: wrapped(claude(url), session), messages })
    return { text, messages: responseMessages }
  })
  expect(await prove('ai-sdk generate', drive)).toBeDefined()
})

test('streamText on OpenAI chat', async () => {
  const drive = conversation(async (url, session, messages) => {
    const result = streamText({ ...base, model: wrapped(gpt(url) as never, session), messages })
    return { text: await result.text, messages: await result.responseMessages }
  })
  expect(await prove('ai-sdk stream', drive)).toBeDefined()
})

test('prepareStep, with a wrapped model beneath it', async () => {
  const drive = conversation(async (url, session, messages) => {
    const steps = session ? daypackSteps(session) : {}
    const { text, responseMessages } = await generateText({
      ...base,
      model: wrapped(claude(url), session),
      messages,
      ...steps,
    })
    return { text, messages: responseMessages }
  })
  expect(await prove('ai-sdk steps', drive)).toBeDefined()
})

test('thinking bound to its prefix survives, or goes as a whole', async () => {
  const drive = conversation(async (url, session, messages) => {
    const providerOptions = { anthropic: { ...base.providerOptions.anthropic, thinking: { type: 'adaptive' } } }
    const { text, responseMessages } = await generateText({
      ...base,
      model: wrapped(claude(url, 'claude-fable-5-1'), session),
      messages,
      providerOptions,
      maxOutputTokens: 500,
    })
    return { text, messages: responseMessages }
  })
  expect(await prove('ai-sdk thinking', drive, thinking)).toBeDefined()
})

test('reasoning items of OpenAI responses, two calls at once', async () => {
  const drive = conversation(async (url, session, messages) => {
    const model = createOpenAI({ apiKey: 'test', baseURL: `${url}/v1` })('gpt-5.6')
    const providerOptions = { openai: { store: false, include: ['reasoning.encrypted_content'] } }
    const options = { ...base, model: wrapped(model, session), messages, providerOptions }
    const { text, responseMessages } = await generateText(options)
    return { text, messages: responseMessages }
  })
  const dress: Proof['dress'] = (reply, index) => ({
    ...thinking.dress?.(parallel.dress?.(reply, index) ?? reply, index),
  })
  expect(await prove('ai-sdk responses', drive, { dress })).toBeDefined()
})
