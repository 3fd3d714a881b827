// What a session is said to have cost, and what it saved.
import { expect, test } from 'vitest'
import type { Entry } from '../../../daypack/src/model/entry.ts'
import type { Agent } from './agent.ts'
import { sessionStatus } from './status.ts'

const size = (tokens: number) => ({ tokens, bytes: 4 * tokens })
const said = (seq: number, role: 'user' | 'assistant'): Entry => ({
  seq,
  at: seq,
  kind: 'message',
  message: { role, blocks: [{ type: 'text', text: 'x' }] },
  counter: 'test',
  hash: `${seq}`,
  sizes: [size(10)],
})
const billed = (seq: number, input: number): Entry => ({
  seq,
  at: seq,
  kind: 'usage',
  usage: { model: 'm', input, cacheRead: 0, cacheWrite: 0, output: 0, head: seq - 1, counted: size(input) },
})

/** A session of these bills, in a window of 1,000 tokens. */
function status(inputs: readonly number[], models?: object) {
  const entries = [
    said(1, 'user'),
    ...inputs.flatMap((input, n) => [billed(2 * n + 2, input), said(2 * n + 3, 'user')]),
  ]
  const usages = entries.flatMap((entry) => (entry.kind === 'usage' ? [entry.usage] : []))
  const view = { usages, size: size(77) }
  const session = { id: 's', entries: async () => entries, view }
  const tally = { requests: inputs.length, changed: 0, repeated: 0, asides: 0, repaired: 0 }
  return sessionStatus({ session, client: 'x', tally } as unknown as Agent, () => 1_000, models as never)
}

test('what is billed is added up; savings in dollars are told where the price is known', async () => {
  const price = { input: 2, cacheRead: 0.2, cacheWrite: 2.5, output: 10 }
  expect(await status([100, 200])).toEqual({
    session: 's',
    client: 'x',
    requests: 2,
    changed: 0,
    repeated: 0,
    asides: 0,
    repaired: 0,
    epochs: 0,
    tokens: 300,
    cached: 0,
    cost: 300,
    unmanaged: 300,
    own: 300,
    model: 'm',
    shown: 77,
    window: 1_000,
    reserve: 0,
  })
  expect((await status([100, 200], { m: { window: 1_000, price } })).savedDollars).toBe(0)
  // Its own compaction would have come before the second: a summary is paid for.
  const grown = await status([800, 900], { m: { window: 1_000, price } })
  expect(grown.savedDollars).toBeGreaterThan(0)
  expect(grown.own).toBeGreaterThan(grown.cost)
})
