import { describe, expect, it } from 'vitest'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { system } from '../../test/engine/say.ts'
import { hashOf } from '../log/intake.ts'
import type { Decoded } from '../model/codec.ts'
import type { Message } from '../model/message.ts'
import { byBytes } from '../tokens/count.ts'
import { SYSTEM_SLOT } from '../model/entry.ts'
import {
  decodeReply,
  decodeRequest,
  isNewList,
  isSideRequest,
  newestRequestOf,
  NOTHING_SENT,
  receive,
  replyDrafts,
  systemPromptNews,
} from './receive.ts'

const decoded = (messages: readonly Message[], more: Partial<Decoded> = {}): Decoded => ({
  messages,
  bindsReasoning: false,
  requiresReasoning: false,
  ...more,
})
const intakeBy = { counter: byBytes(4), inlineMaxBytes: Infinity, store: () => Promise.reject(new Error('not here')) }
async function viewOf(...messages: Message[]) {
  const desk = openDesk()
  await desk.say(...messages)
  return desk.view
}

describe('a list that is resent', () => {
  const talk = [request('a'), answer('b'), request('c')]

  it('brings what is new; what is known keeps its number', async () => {
    const view = await viewOf(...talk.slice(0, 2))
    const { news, resent } = receive(view, decoded(talk), NOTHING_SENT)
    expect(news).toEqual([{ message: talk[2] }])
    expect(resent).toEqual({ messages: talk, seqs: [1, 2, 3] })
    const next = receive(await viewOf(...talk), decoded([...talk, answer('d')]), resent)
    expect([next.news, next.resent.seqs]).toEqual([[{ message: answer('d') }], [1, 2, 3, 4]])
    expect(isNewList(next)).toBe(false)
  })

  it('that goes back and on elsewhere says so; one of which nothing is known begins anew', async () => {
    const view = await viewOf(...talk)
    const other = receive(view, decoded([talk[0] as Message, answer('other')]), NOTHING_SENT)
    expect(other.news).toEqual([{ kind: 'mark', name: 'rewind', data: { after: 1 } }, { message: answer('other') }])
    expect([other.resent.seqs, isNewList(other)]).toEqual([[1, 5], false])
    const anew = receive(view, decoded([request('x'), answer('y'), request('z')]), NOTHING_SENT)
    expect([isNewList(anew), anew.resent.seqs]).toEqual([true, [5, 6, 7]])
  })

  it('what was sent before counts only while it is still in the log', async () => {
    const view = await viewOf(...talk.slice(0, 1))
    const last = { messages: talk, seqs: [1, 2, 3] }
    expect(receive(view, decoded(talk), last).resent.seqs).toEqual([1, 2, 3])
    expect(receive(view, decoded(talk), last).news).toHaveLength(2)
  })

  it('a system prompt is news where it is another', async () => {
    const view = await viewOf(...talk)
    const lead = system('Be brief.')
    expect(systemPromptNews(view, lead)).toEqual([{ message: lead, replaces: SYSTEM_SLOT }])
    expect(systemPromptNews({ ...view, system: { hash: hashOf(lead) } as never }, lead)).toEqual([])
    expect(systemPromptNews(view, undefined)).toEqual([])
  })

  it('of a caller that appends the newest message is the request, unless it is ours', async () => {
    const view = await viewOf(...talk)
    expect(newestRequestOf(view)).toEqual({ newestRequest: talk[2] })
    const ours = view.slots.map((slot) => ({ ...slot, origin: 'memory' as const }))
    expect([newestRequestOf({ ...view, slots: ours }), newestRequestOf({ ...view, slots: [] })]).toEqual([{}, {}])
  })
})

