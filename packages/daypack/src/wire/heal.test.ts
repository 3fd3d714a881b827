import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anthropic } from '../codecs/anthropic/index.ts'
import { openaiChat } from '../codecs/openai-chat/index.ts'
import type { Block, Message, ToolResultBlock } from '../model/message.ts'
import { arbMessages, runs } from '../../../daypack-testing/src/arbitraries.ts'
import { bareRequests } from '../../../daypack-testing/test/wire-arbitraries.ts'
import { heal, NO_RESULT } from './heal.ts'
import { validate } from './validate.ts'

const user = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] })
const calls = (...ids: string[]): Message => ({
  role: 'assistant',
  blocks: ids.map((callId) => ({ type: 'tool-call', callId, tool: 't', input: {} })),
})
const results = (...ids: string[]): Message => ({
  role: 'tool',
  blocks: ids.map((callId) => ({ type: 'tool-result', callId, tool: 't', content: { text: `out ${callId}` } })),
})
const lost = (callId: string): Message => ({
  role: 'tool',
  blocks: [{ type: 'tool-result', callId, tool: 't', content: { text: NO_RESULT }, isError: true }],
})
const says = (text: string): Message => ({ role: 'assistant', blocks: [{ type: 'text', text }] })

test('a whole history comes back as the same list', () => {
  fc.assert(
    fc.property(arbMessages({ reasoning: true }), (messages) => {
      expect(heal(messages)).toEqual({ messages, healed: [] })
      expect(heal(messages).messages).toBe(messages)
    }),
    { numRuns: runs() },
  )
})

test('an unanswered call gets one marked result, its sibling keeps its own', () => {
  const { messages, healed } = heal([user('go'), calls('a', 'b'), results('b'), user('again')])
  expect(healed).toEqual([{ what: 'unanswered-call', at: 2, callId: 'a' }])
  expect(messages).toEqual([
    user('go'),
    calls('a', 'b'),
    results('b'),
    {
      role: 'tool',
      blocks: [{ type: 'tool-result', callId: 'a', tool: 't', content: { text: NO_RESULT }, isError: true }],
    },
    user('again'),
  ])
})

test('F-25: text between a call and its result does not part them', () => {
  const between = [user('go'), calls('a', 'b'), results('a'), user('wait'), says('yes?'), results('b'), user('on')]
  const { messages, healed } = heal(between)
  expect(healed).toEqual([{ what: 'late-result', at: 2, callId: 'b' }])
  const [go, call, first, wait, yes, late, on] = between
  expect(messages).toEqual([go, call, first, late, wait, yes, on])
  expect(validate(anthropic, anthropic.encode({ messages }, bareRequests.anthropic as never))).toEqual([])
  expect(validate(openaiChat, openaiChat.encode({ messages }, bareRequests['openai-chat'] as never))).toEqual([])
})

test('F-25: a later call of the same id keeps its own result', () => {
  const { messages, healed } = heal([user('go'), calls('a'), user('hm'), calls('a'), results('a')])
  expect(healed.map(({ what }) => what)).toEqual(['unanswered-call', 'duplicate-id'])
  expect(messages.at(-1)).toMatchObject({ blocks: [{ callId: 'a_2', content: { text: 'out a' } }] })
})

test('a result without its call becomes text, and nothing else moves', () => {
  const { messages, healed } = heal([
    user('go'),
    says('hm'),
    { ...results('x'), blocks: [...results('x').blocks, { type: 'text', text: 'and?' }] },
  ])
  expect(healed).toEqual([{ what: 'orphan-result', at: 2, callId: 'x' }])
  expect(messages[2]).toMatchObject({
    role: 'user',
    blocks: [
      { type: 'text', text: expect.stringContaining('out x') },
      { type: 'text', text: 'and?' },
    ],
  })
})

test('a second result of the same call becomes text', () => {
  const { messages, healed } = heal([user('go'), calls('a'), results('a', 'a')])
  expect(healed).toEqual([{ what: 'second-result', at: 2, callId: 'a' }])
  expect(messages[2]).toEqual({
    role: 'tool',
    blocks: [
      ...results('a').blocks,
      { type: 'text', text: '[daypack: result of a call that is not open here: t]\nout a' },
    ],
  })
})

