import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../model/json.ts'
import { fewerMarkers } from './markers.ts'
import { markersOf, readMessages, withoutMarkers } from './blocks.ts'
import { alwaysThinks, mayBindReasoning, mayPrefill } from './models.ts'

describe('what a model may do, by its name', () => {
  it.each([
    ['claude-3-7-sonnet-latest', true, false, false],
    ['claude-sonnet-4-20250514', true, false, false],
    ['eu.anthropic.claude-sonnet-4-20250514-v1:0', true, false, false],
    ['claude-opus-4-5-20251101', true, false, false],
    ['claude-opus-4.6', false, false, false],
    ['claude-opus-5', false, false, false],
    ['claude-opus-5-1', false, true, true],
    ['claude-opus-6', false, true, true],
    ['claude-opus-10-0', false, true, true],
    ['another', true, false, true],
  ])('%s: prefill %s, always thinks %s, binds its thinking %s', (model, prefills, thinks, binds) => {
    expect([mayPrefill(model), alwaysThinks(model), mayBindReasoning({ model })]).toEqual([prefills, thinks, binds])
  })

  it('thinking that may be dropped instead binds nothing', () => {
    const thinking = (behaviour: string) => ({ block_binding: { prefix_mismatch_behavior: behaviour } })
    const binds = (more: object) => mayBindReasoning({ model: 'claude-opus-5-1', ...more })
    expect([binds({ thinking: thinking('drop_block') }), binds({ thinking: thinking('fail') })]).toEqual([false, true])
    expect([binds({ thinking: 7 }), mayBindReasoning({})]).toEqual([true, true])
  })
})

const marked = (ttl?: string): JsonObject => ({
  cache_control: { type: 'ephemeral', ...(ttl !== undefined && { ttl }) },
})
const text = (words: string, more: JsonObject = {}) => ({ type: 'text', text: words, ...more })
const user = (...content: Json[]) => ({ role: 'user', content })

describe('cache markers', () => {
  it('stand in tools, system, messages, in what results hold, and on the request itself', () => {
    const request = {
      tools: [{ name: 'a' }, { name: 'b', ...marked() }],
      system: [text('s', marked('1h'))],
      messages: [
        user(text('x'), { type: 'tool_result', content: [text('in', marked())] }),
        'odd',
        user(text('y', marked())),
      ],
      ...marked(),
    }
    expect(markersOf(readMessages(request)).map(({ path, ttl }) => [path, ttl])).toEqual([
      ['tools.1', '5m'],
      ['system.0', '1h'],
      ['messages.0.content.1.content.0', '5m'],
      ['messages.2.content.0', '5m'],
      ['cache_control', '5m'],
    ])
    expect(withoutMarkers(request.messages)).toEqual([
      user(text('x'), { type: 'tool_result', content: [text('in')] }),
      'odd',
      user(text('y')),
    ])
    // What a tool is called with is not ours to clean.
    expect(withoutMarkers({ input: marked(), ...marked() })).toEqual({ input: marked() })
  })

  it('of ours go, the oldest first, where there would be more than four, or more than the caller had', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, at) => user(text(`${at}`, marked())))
    const left = (messages: readonly unknown[], like: readonly unknown[]) =>
      fewerMarkers({ messages }, { messages: like }).messages.map((row) =>
        JSON.stringify(row).includes('cache_control'),
      )
    const four = rows(4)
    expect(fewerMarkers({ messages: four }, { messages: [] }).messages).toBe(four)
    expect(left(rows(6), [])).toEqual([false, false, true, true, true, true])
    const theirs = rows(5)
    expect(left([...theirs, ...rows(1)], theirs)).toEqual([true, true, true, true, true, false])
    expect(left(theirs, theirs)).toEqual([true, true, true, true, true])
  })

  it('all of ours go where a long one would stand behind a short one; what the caller mixed stays', () => {
    const short = user(text('a', marked('5m')))
    const long = user(text('b', marked('1h')))
    expect(fewerMarkers({ messages: [short, long] }, { messages: [short] }).messages).toEqual([short, user(text('b'))])
    expect(fewerMarkers({ messages: [long, short] }, { messages: [] }).messages).toEqual([long, short])
    const mixed = { messages: [short, long] }
    expect(fewerMarkers(mixed, mixed)).toBe(mixed)
  })
})
