// When the request before, with what is new behind it, goes out before anything is planned.
import { describe, expect, test, vi } from 'vitest'
import { BYTES_PER_TOKEN } from '../../../daypack/src/tokens/count.ts'
import { readBody, type Body } from '../../../daypack/src/wire/body.ts'
import type { JsonObject } from '../../../daypack/src/model/json.ts'
import { user } from '../../../daypack/test/engine/say.ts'
import type { Agent, SentRequest, Turn } from '../session/agent.ts'
import { anthropicWire } from '../wires/anthropic.ts'
import { chatWire } from '../wires/chat.ts'
import { responsesWire } from '../wires/responses.ts'
import type { GatewayWire } from '../wires/wire.ts'
import { continueLast, startUnchanged } from './fast-path.ts'

const ROOM = { window: 10_000 } as never
const LESS = { window: 9_000 } as never
const said = (content: string, role = 'user') => ({ role, content })
const marked = (text: string) => ({
  role: 'user',
  content: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }],
})
const HELLO = [said('Hello, mend the clock.'), said('I look at it.', 'assistant')]
const MORE = said('And?')

function turnOf(messages: readonly object[], before?: Body, more: JsonObject = {}, wire: GatewayWire = chatWire): Turn {
  const body = readBody(JSON.stringify({ model: 'm', ...more, [wire.list]: messages }), before)
  if (!body) throw new Error('no body')
  return { wire, body, request: body.request }
}

/** An agent that sent these messages, and what the next request is. */
function sentBy(last: Partial<SentRequest> = {}, messages: readonly object[] = HELLO) {
  const turn = turnOf(messages)
  const roomToAppend = vi.fn((..._: unknown[]): unknown => LESS)
  const agent = {
    last: { turn, since: [user('Hello, mend the clock.')], from: 0, spare: 1_000, room: ROOM, ...last },
    known: 0,
    session: { roomToAppend },
  } as unknown as Agent
  const next = (list: readonly object[] = [...messages, MORE], more: JsonObject = {}) => turnOf(list, turn.body, more)
  return { agent, next, roomToAppend, turn }
}

describe('what goes on from the last request', () => {
  test('goes out as it came, and the room shrinks by what is new', () => {
    const { agent, next, roomToAppend, turn } = sentBy()
    const now = next()
    const since = [user('Hello, mend the clock.'), user('And?')]
    const sent = continueLast(agent, now)
    expect(sent).toMatchObject({
      turn: now,
      isMarked: false,
      since,
      from: 0,
      spare: 1_000 - (now.body.length - turn.body.length),
      room: LESS,
    })
    expect(sent?.next).toBeUndefined()
    expect(roomToAppend).toHaveBeenCalledWith(sent?.since, 1, undefined)
  })
  test('what was not planned yet has the room of the request before it', () => {
    const { agent, next, roomToAppend } = sentBy()
    agent.later = async () => {}
    continueLast(agent, next())
    expect(roomToAppend).toHaveBeenCalledWith(expect.anything(), 1, ROOM)
  })
  test('messages that were planned meanwhile are known', () => {
    const since = ['a', 'b', 'c'].map(user)
    const { agent, next } = sentBy({ since, from: 4 })
    agent.known = 6
    expect(continueLast(agent, next())).toMatchObject({ from: 6, since: [user('c'), user('And?')] })
    agent.known = 2
    expect(continueLast(agent, next())).toMatchObject({ from: 4, since: [...since, user('And?')] })
  })
  test('it may bring as many bytes as there are tokens to spare, and not one more', () => {
    const { next, turn } = sentBy()
    const added = next().body.length - turn.body.length
    const exact = sentBy({ spare: added })
    expect(continueLast(exact.agent, exact.next())?.spare).toBe(0)
    const short = sentBy({ spare: added - 1 })
    expect(continueLast(short.agent, short.next())).toBeUndefined()
  })
})

describe('is planned before it is sent', () => {
  test.each<[string, Partial<SentRequest>]>([
    ['where the session shows something else than what was sent', { isStale: true }],
    ['where the client masked something', { unmasked: [] }],
  ])('%s', (_, last) => {
    const { agent, next } = sentBy(last)
    expect(continueLast(agent, next())).toBeUndefined()
  })
  test('where nothing was sent, or old reasoning is left out', () => {
    const { agent, next } = sentBy()
    expect(continueLast({ ...agent, hasNoReasoning: true }, next())).toBeUndefined()
    const { last: _, ...first } = agent
    expect(continueLast(first, next())).toBeUndefined()
  })
  test('where it goes on from another body, or asks another model', () => {
    const { agent, next } = sentBy()
    expect(continueLast(agent, turnOf([...HELLO, MORE]))).toBeUndefined()
    const other = { ...next(), request: { ...next().request, model: 'n' } }
    expect(continueLast(agent, other)).toBeUndefined()
  })
  test.each([
    ['nothing', []],
    ['an instruction of the system', [said('Be brief.', 'system')]],
    ['an instruction of the developer', [said('Be brief.', 'developer'), MORE]],
    ['a question about the conversation', [said('CONTEXT CHECKPOINT COMPACTION: summarize.')]],
  ])('where %s is new', (_, fresh) => {
    const { agent, next } = sentBy()
    expect(continueLast(agent, next([...HELLO, ...fresh]))).toBeUndefined()
  })
  test('where the session has no room to be sure of', () => {
    const { agent, next, roomToAppend } = sentBy()
    roomToAppend.mockReturnValue(undefined)
    expect(continueLast(agent, next())).toBeUndefined()
  })
  test('where what is new cannot be read alone', () => {
    const { agent, next } = sentBy()
    const decode = () => {
      throw new Error('a result without its call')
    }
    const wire = { ...chatWire, codec: { ...chatWire.codec, decode } }
    expect(continueLast(agent, { ...next(), wire })).toBeUndefined()
  })
  test('where it was found by what it says, and lacks the newest reply', () => {
    const { agent, next } = sentBy()
    const waiting = { ...agent, reply: () => [{ ...user('Mended.'), role: 'assistant' as const }] }
    expect(continueLast(waiting, next(), true)).toBeUndefined()
    expect(continueLast(waiting, next())).toBeDefined()
    expect(continueLast(waiting, next([...HELLO, said('Mended.', 'assistant'), MORE]), true)).toBeDefined()
  })
})