test('text made of a result names the tool where it is known, and what is stored by its size', () => {
  const orphan = (tool: string, content: ToolResultBlock['content']): Message => ({
    role: 'tool',
    blocks: [{ type: 'tool-result', callId: 'x', tool, content }],
  })
  const told = (message: Message) => heal([user('go'), message]).messages[1]
  expect(told(orphan('', { text: 'out' }))).toEqual(user('[daypack: result of a call that is not open here]\nout'))
  expect(told(orphan('bash', { ref: 'r', bytes: 9, lines: 1 }))).toEqual(
    user('[daypack: result of a call that is not open here: bash]\n(9 bytes, stored as r)'),
  )
})

test('a picture beside a result that becomes text stays beside the text', () => {
  const picture: Block = { type: 'media', mediaType: 'image/png', content: { text: 'x' } }
  const [block] = results('x').blocks
  const { messages } = heal([user('go'), { role: 'tool', blocks: [{ ...block, attachments: [picture] } as Block] }])
  expect(messages[1]?.blocks).toEqual([{ type: 'text', text: expect.stringContaining('out x') }, picture])
})

test('the last call of a history has its result at its end', () => {
  expect(heal([user('go'), calls('a')])).toEqual({
    messages: [user('go'), calls('a'), lost('a')],
    healed: [{ what: 'unanswered-call', at: 1, callId: 'a' }],
  })
  expect(heal([])).toEqual({ messages: [], healed: [] })
})

test('results that come late find their calls, one after the other', () => {
  const given = [user('go'), calls('a'), user('wait'), results('a'), calls('b'), user('wait'), results('b'), user('on')]
  const [go, a, wait, lateA, b, again, lateB, on] = given
  expect(heal(given)).toEqual({
    messages: [go, a, lateA, wait, b, lateB, again, on],
    healed: [
      { what: 'late-result', at: 1, callId: 'a' },
      { what: 'late-result', at: 4, callId: 'b' },
    ],
  })
})

test('a result in a message of the user is one like any other', () => {
  const asked: Message = { role: 'user', blocks: [...results('a').blocks, { type: 'text', text: 'and now?' }] }
  expect(heal([user('go'), calls('a'), asked])).toEqual({
    messages: [user('go'), calls('a'), results('a'), user('and now?')],
    healed: [{ what: 'late-result', at: 1, callId: 'a' }],
  })
  expect(heal([user('go'), asked]).messages).toEqual([
    user('go'),
    {
      role: 'user',
      blocks: [
        { type: 'text', text: expect.stringContaining('out a') },
        { type: 'text', text: 'and now?' },
      ],
    },
  ])
})

test('what is no result does not stand between a call and its results', () => {
  expect(heal([user('go'), calls('a'), results('x'), results('a'), user('on')])).toEqual({
    messages: [
      user('go'),
      calls('a'),
      results('a'),
      user('[daypack: result of a call that is not open here: t]\nout x'),
      user('on'),
    ],
    healed: [{ what: 'orphan-result', at: 2, callId: 'x' }],
  })
})

test('two calls of one id in a message each have a result', () => {
  const { messages, healed } = heal([user('go'), calls('a', 'a'), results('a')])
  expect(messages).toEqual([user('go'), calls('a', 'a_2'), results('a'), lost('a_2')])
  expect(healed.map(({ what, callId }) => [what, callId])).toEqual([
    ['duplicate-id', 'a'],
    ['unanswered-call', 'a_2'],
  ])
})

test('ids of messages before these are used as well', () => {
  const isUsed = (id: string) => id === 'a' || id === 'a_2'
  expect(heal([calls('a'), results('a')], isUsed).messages).toEqual([
    calls('a_3'),
    { role: 'tool', blocks: [{ ...results('a').blocks[0], callId: 'a_3' }] },
  ])
})

test('an id used again is renamed, in the call and in its result', () => {
  const { messages, healed } = heal([user('go'), calls('a'), results('a'), calls('a'), results('a')])
  expect(healed).toEqual([{ what: 'duplicate-id', at: 3, callId: 'a' }])
  expect(messages.slice(3)).toMatchObject([
    { blocks: [{ callId: 'a_2' }] },
    { blocks: [{ callId: 'a_2', content: { text: 'out a' } }] },
  ])
})

