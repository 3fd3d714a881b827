import { describe, expect, it } from 'vitest'
import { byBytes, type Json, type Message } from 'daypack'
import { anthropic } from 'daypack/codecs'
import type { JsonObject } from 'daypack/internal'
import { digester } from './digest.ts'
import { boundThinking, lostLoop } from './thinking.ts'

const user = (text: string): JsonObject => ({ role: 'user', content: [{ type: 'text', text }] })
const thinking = (text: string): JsonObject => ({ type: 'thinking', thinking: text, signature: `s-${text}` })
const call = (n: number): JsonObject => ({ type: 'tool_use', id: `toolu_${n}`, name: 'read', input: {} })
const said = (...content: Json[]): JsonObject => ({ role: 'assistant', content })
const answer = (n: number, text = 'result'): JsonObject => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: `toolu_${n}`, content: text }],
})
const decoded = (wire: JsonObject): Message => anthropic.decode({ messages: [wire] }).messages[0] as Message

/** Three replies, each thought and called; then whether this request moves any of the three. */
function moves(request: readonly JsonObject[]): boolean {
  const digest = digester(byBytes(4).count)
  const bound = boundThinking()
  const history: JsonObject[] = [user('Go.')]
  for (const n of [1, 2, 3]) {
    const reply = said(thinking(`thought ${n}`), call(n))
    expect(bound(history.map(digest), decoded(reply), digest)).toBe(false)
    history.push(reply, answer(n))
  }
  return bound(request.map(digest), decoded(said({ type: 'text', text: 'Done.' })), digest)
}

describe('boundThinking', () => {
  const whole = [user('Go.'), ...[1, 2, 3].flatMap((n) => [said(thinking(`thought ${n}`), call(n)), answer(n)])]
  const without = (...left: number[]) =>
    whole.map((message, at) => (left.some((n) => at === 2 * n - 1) ? said(call((at + 1) / 2)) : message))

  it('is content with thinking where it was made, and with thinking left out from the start', () => {
    expect(moves(whole)).toBe(false)
    expect(moves(without(1))).toBe(false)
    expect(moves(without(1, 2))).toBe(false)
    expect(moves(without(1, 2, 3))).toBe(false)
  })

  it('sees thinking left out in the middle', () => {
    expect(moves(without(2))).toBe(true)
    expect(moves(without(1, 3))).toBe(false)
  })

  it('sees changed content in front of kept thinking, and only there', () => {
    const cut = (n: number) => whole.map((message, at) => (at === 2 * n ? answer(n, 'cut') : message))
    expect(moves(cut(1))).toBe(true)
    expect(moves(cut(3))).toBe(false)
    expect(moves([user('A summary.'), ...whole.slice(5)])).toBe(true)
  })
})

describe('lostLoop', () => {
  const open = { thinking: { type: 'enabled' }, messages: [user('Go.'), said(thinking('why'), call(1)), answer(1)] }
  const sent = (...messages: JsonObject[]) => lostLoop(open, { ...open, messages })

  it('sees the call of an open loop without its thinking, and nothing where call and thinking went together', () => {
    expect(sent(...open.messages)).toBe(false)
    expect(sent(user('Go.'), said(call(1)), answer(1))).toBe(true)
    expect(sent(user('Go on: the file was read.'))).toBe(false)
    expect(lostLoop({ messages: open.messages }, { messages: [user('Go.'), said(call(1)), answer(1)] })).toBe(false)
  })
})
