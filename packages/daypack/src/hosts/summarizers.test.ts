import { createAnthropic } from '@ai-sdk/anthropic'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import type { Summarize } from '../passes/pass.ts'
import { compact } from '../passes/compact.ts'
import { overflowOf } from '../model/overflow.ts'
import { openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import {
  startProvider,
  type ProviderOptions,
  type ScriptedProvider,
} from '../../../daypack-testing/src/provider/index.ts'
import { aiSdkSummarizer } from './ai-sdk.ts'
import { anthropicSummarizer } from './anthropic.ts'
import { openaiSummarizer } from './openai.ts'

const NOTE = '<summary>\n## Goal\n- Build it\n## Progress\n### Done\n- [x] started\n## Next Steps\n- go on\n</summary>'
const model = 'claude-sonnet-4-5'
let provider: ScriptedProvider | undefined
const openai = (url: string) => new OpenAI({ apiKey: 'test', baseURL: `${url}/v1` })

afterEach(async () => {
  await provider?.close()
  provider = undefined
})

const KINDS: readonly [string, (url: string) => Summarize][] = [
  ['anthropic', (url) => anthropicSummarizer({ model, client: new Anthropic({ apiKey: 'test', baseURL: url }) })],
  ['openai', (url) => openaiSummarizer({ model: 'gpt-5', client: openai(url) })],
  ['ai-sdk', (url) => aiSdkSummarizer({ model: createAnthropic({ apiKey: 'test', baseURL: `${url}/v1` })(model) })],
]

async function start(options: ProviderOptions): Promise<string> {
  provider = await startProvider(options)
  return provider.url
}

describe.each(KINDS)('the %s summarizer over HTTP', (_, make) => {
  const ask = { system: 'You write notes.', prompt: 'Write the note.', maxTokens: 500 }

  it('gives back the text', async () => {
    const url = await start({ script: [{ text: NOTE }] })
    expect(await make(url)(ask)).toBe(NOTE)
    expect(JSON.stringify(provider?.requests[0]?.body)).toContain('Write the note.')
    expect(JSON.stringify(provider?.requests[0]?.body)).toContain('You write notes.')
  })

  it.each([429, 500, 529] as const)('asks once and rejects on %i', async (status) => {
    const url = await start({ script: [{ fault: { kind: 'status', status } }] })
    await expect(make(url)(ask)).rejects.toThrow()
    expect(provider?.requests).toHaveLength(1)
  })

  it('rejects with an error that is known as an overflow', async () => {
    const url = await start({ script: [{ text: NOTE }], window: 2_000 })
    const error: unknown = await make(url)({ ...ask, prompt: 'word '.repeat(20_000) }).catch(
      (reason: unknown) => reason,
    )
    expect(overflowOf(error)).toBeDefined()
  })

  it('stops when it is told to', async () => {
    const url = await start({ script: [{ text: NOTE }] })
    await expect(make(url)({ ...ask, signal: AbortSignal.abort() })).rejects.toThrow()
  })

  it.each([
    ['a good note', [{ text: NOTE }], 'model'],
    ['a greeting, then a good note', [{ text: 'Hello! How can I help?' }, { text: NOTE }], 'model'],
    ['refusals', [{ text: "I'm sorry, but I can't do that.", stop: 'refusal' }], 'extractive'],
    ['nothing', [{ text: ' ' }], 'extractive'],
    ['a storm of 429', [{ fault: { kind: 'status', status: 429 } }], 'extractive'],
    ['an endless note', [{ text: `${NOTE}\n${'and so on '.repeat(3000)}` }], 'model'],
    ['an error text', [{ text: 'Error: internal server error' }], 'extractive'],
  ] as const)('leads to an accepted hand-over, whatever it answers: %s', async (_name, script, by) => {
    const url = await start({ script })
    const desk = openDesk({ window: 8_000 })
    await desk.say(request('Build it, and never use eval.'))
    for (let index = 0; index < 30; index++)
      await desk.say(...step({ tool: 'Bash', input: { command: `make part${index}` }, output: 'done\n'.repeat(300) }))
    const { edits } = await compact().propose(
      desk.view,
      desk.context({ summarize: make(url), instruction: 'short', asked: true }),
    )
    const fold = edits.find((edit) => edit.op === 'fold')
    expect(fold?.summary.by).toBe(by)
    expect(fold?.summary.text).toContain('Build it, and never use eval.')
    expect(fold?.summary.text).toContain('# The story so far')
    expect(fold?.summary.text.includes('## Next Steps')).toBe(by === 'model')
  })
})

describe('with the request that extends the last prefix', () => {
  it('the Anthropic summarizer sends it as it is, and reads the cache', async () => {
    const url = await start({ script: [{ text: NOTE }] })
    const system = [
      { type: 'text', text: 'The rules of the house. '.repeat(400), cache_control: { type: 'ephemeral' } },
    ]
    const request = {
      model,
      max_tokens: 9,
      system,
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'ho' },
        { role: 'user', content: 'Write the note.' },
      ],
    }
    const summarize = anthropicSummarizer({ model: 'other', client: new Anthropic({ apiKey: 'test', baseURL: url }) })
    for (let round = 0; round < 2; round++)
      expect(await summarize({ system: 's', prompt: 'p', request, maxTokens: 500 })).toBe(NOTE)
    expect(provider?.requests[1]?.body).toMatchObject({ model, max_tokens: 500, system, messages: request.messages })
    expect(provider?.requests[1]?.billed?.cacheRead).toBeGreaterThan(1000)
  })

  it('the OpenAI summarizer sends chat and responses requests', async () => {
    const url = await start({ script: [{ text: NOTE }] })
    const summarize = openaiSummarizer({ model: 'other', client: openai(url) })
    const chat = {
      model: 'gpt-5',
      messages: [{ role: 'user', content: 'Write the note.' }],
      stream: true,
      stream_options: { include_usage: true },
    }
    expect(await summarize({ system: 's', prompt: 'p', request: chat, maxTokens: 500 })).toBe(NOTE)
    const responses = { model: 'gpt-5', input: [{ role: 'user', content: 'Write the note.' }] }
    expect(await summarize({ system: 's', prompt: 'p', request: responses, maxTokens: 500 })).toBe(NOTE)
    expect(provider?.requests.map((one) => one.path)).toEqual(['/v1/chat/completions', '/v1/responses'])
  })
})