describe('behind a request that was shortened', () => {
  const LONG = said('a long one')
  const SHORT = said('short')

  test('the short form stays, with what is new behind it', () => {
    const { agent, next, turn } = sentBy({ isMarked: true }, [LONG, MORE])
    const shown = { ...turn.request, kept: 1, messages: [SHORT, (turn.request['messages'] as JsonObject[])[1] ?? {}] }
    const last = { ...agent.last, next: shown } as SentRequest
    expect(continueLast({ ...agent, last }, next([LONG, MORE, said('on')]))).toMatchObject({
      next: { kept: 1, messages: [SHORT, MORE, said('on')] },
      isMarked: true,
    })
  })

  /** The client moves its cache marker from the second message on; these of its messages were sent. */
  function moved(shows: (second: JsonObject) => JsonObject[], isMarked = false, now: object[] = [LONG, said('b')]) {
    const { agent, next, turn } = sentBy({ isMarked }, [LONG, marked('b')])
    const [, second = {}] = turn.request['messages'] as JsonObject[]
    const last = { ...agent.last, next: { ...turn.request, messages: shows(second) } } as SentRequest
    return continueLast({ ...agent, last }, next([...now, marked('c')]))?.next?.['messages']
  }
  test('a message whose marker moved is sent as it is written now', () => {
    expect(moved((second) => [SHORT, second])).toEqual([SHORT, said('b'), marked('c')])
  })
  test('it is planned anew where that message was told otherwise, or a marker of ours stands there', () => {
    expect(moved(() => [SHORT])).toBeUndefined()
    expect(moved((second) => [SHORT, second], true)).toBeUndefined()
  })
  test('it is planned anew where that message says something else now', () => {
    expect(moved((second) => [SHORT, second], false, [LONG, said('other')])).toBeUndefined()
  })
})

describe('a conversation of which nothing is logged', () => {
  const WINDOW = 10_000
  type Begun = { wire?: GatewayWire; room?: unknown; last?: object; hasNoReasoning?: boolean }
  function begun(body: JsonObject, { wire = chatWire, room = ROOM, ...more }: Begun = {}) {
    const turn = turnOf([MORE], undefined, body, wire)
    const roomToStart = vi.fn(() => room)
    const decoded = wire.codec.decode(turn.request)
    const agent = { known: 0, session: { roomToStart }, ...more } as unknown as Agent
    return { sent: startUnchanged(agent, { ...turn, decoded }, WINDOW), decoded, turn, roomToStart }
  }

  test('goes out as it came where the session is sure of its room', () => {
    const { sent, decoded, roomToStart } = begun({ max_tokens: 100 })
    expect(sent).toMatchObject({ since: decoded.messages, from: 0, room: ROOM })
    expect(sent?.next).toBeUndefined()
    expect(roomToStart).toHaveBeenCalledWith(decoded, WINDOW)
  })
  test('what may come in is the window without what is sent, some doubt, and the output asked for', () => {
    const { sent, turn } = begun({ max_tokens: 100 })
    const used = turn.body.length / BYTES_PER_TOKEN
    expect(sent?.spare).toBe(Math.floor(WINDOW - used - used * 0.25) - 100)
    const unasked = begun({})
    expect(unasked.sent?.spare).toBe(Math.floor(WINDOW - (unasked.turn.body.length / BYTES_PER_TOKEN) * 1.25))
  })
  test('a wire whose answers have a window of their own leaves all there is', () => {
    expect(begun({ max_output_tokens: 9_999 }, { wire: responsesWire }).sent?.spare).toBe(Infinity)
  })
  test.each<[string, JsonObject, Begun]>([
    ['something was sent before', {}, { last: {} }],
    ['old reasoning is left out', {}, { hasNoReasoning: true }],
    ['the session is not sure of its room', {}, { room: false }],
    ['the output asked for does not fit beside it', { max_tokens: WINDOW }, {}],
    ['thinking has more than its share', { thinking: { budget_tokens: 9_000 } }, { wire: anthropicWire }],
  ])('is planned before it is sent where %s', (_, body, more) => {
    expect(begun(body, more).sent).toBeUndefined()
  })
})
