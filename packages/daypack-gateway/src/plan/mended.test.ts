// What is sent in place of a refused request, and what that leaves for the next one.
import { describe, expect, test, vi } from 'vitest'
import { BYTES_PER_TOKEN } from '../../../daypack/src/tokens/count.ts'
import { assistant } from '../../../daypack/test/engine/say.ts'
import type { Agent } from '../session/agent.ts'
import { responsesWire } from '../wires/responses.ts'
import { keepSummary } from './own-compaction.ts'
import { dropReasoning, lowerOutput } from './plan-turn.ts'
import { boundsOf } from './reply-reserve.ts'

const WINDOW = 64_000
const agentOf = () => ({ tally: { repaired: 0 }, last: { spare: 1 } }) as unknown as Agent
const bounds = { window: WINDOW, free: WINDOW }

describe('less output', () => {
  test('is asked for once the provider says what fits, and the next request is planned first', () => {
    const agent = agentOf()
    const lowered = '{"max_tokens":900,"messages":[]}'
    expect(lowerOutput(agent, '{"max_tokens":1000,"messages":[]}', 900, bounds)).toBe(lowered)
    expect(agent).toMatchObject({
      tally: { repaired: 1 },
      last: { next: JSON.parse(lowered) as object, isStale: true },
    })
  })
  test.each(['{"max_tokens":900}', 'noise'])('is nothing where %s asks for no more: all stays as it was', (text) => {
    const agent = agentOf()
    expect(lowerOutput(agent, text, 900, bounds)).toBeUndefined()
    expect(agent).toEqual(agentOf())
  })
})

describe('no old reasoning', () => {
  const said = { role: 'user', content: 'a' }
  test('is sent again, in this request and the next ones', () => {
    const agent = agentOf()
    const text = JSON.stringify({ input: [{ type: 'reasoning' }, said] })
    expect(dropReasoning(agent, responsesWire, text)).toBe(JSON.stringify({ input: [said] }))
    expect(agent).toMatchObject({ hasNoReasoning: true, tally: { repaired: 1 }, last: { next: { input: [said] } } })
    expect(agent.last?.isStale).toBeUndefined()
  })
  test('without any there is nothing to leave out', () => {
    const agent = agentOf()
    expect(dropReasoning(agent, responsesWire, JSON.stringify({ input: [said] }))).toBeUndefined()
    expect(agent).toEqual(agentOf())
  })
})

test('what instructions leave of the window is never less than nothing', () => {
  const fixed = (text: string) => JSON.stringify({ system: text, messages: [] }).length / BYTES_PER_TOKEN
  const wire = { list: 'messages' } as const
  const said = { messages: [{ role: 'user', content: 'x'.repeat(9_000) }] }
  expect(boundsOf(1_000, { system: 'short', ...said }, wire)).toEqual({ window: 1_000, free: 1_000 - fixed('short') })
  expect(boundsOf(1_000, { system: 'x'.repeat(9_000), ...said }, wire)).toEqual({ window: 1_000, free: 0 })
})

test('a summary is kept as a note through where the session is; an answer without a message is none', async () => {
  const mark = vi.fn(async (..._: unknown[]) => {})
  const agent = { client: 'pi', session: { mark, view: { head: 7 } } } as unknown as Agent
  const wire = (messages: readonly unknown[]) =>
    ({ ...responsesWire, codec: { ...responsesWire.codec, reply: () => ({ messages }) } }) as typeof responsesWire
  await keepSummary(agent, wire([]), {})
  expect(mark).not.toHaveBeenCalled()
  await keepSummary(agent, wire([assistant(' All is '), assistant('well. ')]), {})
  expect(mark).toHaveBeenCalledWith('note', { by: 'pi', through: 7, text: 'All is \nwell.' })
})
