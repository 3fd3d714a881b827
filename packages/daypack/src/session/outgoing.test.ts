import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../codecs/anthropic/index.ts'
import { extend } from '../view/project.ts'
import { textOf, type Block, type Message } from '../model/message.ts'
import type { View } from '../view/view.ts'
import { arbHistory } from '../../../daypack-testing/src/arbitraries.ts'
import { openDesk } from '../../../daypack-testing/src/desk.ts'
import { bareRequests } from '../../../daypack-testing/test/wire-arbitraries.ts'
import { assistant, plain, user } from '../../test/engine/say.ts'
import { trim } from '../passes/trim.ts'
import { isNearlyCurrent, Wire, type RequestCodec } from './outgoing.ts'
import { NOTHING_SENT, type CallerList } from './receive.ts'

const like = bareRequests.anthropic as never
const read = (content: unknown) => Promise.resolve((content as { text: string }).text)

/** The views of a history as it grows, with a cut in the middle of it, each with how a caller's list lies over it. */
async function grown(messages: readonly Message[]): Promise<[View, CallerList][]> {
  const desk = openDesk({ inlineMaxBytes: Infinity, window: 2_000 })
  const found: [View, CallerList][] = []
  for (const [index, message] of messages.entries()) {
    await desk.say(message)
    if (index === Math.floor(messages.length / 2))
      await desk.run([trim({ maxBytes: 50, recent: 0 })], { isForced: true })
    const seqs = desk.view.slots.map((slot) => slot.seq)
    found.push([desk.view, index % 3 === 0 ? NOTHING_SENT : { messages: messages.slice(0, index + 1), seqs }])
  }
  return found
}

describe('F-58: the one cache on the way to the wire', () => {
  test('changes no byte: a growing, cut, differently resent history goes out as if nothing was remembered', async () => {
    await fc.assert(
      fc.asyncProperty(arbHistory({ maxTurns: 4, maxText: 300 }), async ({ messages }) => {
        const kept = new Wire(read)
        for (const [view, resent] of await grown(messages)) {
          const sent = await kept.send(anthropic, like, view, resent)
          const anew = await new Wire(read).send(anthropic, like, view, resent)
          expect(JSON.stringify(sent)).toBe(JSON.stringify(anew))
        }
      }),
    )
  })

  test('takes over what is the same object, and nothing behind the first that is not', async () => {
    const desk = openDesk()
    for (const text of ['one', 'two', 'three']) await desk.say({ role: 'user', blocks: [{ type: 'text', text }] })
    const wire = new Wire(read)
    const before = await wire.render(desk.view, NOTHING_SENT)
    const again = await wire.render(extend(desk.view, []), NOTHING_SENT)
    expect(again.messages.every((message, index) => message === before.messages[index])).toBe(true)
    const [first, second, third] = desk.view.items
    const changed = { ...desk.view, items: [first, second && { ...second }, third] } as View
    const after = await wire.render(changed, NOTHING_SENT)
    expect(after.messages.map((message, index) => message === before.messages[index])).toEqual([true, false, false])
    expect(after).toEqual(before)
  })

  test('what was mended is mended each time it goes out, and what it was about stays open', async () => {
    const call = { type: 'tool-call', callId: 'a', tool: 'bash', input: {} } as const
    const desk = openDesk()
    await desk.say({ role: 'user', blocks: [{ type: 'text', text: 'go' }] })
    await desk.say({ role: 'assistant', blocks: [call] })
    const wire = new Wire(read)
    for (const text of ['no result came', 'and still none']) {
      await desk.say({ role: 'user', blocks: [{ type: 'text', text }] })
      await desk.say({ role: 'assistant', blocks: [{ type: 'text', text: `to ${text}` }] })
      const sent = await wire.send(anthropic, like, desk.view, NOTHING_SENT)
      expect(sent.healed).toMatchObject([{ what: 'unanswered-call', at: 1, callId: 'a' }])
      expect(sent).toEqual(await new Wire(read).send(anthropic, like, desk.view, NOTHING_SENT))
    }
  })

  test('the answer to a fold is shown after it, wherever it is, unless nothing follows', async () => {
    const desk = openDesk()
    for (const text of ['one', 'two', 'three']) await desk.say({ role: 'user', blocks: [{ type: 'text', text }] })
    const [first, second, third] = desk.view.items
    const fold = { kind: 'fold', seq: 2, to: 2, summary: { text: 'short', reply: 'I see.' }, messages: 1 }
    const shown = async (...items: unknown[]) => {
      const view = { ...desk.view, items } as View
      return (await new Wire(read).render(view, NOTHING_SENT)).messages.map((message) => textOf(message))
    }
    expect(await shown({ ...fold, seq: 1 }, second, third)).toEqual(['short', 'I see.', 'two', 'three'])
    expect(await shown(first, fold, third)).toEqual(['one', 'short', 'I see.', 'three'])
    expect(await shown(first, second, { ...fold, seq: 3 })).toEqual(['one', 'two', 'short'])
  })

  test('a message sent from another place of the list is encoded again', async () => {
    const desk = openDesk()
    const message = { role: 'user', blocks: [{ type: 'text', text: 'one' }] } as const
    await desk.say(message)
    const wire = new Wire(read)
    const at = (messages: readonly (typeof message)[], seqs: readonly number[]) =>
      wire.render(desk.view, { messages, seqs }).then(({ messages: [shown] }) => shown?.source)
    expect(await at([message], [1])).toBe(0)
    expect(await at([{ ...message }], [1])).toBe(0)
    expect(await at([message, message], [0, 1])).toBe(1)
    expect(await at([], [])).toBeUndefined()
  })

  test("a caller's messages go out as they were given, each with its place; what is not theirs in between has none", async () => {
    const desk = openDesk()
    await desk.say(user('one'), user('ours'), user('two'), user('three'))
    const own = ['one', 'two', 'three'].map((text) => ({ ...user(text), wire: { text } }))
    const { messages } = await new Wire(read).render(desk.view, { messages: own, seqs: [1, 3, 4] })
    expect(messages.map(({ source, wire }) => [source, wire])).toEqual([
      [0, { text: 'one' }],
      [undefined, undefined],
      [1, { text: 'two' }],
      [2, { text: 'three' }],
    ])
  })
})

