import {
  AIMessage,
  coerceMessageLikeToMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from '@langchain/core/messages'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '../../model/message.ts'
import { langchain, type LangchainRequest } from './index.ts'

const runs = Number(process.env['DAYPACK_RUNS'] ?? 100)
const codec = langchain((fields) => coerceMessageLikeToMessage(fields))
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const text = fc.string({ unit: 'grapheme' })
const part = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('text'), text, cache_control: fc.constant({ type: 'ephemeral' }) }),
  fc.constant({ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0K', detail: 'low' } }),
  fc.constant({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0K' } }),
  fc.constant({ type: 'image', data: 'iVBORw0K', mimeType: 'image/png' }),
  fc.constant({ type: 'whatever', odd: [1, { two: 3 }] }),
)
const content = fc.oneof(text, fc.array(part))
const human = fc
  .record({ content, id: fc.option(text, { nil: undefined }) })
  .map((fields) => [new HumanMessage(fields as never)])
const step = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.dictionary(
          text,
          fc.jsonValue().map((value) => stored(value)),
        ),
        content,
      ),
      { minLength: 1, maxLength: 3 },
    ),
    fc.boolean(),
    fc.nat(1e6),
    text,
  )
  .map(([calls, inContent, n, said]): BaseMessage[] => {
    const listed = calls.map(([args], at) => ({ id: `c${n}-${at}`, name: 't', args, type: 'tool_call' as const }))
    const blocks = [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'text', text: said },
      ...listed.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: call.args })),
    ]
    return [
      new AIMessage({
        content: inContent ? blocks : said,
        tool_calls: listed,
        id: `m${n}`,
        response_metadata: { model: 'x' },
      }),
      ...calls.map(
        ([, result], at) =>
          new ToolMessage({
            content: result,
            tool_call_id: `c${n}-${at}`,
            name: 't',
            status: at === 1 ? 'error' : 'success',
          }),
      ),
    ]
  })
const list = fc.array(fc.oneof(human, step), { maxLength: 6 }).map((groups) => groups.flat())

test('identity: untouched messages are the very same objects, and rebuilt ones equal', () => {
  fc.assert(
    fc.property(list, (messages) => {
      const request: LangchainRequest = { messages: [new SystemMessage('Be kind.'), ...messages] }
      const decoded = codec.decode(request)
      expect(
        codec.encode({ messages: decoded.messages.map((message, source) => ({ ...message, source })) }, request),
      ).toBe(request)
      const rebuilt = codec.encode({ messages: stored(decoded.messages) }, request).messages as BaseMessage[]
      expect(rebuilt.map((message) => message.toDict())).toEqual(
        (request.messages as BaseMessage[]).map((message) => message.toDict()),
      )
    }),
    { numRuns: runs },
  )
})

test('a cropped result keeps its id, name and status', () => {
  const request = {
    messages: [
      new ToolMessage({ content: 'a long result', tool_call_id: 'a', name: 'read', status: 'error', id: 'm1' }),
    ],
  }
  const [message] = codec.decode(request).messages
  const blocks =
    message?.blocks.map((block) =>
      block.type === 'tool-result' ? { ...block, content: { text: 'a (cut)' } } : block,
    ) ?? []
  const [encoded] = codec.encode({ messages: [{ ...(message as Message), blocks }] }, request).messages
  expect(encoded).toEqual(
    new ToolMessage({ content: 'a (cut)', tool_call_id: 'a', name: 'read', status: 'error', id: 'm1' }),
  )
})
