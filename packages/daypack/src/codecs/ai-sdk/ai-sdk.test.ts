import { generateText, isStepCount, jsonSchema, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '../../model/message.ts'
import { hashOf } from '../../log/intake.ts'
import { codecSuite } from '../../../../daypack-testing/src/codec-suite.ts'
import { aiSdk, type AiSdkRequest } from './index.ts'

const runs = Number(process.env['DAYPACK_RUNS'] ?? 100)
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** Encode from blocks and residues alone, as they come back from the log. */
function rebuild(request: AiSdkRequest): AiSdkRequest {
  return aiSdk.encode({ messages: stored(aiSdk.decode(request).messages) }, request)
}

const json = fc.jsonValue({ maxDepth: 2 }).map((value) => stored(value))
const extra = fc.constantFrom(
  {},
  { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
  { odd: [1, { a: null }] },
)
const text = fc.record({ type: fc.constant('text'), text: fc.string({ unit: 'grapheme' }) })
const reasoning = fc.record({
  type: fc.constant('reasoning'),
  text: fc.string(),
  providerOptions: fc.constant({ anthropic: { signature: 'x' } }),
})
const base64 = fc.uint8Array({ minLength: 1, maxLength: 20 }).map((data) => Buffer.from(data).toString('base64'))
const jsonData = fc.oneof(
  fc.record({ type: fc.constant('data'), data: base64 }),
  fc.record({ type: fc.constant('text'), text: fc.string() }),
  fc.constant({ type: 'reference', reference: { openai: 'file-1' } }),
)
/** What JSON has not. */
const binaryData = fc.oneof(
  fc.record({ type: fc.constant('data'), data: base64.map((one) => new Uint8Array(Buffer.from(one, 'base64'))) }),
  fc.record({ type: fc.constant('url'), url: fc.webUrl().map((url) => new URL(url)) }),
)

function prompts(data: fc.Arbitrary<unknown>): fc.Arbitrary<object[]> {
  const mediaType = fc.constantFrom('image/png', 'application/pdf', 'image')
  const file = fc.record({ type: fc.constant('file'), mediaType, data })
  const said = fc.tuple(fc.oneof(text, file), extra).map(([part, fields]) => ({ ...part, ...fields }))
  const custom = fc.constant({ type: 'custom', kind: 'a.b' })
  const output = fc.oneof(
    fc.record({ type: fc.constantFrom('text', 'error-text'), value: fc.string() }),
    fc.record({ type: fc.constantFrom('json', 'error-json'), value: json }),
    fc.constantFrom({ type: 'execution-denied', reason: 'no' }, { type: 'execution-denied' }),
    fc.record({ type: fc.constant('content'), value: fc.array(fc.oneof(text, file, custom), { maxLength: 4 }) }),
  )
  const calls = fc.array(fc.record({ input: json, output, fields: extra }), { minLength: 1, maxLength: 3 })
  const step = fc
    .tuple(fc.array(fc.oneof(text, reasoning), { maxLength: 3 }), calls, fc.nat(1e6))
    .map(([lead, made, n]) => {
      const named = (at: number) => ({ toolCallId: `c${n}-${at}`, toolName: 't' })
      const called = made.map(({ input }, at) => ({ type: 'tool-call', ...named(at), input }))
      const results = made.map((call, at) => ({
        type: 'tool-result',
        ...named(at),
        output: call.output,
        ...call.fields,
      }))
      return [
        { role: 'assistant', content: [...lead, ...called] },
        { role: 'tool', content: results },
      ]
    })
  const user = fc.oneof(fc.array(said, { maxLength: 4 }), fc.string()).map((content) => [{ role: 'user', content }])
  const system = fc.constantFrom([], [{ role: 'system', content: 'Be kind.' }])
  return fc
    .tuple(system, fc.array(fc.oneof(user, step), { maxLength: 6 }))
    .map(([first, rest]) => [...first, ...rest.flat()])
}

codecSuite({
  codec: aiSdk,
  requests: [],
  arb: prompts(jsonData).map((list): AiSdkRequest => ({ prompt: list })),
  bare: { prompt: [] },
})

test('identity: untouched messages are the very same objects, and rebuilt ones equal', () => {
  fc.assert(
    fc.property(prompts(fc.oneof(jsonData, binaryData)), fc.constantFrom('prompt', 'messages'), (list, key) => {
      const request: AiSdkRequest = { [key]: list, maxOutputTokens: 100, temperature: 0.5 } as AiSdkRequest
      const { messages } = aiSdk.decode(request)
      expect(aiSdk.encode({ messages: messages.map((message, source) => ({ ...message, source })) }, request)).toBe(
        request,
      )
      expect(rebuild(request)).toEqual(request)
    }),
    { numRuns: runs },
  )
})

test('a cropped JSON result becomes text, its siblings stay as they were', () => {
  const result = (id: string) => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: 't',
    output: { type: 'json', value: { rows: [1, 2] } },
  })
  const request = { prompt: [{ role: 'tool', content: [result('a'), result('b')] }] }
  const [message] = aiSdk.decode(request).messages
  const blocks = message?.blocks.map((block, index) =>
    index === 0 && block.type === 'tool-result' ? { ...block, content: { text: '{"rows" … (cut)' } } : block,
  )
  const encoded = aiSdk.encode({ messages: [{ ...(message as Message), blocks: blocks ?? [] }] }, request)
  expect(encoded.prompt).toEqual([
    { role: 'tool', content: [{ ...result('a'), output: { type: 'text', value: '{"rows" … (cut)' } }, result('b')] },
  ])
})

test('what reply reads is what the AI SDK sends back', async () => {
  const usage = {
    inputTokens: { total: 30, noCache: 10, cacheRead: 15, cacheWrite: 5 },
    outputTokens: { total: 3, text: 3, reasoning: 0 },
  }
  const base = { usage, warnings: [] }
  const first = {
    ...base,
    content: [
      { type: 'reasoning' as const, text: 'hm', providerMetadata: { anthropic: { signature: 's' } } },
      { type: 'text' as const, text: 'Looking.' },
      { type: 'tool-call' as const, toolCallId: 'c1', toolName: 'look', input: '{"at":"sea"}' },
    ],
    finishReason: { unified: 'tool-calls' as const, raw: 'tool_use' },
  }
  const last = {
    ...base,
    content: [{ type: 'text' as const, text: 'done' }],
    finishReason: { unified: 'stop' as const, raw: 'stop' },
  }
  const model = new MockLanguageModelV4({ doGenerate: [first, last] })
  const look = tool({ inputSchema: jsonSchema<{ at: string }>({ type: 'object' }), execute: () => ({ seen: 3 }) })
  await generateText({ model, tools: { look }, prompt: 'go', stopWhen: isStepCount(3) })
  const resent = aiSdk.decode(model.doGenerateCalls[1] ?? {}).messages
  const { messages, billed, stop } = aiSdk.reply(first)
  expect(messages.map(hashOf)).toEqual(resent.slice(1, 2).map(hashOf))
  expect(messages[0]?.blocks[0]).toEqual(resent[1]?.blocks[0])
  expect(resent.map((message) => message.role)).toEqual(['user', 'assistant', 'tool'])
  expect({ billed, stop }).toEqual({
    billed: { input: 10, cacheRead: 15, cacheWrite: 5, output: 3 },
    stop: 'tool-calls',
  })
})