test('an assistant that said nothing is left as it is, one that said only spaces says nothing', () => {
  const history = [user('go'), says(''), user('on')]
  expect(heal(history).messages).toBe(history)
  expect(heal([user('go'), says(' '), user('on')])).toEqual({
    messages: [user('go'), user('on')],
    healed: [{ what: 'empty-message', at: 1 }],
  })
})

test('empty text goes, an empty request says so, and what the assistant said stays', () => {
  const blank: Message = {
    role: 'assistant',
    blocks: [
      { type: 'text', text: '' },
      { type: 'text', text: 'said' },
    ],
  }
  const { messages, healed } = heal([user(''), blank, user(' \n'), { role: 'user', blocks: [] }])
  expect(healed.map(({ what }) => what)).toEqual(['empty-message', 'empty-text', 'empty-message', 'empty-message'])
  expect(messages.map((message) => message.blocks)).toEqual([
    [{ type: 'text', text: '(empty)' }],
    [{ type: 'text', text: 'said' }],
    [{ type: 'text', text: '(empty)' }],
    [{ type: 'text', text: '(empty)' }],
  ])
})

test('mended messages lose their source, whole ones keep it', () => {
  const sourced = [user('go'), calls('a'), user('')].map((message, source) => ({ ...message, source }))
  const { messages } = heal(sourced)
  expect(messages.map((message) => ('source' in message ? message.source : undefined))).toEqual([
    0,
    1,
    undefined,
    undefined,
  ])
})

/** Histories broken at random: messages dropped, doubled, swapped, blocks lost, texts blanked. */
const arbBroken = fc
  .tuple(arbMessages({ foreignIds: true }), fc.array(fc.tuple(fc.nat(30), fc.nat(5)), { maxLength: 6 }))
  .map(([messages, blows]) => {
    const list = [...messages]
    for (const [at, blow] of blows) {
      const index = at % Math.max(1, list.length)
      const message = list[index]
      if (!message) continue
      if (blow === 0) list.splice(index, 1)
      else if (blow === 1) list.splice(index, 0, message)
      else if (blow === 2) list.splice(index, 2, ...list.slice(index, index + 2).toReversed())
      else if (blow === 3) list[index] = { ...message, blocks: message.blocks.slice(1) }
      else if (blow === 4)
        list[index] = {
          ...message,
          blocks: message.blocks.map((block): Block => (block.type === 'text' ? { ...block, text: '' } : block)),
        }
      else list.splice(index, 0, { role: 'user', blocks: [{ type: 'text', text: 'interrupted' }] })
    }
    return [user('start'), ...list, user('end')]
  })

test('whatever a caller brings, the mended history is accepted and no word is lost', () => {
  fc.assert(
    fc.property(arbBroken, (messages) => {
      const { messages: mended } = heal(messages)
      const texts = (list: readonly Message[]) =>
        list
          .filter(({ role }) => role === 'assistant')
          .flatMap(({ blocks }) =>
            blocks.flatMap((block) => (block.type === 'text' && block.text.trim() ? [block.text] : [])),
          )
      expect(texts(mended)).toEqual(texts(messages))
      expect(validate(anthropic, anthropic.encode({ messages: mended }, bareRequests.anthropic as never))).toEqual([])
      expect(
        validate(openaiChat, openaiChat.encode({ messages: mended }, bareRequests['openai-chat'] as never)),
      ).toEqual([])
      expect(heal(mended).healed).toEqual([])
    }),
    { numRuns: runs() },
  )
})

test('what is whole next to what is mended comes back as the same objects, results too', () => {
  const given = [user('go'), calls('a', 'b'), results('a', 'b'), calls('c'), user('again')]
  const { messages, healed } = heal(given)
  expect(healed).toEqual([{ what: 'unanswered-call', at: 3, callId: 'c' }])
  expect([0, 1, 2, 3, 5].map((at) => given.indexOf(messages[at] as Message))).toEqual([0, 1, 2, 3, 4])
})