describe('a reply', () => {
  const billed = { input: 1, cacheRead: 0, cacheWrite: 0, output: 2 }

  it('is logged with its bill, and what was sent; one that is in the log already only with its bill', async () => {
    const view = await viewOf(request('a'))
    const drafts = await replyDrafts(view, { messages: [answer('b')], billed }, undefined, intakeBy)
    const usage = { kind: 'usage', usage: { ...billed, head: 1, counted: view.size } }
    expect(drafts).toMatchObject([{ kind: 'message', message: answer('b') }, usage])
    const sent = { head: 7, counted: { tokens: 1, bytes: 2 } }
    const known = await viewOf(request('a'), answer('b'))
    expect(await replyDrafts(known, { messages: [answer('b')], billed }, sent, intakeBy)).toEqual([
      { kind: 'usage', usage: { ...billed, ...sent } },
    ])
    expect(await replyDrafts(view, { messages: [answer('b')], billed: undefined }, sent, intakeBy)).toHaveLength(1)
  })

  it('that nobody can read is refused with the reason', () => {
    const codec = (reply: object) => ({ name: 'c', reply: () => ({ messages: [], ...reply }) as never })
    const refused = (given: unknown, reply: object = {}) => {
      try {
        return decodeReply(codec(reply), given)
      } catch (error) {
        return (error as Error).message
      }
    }
    const told = (why: string) => `The codec c can't read this response (${why}); is it the codec of your provider?`
    expect(refused({})).toBe(told('nothing in it is an answer'))
    expect(
      refused({}, { messages: [{ role: 'assistant', blocks: [] }], billed: { ...billed, input: 0, output: 0 } }),
    ).toBe(told('nothing in it is an answer'))
    for (const name of ['input', 'cacheRead', 'cacheWrite', 'output'])
      expect(refused({}, { billed: { [name]: 1 } })).toMatchObject({ billed: { [name]: 1 } })
    expect(refused({}, { messages: [answer('x')] })).toMatchObject({ messages: [answer('x')] })
    expect(refused(new Response('x'))).toBe(told('it is an HTTP response: give its parsed body'))
    const stream = told('it is a stream: read it to its end and give the whole message')
    expect([refused(new ReadableStream()), refused((async function* () {})())]).toEqual([stream, stream])
    for (const odd of [null, 'text'])
      expect(refused(odd, { messages: [answer('x')] })).toMatchObject({ messages: [answer('x')] })
  })

  it('a request that a codec takes for another provider’s is refused too', () => {
    const codec = { name: 'c', decode: () => decoded([]) }
    expect(decodeRequest(codec, {})).toEqual(decoded([]))
    expect(() => decodeRequest({ ...codec, misread: () => 'it is not mine' }, {})).toThrow('it is not mine')
    const broken = { ...codec, decode: () => (undefined as never as { x: { y: never } }).x.y }
    expect(() => decodeRequest(broken, {})).toThrow(expect.objectContaining({ code: 'unsupported' }))
  })
})

describe('a side request', () => {
  const long = [request('a'), answer('b'), ...step({ tool: 't', output: 'c' })]
  const asks = async (
    messages: readonly Message[],
    { window = 1_000, known = long, lead = undefined as Message | undefined } = {},
  ) => isSideRequest(await viewOf(...known), decoded(messages, lead ? { system: lead } : {}), window)

  it('is one short question of the user, or two, that shares nothing with a longer log', async () => {
    expect(await asks([request('title?')])).toBe(true)
    expect(await asks([request('title?'), request('please')])).toBe(true)
    expect(await asks([request('1'), request('2'), request('3')])).toBe(false)
    expect(await asks([])).toBe(false)
    expect(await asks([answer('x')])).toBe(false)
    expect(await asks([request('title?'), request('a')])).toBe(false)
    expect(await asks([request('title?')], { known: long.slice(0, 3) })).toBe(false)
  })

  it('a large one is planned, its system prompt included: three bytes a token, up to a quarter of the window', async () => {
    // What is measured is 63 bytes and the text.
    const bytes = Buffer.byteLength(JSON.stringify([undefined, [request('')]]))
    const sized = (length: number) => asks([request('x'.repeat(length - bytes))], { window: 400 })
    expect([await sized(299), await sized(300)]).toEqual([true, false])
    expect(await asks([request('x'.repeat(100))], { window: 400, lead: system('y'.repeat(200)) })).toBe(false)
  })
})
