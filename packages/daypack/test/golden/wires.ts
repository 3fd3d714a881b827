import fc from 'fast-check'
import { aiSdk } from '../../src/codecs/ai-sdk/index.ts'
import { langchain } from '../../src/codecs/langchain/index.ts'
import { openaiAgents } from '../../src/codecs/openai-agents/index.ts'
import type { AnyCodec } from '../../src/model/codec.ts'
import type { Json, JsonObject } from '../../src/model/json.ts'
import type { Message } from '../../src/model/message.ts'
import { arbHistory } from '../../../daypack-testing/src/arbitraries.ts'
import { arbRequest, bareRequests, codecsByWire } from '../../../daypack-testing/src/wire-arbitraries.ts'
import type { WireName } from '../../../daypack-testing/src/wire-extras.ts'
import { heal } from '../../src/wire/heal.ts'
import { validate } from '../../src/wire/validate.ts'
import { randomFrom, type Random } from '../crash/random.ts'
import { arbBlows, struck } from '../fuzz/edits.ts'
import { digestOf } from './digest.ts'

const SEED = 20_260_116
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const CODECS: Readonly<Record<string, { codec: AnyCodec; bare: JsonObject }>> = {
  ...Object.fromEntries(
    Object.entries(codecsByWire).map(([name, codec]) => [name, { codec, bare: bareRequests[name as WireName] }]),
  ),
  'ai-sdk': { codec: aiSdk as AnyCodec, bare: { prompt: [] } },
  langchain: { codec: langchain() as AnyCodec, bare: { messages: [] } },
  'openai-agents': { codec: openaiAgents as AnyCodec, bare: { input: [] } },
}

/** Drawn requests of every wire, each as it is and spoilt in drawn places: what is read, written and found wrong. */
export function wires(): string {
  return `${Object.keys(CODECS).map(wireOf).join('\n\n')}\n`
}

function wireOf(name: string): string {
  const { codec, bare } = CODECS[name] as { codec: AnyCodec; bare: JsonObject }
  const options = { maxTurns: 3, maxText: 400, foreignIds: true }
  const isOurs = name in codecsByWire
  const requests: JsonObject[] = isOurs
    ? fc.sample(arbRequest(name as WireName, options), { numRuns: 18, seed: SEED })
    : fc
        .sample(arbHistory({ ...options, reasoning: true }), { numRuns: 18, seed: SEED })
        .map(
          (history) =>
            codec.encode(
              { ...history, messages: history.messages.map((message) => ({ ...message, codec: 'another' })) },
              bare,
            ) as JsonObject,
        )
  const fates = fc.sample(arbBlows, { numRuns: requests.length, seed: SEED })
  const lines = requests.map((request, index) => {
    const random = randomFrom(index + 1)
    const tried = [request, ...Array.from({ length: isOurs ? 12 : 20 }, () => spoilt(request, random))]
    return `- ${tried.map((each) => seen(codec, each, fates[index] ?? [], request)).join(' | ')}`
  })
  const replies = (RESPONSES[name] ?? []).flatMap((response, index) => {
    const random = randomFrom(index + 1)
    return [response, ...Array.from({ length: 30 }, () => spoilt(response, random))].map((each) =>
      attempt(() => replyOf(codec, each)),
    )
  })
  const wrapped = [{ role: 'user', content: 'Hi.' }, 'Hi.', null].map((message) =>
    attempt(() => digestOf(codec.wrap?.(message))),
  )
  return [
    `## ${name}`,
    `- rules ${codec.rules?.ids.join(' ') ?? 'none'}`,
    ...lines,
    `- replies ${replies.join(' | ')}`,
    `- wrapped ${wrapped.join(' ')}`,
  ].join('\n')
}

const LEAD: Message = { role: 'system', blocks: [{ type: 'text', text: 'You are an agent.' }] }

function seen(codec: AnyCodec, request: JsonObject, blows: Parameters<typeof struck>[1], before: JsonObject): string {
  return attempt(() => {
    const decoded = codec.decode(request)
    const messages = decoded.messages.map((message, source) => ({ ...message, source }))
    const lead = decoded.system ? { system: decoded.system } : {}
    const same = codec.encode({ ...lead, messages }, request) === request
    const rebuilt =
      JSON.stringify(codec.encode({ ...lead, messages: stored(decoded.messages) }, request)) === JSON.stringify(request)
    const changed = codec.encode({ ...lead, messages: heal(struck(messages, blows)).messages }, request) as JsonObject
    const found = [
      validate(codec, request, { strict: true, window: 200, tokens: 150 }),
      validate(codec, changed, { previous: before, original: request }),
    ]
    const led = codec.encode({ system: LEAD, messages }, request) as JsonObject
    const kept = Object.keys(led).filter((key) => led[key] === request[key])
    const rules = found.map((list) =>
      [...new Set(list.map(({ rule, level }) => (level === 'error' ? rule : `(${rule})`)))].join(','),
    )
    return `${same ? '' : 'other '}${rebuilt ? '' : 'rebuilt otherwise '}${rules.join('/')} ${digestOf([decoded, changed, found, codec.misread?.(request), led, kept])}`
  })
}

function replyOf(codec: AnyCodec, response: JsonObject): string {
  const { messages, billed, stop } = codec.reply(response)
  return `${messages.map(({ blocks }) => blocks.map(({ type }) => type[0]).join('')).join()} ${billed ? Object.values(billed).join(',') : 'no bill'} ${stop ?? ''} ${digestOf(messages)}`
}