describe('G-89: replies', () => {
  const text = (value: string): Block => ({ type: 'text', text: value })
  const thought: Block = { type: 'opaque', purpose: 'reasoning', wire: { type: 'thinking' } }
  const call: Block = { type: 'tool-call', callId: 'a', tool: 'bash', input: {} }
  const result: Block = { type: 'tool-result', callId: 'a', tool: 'bash', content: { text: 'out' } }
  const said = (role: Message['role'], ...blocks: Block[]): Message => ({ role, blocks })
  const sent = async (...messages: Message[]) => {
    const desk = openDesk()
    await desk.say(...messages)
    const wire = new Wire(read, true)
    const { request } = await wire.send(plain, { messages: [] }, desk.view, NOTHING_SENT)
    return request.messages.map(({ role, blocks }) => ({ role, blocks }))
  }
  const [one, two, go] = [text('one'), text('two'), said('user', text('go'))]

  test('one that came in several messages goes out as one, in order; what calls a tool ends it', async () => {
    expect(await sent(go, said('assistant', one), said('assistant', two), go)).toEqual([
      go,
      said('assistant', one, two),
      go,
    ])
    const calling = [go, said('assistant', one, call), said('tool', result), said('assistant', two), go]
    expect(await sent(...calling)).toEqual(calling)
    expect(await sent(go, said('assistant', one), said('assistant', call), said('tool', result))).toEqual([
      go,
      said('assistant', one, call),
      said('tool', result),
    ])
    expect(await sent(go, go)).toEqual([go, go])
  })

  test('one of nothing but thoughts is left out, one that says something keeps them', async () => {
    expect(await sent(go, said('assistant', thought), go)).toEqual([go, go])
    const thinking = [go, said('assistant', thought, one), go]
    expect(await sent(...thinking)).toEqual(thinking)
  })

  test('results come first in their message, and what was first keeps its order', async () => {
    const calling = [go, said('assistant', call)]
    expect((await sent(...calling, said('tool', one, result, two))).at(-1)).toEqual(said('tool', result, one, two))
    expect((await sent(...calling, said('tool', result, one))).at(-1)).toEqual(said('tool', result, one))
  })
})

