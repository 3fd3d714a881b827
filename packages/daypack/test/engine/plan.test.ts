import { describe, expect, test } from 'vitest'
import type { Edit } from '../../src/model/edit.ts'
import type { Pass } from '../../src/passes/pass.ts'
import { ratios } from '../../src/plan/policy.ts'
import { assistant, plain, results, thinks, user } from './say.ts'
import { world } from './world.ts'

const long = (n: number) => `${n} `.padEnd(800, 'words ')
const policy = ratios({ high: 0.3, low: 0.1, hard: 0.3 })
const proposing = (name: string, edits: readonly Edit[], extra: Partial<Pass> = {}): Pass => ({
  name,
  propose: () => ({ why: name, edits }),
  ...extra,
})

/** A session of five messages under pressure, and what is planned when a pass proposes this. */
async function planned(edits: Edit[]) {
  const { session } = await world({ window: 2_400, tuning: { passes: [proposing('proposed', edits)], policy } })
  const messages = [user(long(1)), assistant(long(2)), user(long(3)), assistant(long(4)), user('go')]
  return { session, ...(await session.prepare(plain, { messages })) }
}

describe('plan', () => {
  test('an edit that saves nothing, or is not allowed, is left out and said so', async () => {
    const odd: Edit[] = [
      { op: 'crop', block: '1.0', keep: [], note: { text: long(9).repeat(3) } },
      { op: 'crop', block: '2.0', keep: [], note: { text: '  ' } },
      { op: 'fold', from: 1, to: 4, summary: { text: ' ' } },
      { op: 'revert', seq: 44 },
      { op: 'fold', from: 1, to: 2, summary: { text: 'short' } },
    ]
    const { session, plan } = await planned(odd)
    expect(plan?.skipped.map((skip) => skip.why)).toEqual([
      'crop of 1.0: it would save nothing',
      'crop of 2.0: nothing would be left to see',
      'fold of 1–4: nothing would be left to see',
      'revert: there is no batch 44',
    ])
    expect(session.view.items[0]?.kind).toBe('fold')
  })

  test('T-33: of folds that meet in one proposal only the first is made: the view never grows', async () => {
    const meeting: Edit[] = [
      { op: 'fold', from: 2, to: 4, summary: { text: 'most of it' } },
      { op: 'fold', from: 1, to: 2, summary: { text: 'the start' } },
      { op: 'fold', from: 4, to: 4, summary: { text: 'the end' } },
      { op: 'fold', from: 1, to: 1, summary: { text: 'the first' } },
    ]
    const { session, plan } = await planned(meeting)
    expect(plan?.skipped.map((skip) => skip.why)).toEqual([
      'fold of 1–2: it meets another fold of the same proposal',
      'fold of 4–4: it meets another fold of the same proposal',
    ])
    expect(session.view.items.map((item) => item.kind)).toEqual(['fold', 'fold', 'message'])
  })

  test('a pass that moves sent bytes before bound reasoning is refused inside the loop', async () => {
    const moving = proposing('moving', [
      { op: 'crop', block: '1.0', keep: [], note: { text: 'cut' } },
      { op: 'crop', block: '3.0', keep: [], note: { text: 'cut' } },
    ])
    const { session } = await world({ window: 2_400, tuning: { passes: [moving], policy } })
    const history = [user(long(1)), thinks('a'), results({ a: long(2) }), thinks('b'), results({ b: long(3) })]
    const { plan } = await session.prepare(plain, { messages: history, binds: true })
    expect(plan?.skipped).toContainEqual({
      by: 'moving',
      why: 'the open loop carries reasoning bound to the bytes before it',
    })
    const free = await world({ window: 2_400, tuning: { passes: [moving], policy } })
    await free.session.prepare(plain, { messages: history })
    expect(free.session.view.items[2]).toMatchObject({ whole: false })
  })

  test('an aborted plan keeps what it has', async () => {
    const stop = new AbortController()
    const passes: Pass[] = [
      { name: 'one', propose: () => (stop.abort(), { why: '', edits: [] }) },
      { name: 'two', propose: () => Promise.reject(new Error('never asked')) },
    ]
    const { session } = await world({ tuning: { passes, policy } })
    await session.append(user('a'))
    const made = await session.compact({ signal: stop.signal, instruction: 'keep names' })
    expect(made.why).toContain('could be made shorter')
  })

  test('something thrown that is no error is told too', async () => {
    const passes: Pass[] = [{ name: 'odd', fresh: true, propose: () => Promise.reject('a text.') }]
    const { session } = await world({ tuning: { passes } })
    const { plan } = await session.prepare(plain, { messages: [user('a')] })
    expect(plan?.skipped).toEqual([{ by: 'odd', why: 'it failed: a text' }])
  })

  test('what is sent besides the conversation counts', async () => {
    const { session } = await world({ window: 2_000 })
    const { plan } = await session.prepare(plain, { messages: [user('a')], extra: 'schema '.repeat(100) })
    expect(plan?.budget.extra.tokens).toBe(175)
    expect(plan?.budget.used.tokens).toBe(session.view.size.tokens + 175)
  })

  test('a revert among the proposals lands like any edit', async () => {
    let made = 0
    const wavering: Pass = {
      name: 'wavering',
      propose: (view) => {
        const batch = view.batches.findLast((each) => each.by === 'wavering')
        made++
        if (batch) return { why: 'back', edits: [{ op: 'revert', seq: batch.seq }] }
        return { why: 'there', edits: [{ op: 'fold', from: 1, to: 2, summary: { text: 'x' } }] }
      },
    }
    const { session } = await world({ window: 100_000, tuning: { passes: [wavering], policy } })
    for (const message of [user(long(1)), assistant(long(2)), user('go')]) await session.append(message)
    await session.compact()
    expect(session.view.items[0]?.kind).toBe('fold')
    const again = await session.compact()
    expect(again.why).toContain('given up')
    expect(made).toBe(2)
  })
})