function attempt(work: () => string): string {
  try {
    return work()
  } catch (error) {
    return String(error).slice(0, 60)
  }
}

const ODD: readonly Json[] = [
  null,
  '',
  'x',
  0,
  -1,
  1.5,
  true,
  false,
  [],
  {},
  [null],
  { type: 'x' },
  [{ type: 'text', text: '' }],
  [{ type: 'text', text: ' ' }],
]
const WORDS = [
  'user',
  'assistant',
  'tool',
  'system',
  'model',
  'function',
  'developer',
  'text',
  'tool_use',
  'tool_result',
  'thinking',
  'image',
  'function_call',
  'function_call_output',
  'reasoning',
  'ephemeral',
  'toolu_1',
  'call_1',
]

/** The same with one thing otherwise: a field gone, odd, or of another name; a part twice, gone, or elsewhere. */
function spoilt(request: JsonObject, random: Random): JsonObject {
  const copy = stored(request)
  const nodes: { holder: Record<string, Json> | Json[]; key: string }[] = []
  const visit = (value: Json | undefined) => {
    if (typeof value !== 'object' || value === null) return
    const holder = value as Record<string, Json> | Json[]
    for (const [key, part] of Object.entries(holder)) {
      nodes.push({ holder, key })
      visit(part)
    }
  }
  visit(copy)
  const { holder, key } = random.pick(nodes)
  if (Array.isArray(holder)) {
    const at = Number(key)
    const [part = null] = holder.slice(at)
    const other = random.below(holder.length)
    const ways = [
      () => holder.splice(at, 1),
      () => holder.splice(other, 0, stored(part)),
      () => holder.splice(other, 0, ...holder.splice(at, 1)),
      () => (holder[at] = random.pick(ODD)),
    ]
    random.pick(ways)()
  } else {
    const was = holder[key]
    const ways = [
      () => Reflect.deleteProperty(holder, key),
      () => (holder[key] = random.pick(ODD)),
      () =>
        (holder[key] =
          typeof was === 'string' ? random.pick(WORDS) : typeof was === 'number' ? was * 10 : random.pick(ODD)),
      () => (holder['cache_control'] = { type: 'ephemeral' }),
    ]
    random.pick(ways)()
  }
  return copy
}

const usage = { input_tokens: 90, output_tokens: 7, cache_read_input_tokens: 30, cache_creation_input_tokens: 5 }
const RESPONSES: Readonly<Record<string, readonly JsonObject[]>> = {
  anthropic: [
    {
      model: 'm',
      stop_reason: 'end_turn',
      usage,
      content: [
        { type: 'thinking', thinking: 't', signature: 's' },
        { type: 'text', text: 'Hi.' },
        { type: 'tool_use', id: 'a', name: 't', input: { x: 1 } },
      ],
    },
  ],
  'openai-chat': [
    {
      model: 'm',
      usage: { prompt_tokens: 90, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 30 } },
      choices: [
        {
          finish_reason: 'stop',
          message: {
            role: 'assistant',
            content: 'Hi.',
            refusal: null,
            tool_calls: [{ id: 'a', type: 'function', function: { name: 't', arguments: '{"x":1}' } }],
          },
        },
      ],
    },
  ],
  'openai-responses': [
    {
      model: 'm',
      status: 'completed',
      usage: { input_tokens: 90, output_tokens: 7, input_tokens_details: { cached_tokens: 30 } },
      output: [
        { type: 'reasoning', id: 'r', summary: [] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi.' }] },
        { type: 'function_call', call_id: 'a', name: 't', arguments: '{"x":1}' },
      ],
    },
  ],
  gemini: [
    {
      modelVersion: 'm',
      usageMetadata: {
        promptTokenCount: 90,
        cachedContentTokenCount: 30,
        toolUsePromptTokenCount: 2,
        candidatesTokenCount: 7,
        thoughtsTokenCount: 3,
      },
      candidates: [
        {
          finishReason: 'STOP',
          content: {
            role: 'model',
            parts: [{ text: 'Hi.', thoughtSignature: 's' }, { functionCall: { name: 't', args: { x: 1 } } }],
          },
        },
      ],
    },
  ],
  'ai-sdk': [
    {
      finishReason: { unified: 'stop' },
      usage: { inputTokens: { total: 90, cacheRead: 30, cacheWrite: 5 }, outputTokens: { total: 7 } },
      content: [
        { type: 'reasoning', text: 't' },
        { type: 'text', text: 'Hi.' },
        { type: 'tool-call', toolCallId: 'a', toolName: 't', input: '{"x":1}' },
      ],
    },
  ],
  langchain: [
    {
      type: 'ai',
      content: [{ type: 'text', text: 'Hi.' }],
      tool_calls: [{ id: 'a', name: 't', args: { x: 1 } }],
      usage_metadata: {
        input_tokens: 90,
        output_tokens: 7,
        input_token_details: { cache_read: 30, cache_creation: 5 },
      },
      response_metadata: { finish_reason: 'stop' },
    },
  ],
  'openai-agents': [
    {
      usage: { inputTokens: 90, outputTokens: 7, inputTokensDetails: [{ cached_tokens: 30 }] },
      output: [
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi.' }] },
        { type: 'function_call', callId: 'a', name: 't', arguments: '{"x":1}' },
      ],
    },
  ],
}