describe('what was sent', () => {
  const call = (callId: string): Message => ({
    role: 'assistant',
    blocks: [{ type: 'tool-call', callId, tool: 'bash', input: {} }],
  })
  const result = (callId: string): Message => ({
    role: 'tool',
    blocks: [{ type: 'tool-result', callId, tool: 'bash', content: { text: 'out' } }],
  })

  test('a call that uses an id of an earlier one is not whole, until that one is gone', async () => {
    const desk = openDesk()
    const wire = new Wire(read)
    await desk.say(user('go'), call('a'), result('a'), call('b'), result('b'), assistant('done'), user('on'))
    await wire.send(anthropic, like, desk.view, NOTHING_SENT)
    const isWhole = (...ids: string[]) => ids.map((id) => wire.isWhole([call(id), result(id)]))
    expect(isWhole('a', 'b', 'c')).toEqual([false, false, true])
    expect(wire.isWhole([call('c')])).toBe(false)
    const withoutB = desk.view.items.filter((_, index) => index !== 3 && index !== 4)
    await wire.send(anthropic, like, { ...desk.view, items: withoutB }, NOTHING_SENT)
    expect(isWhole('a', 'b')).toEqual([false, true])
  })

  test('it is nearly current while less came in since than was sent, and no message of it changed', async () => {
    const desk = openDesk()
    await desk.say(user('x'.repeat(400)))
    const sent = desk.view
    expect(isNearlyCurrent(sent, sent)).toBe(true)
    await desk.say(assistant('x'.repeat(200)))
    expect(isNearlyCurrent(sent, desk.view)).toBe(true)
    const [first, ...others] = desk.view.slots
    const slots = [{ ...first, message: user('changed') }, ...others] as typeof desk.view.slots
    expect(isNearlyCurrent(sent, { ...desk.view, slots })).toBe(false)
    await desk.say(user('x'.repeat(300)))
    expect(isNearlyCurrent(sent, desk.view)).toBe(false)
    const changed = sent.slots.map((slot) => ({ ...slot, message: user('other') }))
    expect(isNearlyCurrent(sent, { ...sent, slots: changed })).toBe(false)
    expect(isNearlyCurrent(sent, { ...sent, slots: [] })).toBe(false)
  })

  test('a question is put behind it; one that has none, or comes when most is new, goes out as it is', async () => {
    const desk = openDesk()
    const asked: unknown[] = []
    const summarize = async (ask: unknown) => (asked.push(ask), '')
    const turn = { codec: plain, like: { messages: [] }, resent: NOTHING_SENT } as never
    await desk.say(user('x'.repeat(400)))
    const sent = desk.view
    const ask = (question?: string) =>
      new Wire(read).asking(summarize, turn, () => sent, desk.view)({ question } as never)
    await ask('what now?')
    await ask()
    await desk.say(user('y'.repeat(900)))
    await ask('what now?')
    const request = { messages: [expect.objectContaining(user('x'.repeat(400))), user('what now?')] }
    expect(asked).toEqual([{ question: 'what now?', request }, { question: undefined }, { question: 'what now?' }])
  })
})

describe('the last gate', () => {
  // A provider that wants the last message to be the user's, and none to be empty.
  const check = (request: unknown) => {
    const { messages } = request as { messages: readonly Message[] }
    const rules = [
      ...(messages.at(-1)?.role === 'assistant' ? ['end'] : []),
      ...(messages.some((message) => textOf(message) === 'bad') ? ['bad'] : []),
    ]
    return rules.map((rule) => ({ rule, level: 'error' as const, why: rule, at: '' }))
  }
  const strict = { ...plain, rules: { check } } as unknown as RequestCodec<{ messages: readonly Message[] }>
  const sent = async (messages: readonly Message[], like: readonly Message[], resent = NOTHING_SENT) => {
    const desk = openDesk()
    await desk.say(...messages)
    const { request, violations, by } = await new Wire(read).send(strict, { messages: like }, desk.view, resent)
    return [request.messages.map((message) => textOf(message)), violations.map(({ rule }) => rule), by]
  }

  test('for a caller that appends, what another process said last is left out', async () => {
    expect(await sent([user('a'), assistant('b'), user('c')], [])).toEqual([['a', 'b', 'c'], [], undefined])
    expect(await sent([user('a'), assistant('b')], [])).toEqual([['a'], [], undefined])
  })

  test('a fault of ours sends what the caller resent, a fault of theirs does not', async () => {
    const [good, own] = [[user('a')], { messages: [user('z')], seqs: [99] }]
    expect(await sent([user('bad')], good, own)).toEqual([['a'], ['bad'], 'us'])
    expect(await sent([user('bad'), user('b')], [user('bad')], own)).toEqual([['bad', 'b'], ['bad'], 'caller'])
  })
})
