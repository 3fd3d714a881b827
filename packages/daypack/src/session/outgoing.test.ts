import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../codecs/anthropic/index.ts'
import { extend } from '../view/project.ts'
import { textOf, type Message } from '../model/message.ts'
import type { View } from '../view/view.ts'
import { arbHistory } from '../../../daypack-testing/src/arbitraries.ts'
import { openDesk } from '../../../daypack-testing/src/desk.ts'
import { bareRequests } from '../../../daypack-testing/src/wire-arbitraries.ts'
import { trim } from '../passes/trim.ts'
import { Wire } from './outgoing.ts'
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
})

describe('G-89: replies', () => {
  const said = async (...messages: [Message['role'], string][]) => {
    const desk = openDesk()
    for (const [role, text] of messages) await desk.say({ role, blocks: [{ type: 'text', text }] })
    const wire = new Wire(read, { merges: true })
    const { request } = await wire.send(anthropic, like, desk.view, NOTHING_SENT)
    return (request as { messages: { role: string; content: unknown }[] }).messages
  }

  test('one that came in several messages goes out as one, in order', async () => {
    const sent = await said(['user', 'one'], ['assistant', 'two'], ['assistant', 'three'], ['user', 'four'])
    expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(JSON.stringify(sent[1]?.content)).toMatch(/two.*three/)
  })
})
