import { expect, test } from 'vitest'
import { codecSuite } from '../../../../daypack-testing/src/codec-suite.ts'
import { arbRequest, bareRequests } from '../../../../daypack-testing/test/wire-arbitraries.ts'
import { validate } from '../../wire/validate.ts'
import { gemini, type GeminiRequest } from './index.ts'

const request = (contents: unknown, more: object = {}): GeminiRequest => ({ model: 'gemini-3-pro', contents, ...more })

const odd: [string, GeminiRequest][] = [
  ['nothing', request([])],
  ['no contents', {}],
  ['a string', request('hello')],
  ['one content', request({ role: 'user', parts: [{ text: 'x' }] })],
  [
    'contents in every form',
    request([
      { parts: [{ text: 'no role' }] },
      { parts: [], role: 'user' },
      { role: 'model' },
      { role: 'function', parts: [{ functionResponse: { name: 'f', response: {} } }] },
      null,
      { role: 'user', parts: 'x' },
      {},
    ]),
  ],
  [
    'thoughts and signatures',
    request([
      { role: 'user', parts: [{ text: 'x' }] },
      {
        role: 'model',
        parts: [
          { text: 'hm', thought: true },
          { text: 'a', thoughtSignature: 's1' },
          { functionCall: { name: 'f', args: { a: 1 } }, thoughtSignature: 's2' },
          { functionCall: { id: 'c', args: {}, name: 'g' } },
          { functionCall: { name: 'h' } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'f', response: { output: 'text' } } },
          {
            functionResponse: {
              id: 'c',
              name: 'g',
              response: { result: 'x' },
              parts: [{ inlineData: { mimeType: 'image/png', data: 'AA==' } }],
            },
          },
          { functionResponse: { name: 'h', response: { error: 'no', code: 7, '1': null } } },
        ],
      },
    ]),
  ],
  [
    'media and code',
    request([
      {
        role: 'user',
        parts: [
          { inlineData: { data: 'AA==', mimeType: 'image/png' } },
          { fileData: { fileUri: 'gs://b/x.mp4', mimeType: 'video/mp4' }, videoMetadata: { fps: 1 } },
          { fileData: { fileUri: 'https://example.com/x' } },
        ],
      },
      {
        role: 'model',
        parts: [
          { executableCode: { language: 'PYTHON', code: '1' } },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
          { hologram: 1 },
          'bare',
          { text: 'a', inlineData: { data: 'x' } },
        ],
      },
    ]),
  ],
  [
    'instructions of the SDK',
    request([{ role: 'user', parts: [{ text: 'x' }] }], {
      config: { systemInstruction: 'be kind', maxOutputTokens: 5, tools: [] },
    }),
  ],
]

codecSuite({
  codec: gemini,
  requests: odd,
  arb: arbRequest('gemini'),
  bare: bareRequests.gemini,
  rejects: (body) => validate(gemini, body).filter(({ level }) => level === 'error'),
})

test('calls without ids get the same made-up one in request and reply, and responses find their call', () => {
  const part = { functionCall: { name: 'f', args: { a: 1 } } }
  const { messages } = gemini.decode(
    request([
      { role: 'user', parts: [{ text: 'x' }] },
      { role: 'model', parts: [part, part] },
      {
        role: 'user',
        parts: [1, 2].map((n) => ({ functionResponse: { name: 'f', response: { output: String(n) } } })),
      },
    ]),
  )
  const ids = messages[1]?.blocks.map((block) => ('callId' in block ? block.callId : ''))
  expect(new Set(ids).size).toBe(2)
  expect(messages[2]?.blocks.map((block) => ('callId' in block ? block.callId : ''))).toEqual(ids)
  const [reply] = gemini.reply({ candidates: [{ content: { parts: [part, part], role: 'model' } }] }).messages
  expect(reply?.blocks.map((block) => ('callId' in block ? block.callId : ''))).toEqual(ids)
})

test('calls of another model carry the stand-in signature that Gemini 3 accepts', () => {
  const history = [
    { role: 'user' as const, blocks: [{ type: 'text' as const, text: 'x' }] },
    {
      role: 'assistant' as const,
      blocks: ['a', 'b'].map((callId) => ({ type: 'tool-call' as const, callId, tool: 't', input: {} })),
    },
    {
      role: 'tool' as const,
      blocks: ['a', 'b'].map((callId) => ({ type: 'tool-result' as const, callId, tool: 't', content: { text: 'y' } })),
    },
  ]
  expect(validate(gemini, gemini.encode({ messages: history }, request([])))).toEqual([])
})

test('a message of another wire that says nothing is a part that says so, and never an empty content', () => {
  const { contents } = gemini.encode(
    {
      messages: [
        { role: 'user', blocks: [{ type: 'text', text: '' }] },
        { role: 'assistant', blocks: [{ type: 'text', text: '' }] },
        { role: 'user', blocks: [{ type: 'text', text: 'go on' }] },
      ],
    },
    request([]),
  ) as { contents: { role: string; parts: object[] }[] }
  expect(contents.every(({ parts }) => parts.length > 0)).toBe(true)
  expect(JSON.stringify(contents)).toContain('(empty)')
})
