import { describe, expect, test } from 'vitest'
import type { Edit } from '../../src/model/edit.ts'
import type { Pass } from '../../src/passes/pass.ts'
import { ratios } from '../../src/plan/policy.ts'
import { assistant, calls, plain, results, thinks, user } from './say.ts'
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
  test('passes stop as soon as the view is under the low-water mark', async () => {
    const asked: string[] = []
    const noting = (pass: Pass): Pass => ({
      ...pass,
      propose: (view, ctx) => (asked.push(pass.name), pass.propose(view, ctx)),
    })
    const enough = noting(proposing('enough', [{ op: 'fold', from: 1, to: 4, summary: { text: 'x' } }]))
    const { session } = await world({
      window: 2_400,
      tuning: {
        passes: [noting(proposing('model', [], { costly: true })), enough, noting(proposing('later', []))],
        policy,
      },
    })
    const { plan } = await session.prepare(plain, {
      messages: [user(long(1)), assistant(long(2)), user(long(3)), assistant(long(4)), user('go')],
    })
    expect(plan?.tide).toBe('pressure')
    expect(asked).toEqual(['enough'])
    expect(plan?.entries.map((entry) => (entry.kind === 'mark' ? entry.name : entry.kind))).toEqual(['edits', 'epoch'])
  })

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

  test('eager timing moves sent bytes at once and asks a model only under pressure', async () => {
    const asked: string[] = []
    const model: Pass = { name: 'model', costly: true, propose: () => (asked.push('model'), { why: '', edits: [] }) }
    const trim: Pass = {
      name: 'trim',
      propose: (view) => ({
        why: 'old',
        edits: view.items
          .slice(0, -1)
          .flatMap((item) =>
            item.kind === 'message' && item.message.role === 'tool'
              ? [{ op: 'crop' as const, block: `${item.seq}.0` as const, keep: [], note: { text: 'cut' } }]
              : [],
          ),
      }),
    }
    const { session } = await world({
      window: 4_000,
      tuning: { passes: [trim, model], timing: 'eager', policy: ratios({ high: 0.9 }) },
    })
    const history = [user('a'), calls('x'), results({ x: long(1) })]
    await session.prepare(plain, { messages: history })
    const { plan } = await session.prepare(plain, { messages: [...history, calls('y'), results({ y: long(2) })] })
    expect(plan).toMatchObject({ tide: 'none' })
    expect(plan?.entries[0]).toMatchObject({ by: 'trim', epoch: expect.any(Number) })
    expect(asked).toEqual([])
    await session.compact()
    expect(asked).toEqual(['model'])
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

  test('in a calm turn a pass that reaches for what was sent is held back', async () => {
    const reaching = proposing('reaching', [{ op: 'crop', block: '1.0', keep: [], note: { text: 'cut' } }], {
      fresh: true,
    })
    const { session } = await world({ window: 100_000, tuning: { passes: [reaching] } })
    const history = [user(long(1)), assistant('b'), user('c')]
    const { plan } = await session.prepare(plain, { messages: history })
    expect(plan?.entries).toEqual([])
    expect(session.view.items[0]).toMatchObject({ whole: true })
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

  test('a model that failed three times in a row is left alone, also when pressure comes again', async () => {
    let asked = 0
    const model: Pass = {
      name: 'model',
      costly: true,
      propose() {
        asked++
        throw new Error('down')
      },
    }
    const cut: Pass = {
      name: 'cut',
      propose: (view) => ({
        why: 'old',
        edits: view.items.slice(0, -1).flatMap((item) => {
          const isLong = item.kind === 'message' && item.size.tokens > 100
          return isLong
            ? [{ op: 'crop' as const, block: `${item.seq}.0` as const, keep: [], note: { text: 'cut' } }]
            : []
        }),
      }),
    }
    const { session, clock } = await world({
      window: 3_000,
      tuning: { passes: [cut, model], policy: ratios({ high: 0.3, low: 0, hard: 0.3 }) },
    })
    const history = [user('start')]
    let last
    for (let round = 0; round < 5; round++) {
      for (let turn = 0; turn < 4; turn++) history.push(assistant(long(turn)), user(`${round} ${turn}`))
      last = await session.prepare(plain, { messages: history })
      clock.now += 1_000
      history.push(assistant('a'), user('b'), assistant('c'), user('d'))
      await session.prepare(plain, { messages: history })
    }
    expect(asked).toBe(3)
    expect(last?.plan?.skipped).toContainEqual({ by: 'model', why: 'it failed 3 times in a row: resting until asked' })
    clock.now += 10 * 60_000
    for (let turn = 0; turn < 4; turn++) history.push(assistant(long(turn)), user(`${turn}`))
    expect((await session.prepare(plain, { messages: history })).plan?.tide).toBe('cold')
  })
})
