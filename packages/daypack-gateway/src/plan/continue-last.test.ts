// When the request before, with what is new behind it, goes out before anything is planned.
import { describe, expect, test, vi } from 'vitest'
import { readBody, type Body } from '../../../daypack/src/wire/body.ts'
import type { JsonObject } from '../../../daypack/src/model/json.ts'
import { user } from '../../../daypack/test/engine/say.ts'
import type { Agent, SentRequest, Turn } from '../session/agent.ts'
import { chatWire } from '../wires/chat.ts'
import type { GatewayWire } from '../wires/wire.ts'
import { continueLast } from './fast-path.ts'

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
  return { wire, bytes: body.source, body, request: body.request }
}

/** An agent that sent these messages, and what the next request is. */
function sentBy(last: Partial<SentRequest> = {}, messages: readonly object[] = HELLO) {
  const turn = turnOf(messages)
  const mayAppend = vi.fn((..._: unknown[]): boolean => true)
  const agent = {
    last: { turn, spare: 1_000, ...last },
    planned: turn.bytes.length,
    session: { mayAppend },
  } as unknown as Agent
  const next = (list: readonly object[] = [...messages, MORE], more: JsonObject = {}) => turnOf(list, turn.body, more)
  return { agent, next, mayAppend, turn }
}

describe('what goes on from the last request', () => {
  test('goes out as it came, where the session has room for all since its newest plan', () => {
    const { agent, next, mayAppend, turn } = sentBy()
    const now = next()
    agent.planned -= 7
    const sent = continueLast(agent, now)
    const more = now.bytes.length - turn.bytes.length
    expect(sent).toEqual({ turn: now, next: undefined, isMarked: false, spare: 1_000 - more })
    expect(mayAppend).toHaveBeenCalledWith(more + 7, [expect.objectContaining(user('And?'))])
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
    const { agent, next, mayAppend } = sentBy()
    mayAppend.mockReturnValue(false)
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
