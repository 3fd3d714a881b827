import { describe, expect, test } from 'vitest'
import { answer, openDesk, request, step, type Desk } from '../../../daypack-testing/src/desk.ts'
import { results, thinks } from '../../test/engine/say.ts'
import type { Edit } from '../model/edit.ts'
import type { Pass, Proposal } from '../passes/pass.ts'
import { TextNotLoaded } from '../view/items.ts'
import { contextOf, plan, type PlannerInput } from './plan.ts'
import { DEFAULT_PRICES, ratios, type Policy } from './policy.ts'

// One plan at a time, on a conversation of five messages of 100 tokens and a request.
const WINDOW = 1_000
const TIGHT = ratios({ high: 0.4, low: 0.2, hard: 0.4 })
const crop = (seq: number, text = 'cut'): Edit => ({ op: 'crop', block: `${seq}.0`, keep: [], note: { text } })
const fold = (from: number, to: number, text = 'short'): Edit => ({ op: 'fold', from, to, summary: { text } })
const pass = (name: string, edits: readonly Edit[], more: Partial<Pass & Proposal> = {}): Pass => {
  const { isOneFold, model, remember, ...rest } = more
  const extra = { ...(isOneFold && { isOneFold }), ...(model && { model }), ...(remember && { remember }) }
  return { name, propose: () => ({ why: name, edits, ...extra }), ...rest }
}
async function conversation(options: { policy?: Policy; timing?: 'tide' | 'eager'; window?: number } = {}) {
  const desk = openDesk({ window: WINDOW, policy: TIGHT, ...options })
  const words = 'word '.repeat(72)
  await desk.say(request(words), answer(words), request(words), answer(words), request(words))
  return desk
}
const names = (made: Awaited<ReturnType<Desk['plan']>>) =>
  made.entries.map((entry) => (entry.kind === 'mark' ? entry.name : entry.kind === 'edits' ? entry.by : entry.kind))
const why = (made: Awaited<ReturnType<Desk['plan']>>) => made.skipped.map((skip) => `${skip.by}: ${skip.why}`)

describe('an epoch', () => {
  test('runs the passes in their order, those that ask a model last, down to the low mark', async () => {
    const desk = await conversation()
    const made = await desk.plan([
      pass('model', [fold(1, 4)], { costly: true }),
      pass('first', [crop(1)]),
      pass('second', [crop(2)]),
    ])
    expect(made.tide).toBe('pressure')
    expect(names(made)).toEqual(['first', 'second', 'model', 'epoch'])
    const [first, second] = made.entries
    const epoch = desk.view.head + 1
    expect([first, second]).toMatchObject([
      { seq: epoch, epoch },
      { seq: epoch + 1, epoch },
    ])
    expect(made.before.tokens - made.after.tokens).toBeGreaterThan(300)
    const enough = await desk.plan([pass('enough', [fold(1, 4)]), pass('later', [crop(5)])])
    expect(names(enough)).toEqual(['enough', 'epoch'])
  })

  test('that cuts less than a fifth is given up, with what was remembered; when asked for it is made', async () => {
    const desk = await conversation()
    const remember = { name: 'note', data: 'paid for' }
    const passes = [pass('little', [crop(1)], { remember })]
    const made = await desk.plan(passes)
    expect(made.view.items.every((item) => item.kind === 'message' && item.whole)).toBe(true)
    expect(made.givenUp).toMatch(/^given up: it would have cut \d+ of \d+ tokens$/)
    expect(names(made)).toEqual(['abandoned', 'note'])
    expect(names(await desk.plan(passes, { isForced: true }))).toEqual(['little', 'epoch'])
    expect(names(await desk.plan([pass('two', [crop(1), crop(2)])]))).toEqual(['two', 'epoch'])
    const exact = await conversation({ policy: { ...TIGHT, exact: true } })
    expect(names(await exact.plan(passes))).toEqual(['little', 'epoch'])
  })

  test('given up again counts, until one is made; what is asked for counts nothing', async () => {
    const desk = await conversation({ policy: { ...TIGHT, trigger: () => ({ tokens: 0, bytes: 0 }) } })
    const nothing = [pass('nothing', [])]
    const given = async () => (await desk.run(nothing)).entries.map((entry) => entry.kind === 'mark' && entry.data)
    const used = desk.view.size.tokens
    expect(await given()).toEqual([{ used, usable: WINDOW, times: 1 }])
    await desk.say(request('word '.repeat(100)))
    expect(await given()).toMatchObject([{ times: 2 }])
    expect(names(await desk.run(nothing, { isForced: true }))).toEqual([])
    await desk.run([pass('folds', [fold(1, 4)])], { isForced: true })
    await desk.say(answer('a'), answer('b'))
    expect(await given()).toMatchObject([{ times: 1 }])
  })

  test('when asked for and nothing comes of it, the pass that asks a model says why', async () => {
    const desk = await conversation()
    const forced = async (...passes: Pass[]) => (await desk.plan(passes, { isForced: true })).givenUp
    expect(await forced(pass('a', []))).toContain('could be made shorter')
    expect(await forced(pass('too short for a model', [], { costly: true }))).toBe('too short for a model')
    expect(await forced(pass('a', [fold(1, 2, 'word '.repeat(200))], { costly: true }))).toContain('no shorter than')
    const failing = { ...pass('model', [], { costly: true }), propose: () => Promise.reject(new Error('down.')) }
    expect(await forced(failing)).toBe('given up: model: it failed: down')
    expect(await forced({ ...failing, costly: false })).toContain('could be made shorter')
  })
})

describe('what fails', () => {
  const failing: Pass = { name: 'model', costly: true, propose: () => Promise.reject(new Error('down')) }
  const failed = (made: Awaited<ReturnType<Desk['plan']>>) =>
    made.entries.flatMap((entry) => (entry.kind === 'mark' && entry.name === 'failed' ? [entry.data] : []))

  test('is counted for passes that ask a model, rests after three times, and is asked when the user asks', async () => {
    const desk = await conversation({ policy: { ...TIGHT, exact: true } })
    for (const times of [1, 2, 3]) {
      const made = await desk.run([failing])
      expect([failed(made), why(made)[0]]).toEqual([[{ model: times }], 'model: it failed: down'])
      await desk.say(request('word '.repeat(20)))
    }
    expect(failed(await desk.plan([{ ...failing, costly: false }]))).toEqual([])
    const resting = await desk.run([failing])
    expect(why(resting)).toContain('model: it failed 3 times in a row: resting until asked')
    expect(failed(resting)).toEqual([])
    expect(failed(await desk.run([failing], { isForced: true }))).toEqual([{ model: 4 }])
    expect(failed(await desk.run([pass('model', [], { costly: true })], { isForced: true }))).toEqual([{}])
    expect(failed(await desk.run([pass('cheap', [])], { isForced: true }))).toEqual([])
  })

  test('of a model is counted apart from its pass, which is told when to do without', async () => {
    const desk = await conversation({ policy: { ...TIGHT, exact: true } })
    const rests: (boolean | undefined)[] = []
    const writing: Pass = {
      name: 'fold',
      costly: true,
      propose: (_, ctx) => (rests.push(ctx.modelRests), { why: '', edits: [], model: 'failed' }),
    }
    for (const times of [1, 2, 3]) {
      expect(failed(await desk.run([writing]))).toEqual([{ 'fold model': times }])
      await desk.say(request('word '.repeat(20)))
    }
    await desk.run([writing])
    await desk.run([writing], { isForced: true })
    expect(rests).toEqual([false, false, false, true, false])
    const answered = await desk.run([pass('fold', [], { costly: true, model: 'answered' })], { isForced: true })
    expect(failed(answered)).toEqual([{}])
  })
})

test('a policy is told that nothing is cached: after a pause, and for another model', async () => {
  const cold: boolean[] = []
  const desk = await conversation({
    policy: { ...TIGHT, trigger: (now) => (cold.push(now.isCold), TIGHT.trigger(now)) },
  })
  for (const more of [{}, { isCold: true }, { isSwitch: true }]) {
    cold.length = 0
    await desk.plan([], more)
    expect(new Set(cold)).toEqual(new Set([Object.keys(more).length > 0]))
  }
})

test('a pass that did not ask its model says nothing of it', async () => {
  const desk = await conversation({ policy: { ...TIGHT, exact: true } })
  await desk.run([pass('fold', [], { costly: true, model: 'failed' })], { isForced: true })
  const { entries } = await desk.run([pass('fold', [], { costly: true })], { isForced: true })
  expect(entries.filter((entry) => entry.kind === 'mark' && entry.name === 'failed')).toEqual([])
})

test('a batch that moves anything sent is of an epoch, though most of it is new', async () => {
  const desk = await conversation({ policy: ratios(), timing: 'eager' })
  await desk.say(...step({ tool: 'bash', output: 'word '.repeat(72) }))
  const made = await desk.plan([pass('both', [crop(7), crop(1)])])
  expect(made.entries[0]).toMatchObject({ epoch: desk.view.head + 1 })
  expect((await desk.plan([pass('new', [crop(7)])])).entries[0]).not.toHaveProperty('epoch')
})

describe('edits of one proposal', () => {
  test('that tell one thing are made together or not at all', async () => {
    const desk = await conversation()
    const long = 'word '.repeat(80)
    const one = (...edits: Edit[]) => desk.plan([pass('one', edits, { isOneFold: true })], { isForced: true })
    expect(names(await one(fold(1, 2), fold(3, 3, long)))).toEqual(['one', 'epoch'])
    expect(names(await desk.plan([pass('each', [fold(3, 3, long)])], { isForced: true }))).toEqual([])
    for (const edits of [[fold(3, 3, long)], [fold(1, 2), fold(2, 3)], [fold(1, 2), fold(4, 9)]]) {
      const made = await one(...edits)
      expect(made.entries).toEqual([])
      expect(why(made)).toContain('one: a summary would be no shorter than the messages it stands for')
    }
  })

  test('save what they save together', async () => {
    const desk = await conversation()
    const made = await desk.plan([pass('two', [crop(1), crop(2)])])
    const [entry] = made.entries
    expect(entry).toMatchObject({ kind: 'edits', saved: made.before.tokens - made.after.tokens })
  })
})

describe('what was sent', () => {
  test('stays in a calm turn; what is new is cut before it is sent, by passes that look at it', async () => {
    const desk = await conversation({ policy: ratios() })
    await desk.say(...step({ tool: 'bash', output: 'word '.repeat(72) }))
    const fresh = [crop(4), crop(7)]
    const made = await desk.plan([pass('fresh', fresh, { fresh: true }), pass('not asked', fresh)])
    // The last reply has been sent with what is before it.
    expect(made.entries).toMatchObject([{ by: 'fresh', edits: [{ block: '7.0' }] }])
    expect(made.entries[0]).not.toHaveProperty('epoch')
    expect(made.tide).toBe('none')
  })

  test('moves in every turn of a pack that is eager, but for what asks a model', async () => {
    const desk = await conversation({ policy: ratios(), timing: 'eager' })
    const made = await desk.plan([pass('any', [crop(1)]), pass('model', [fold(1, 4)], { costly: true })])
    expect(names(made)).toEqual(['any'])
    expect(made.entries[0]).toMatchObject({ epoch: desk.view.head + 1 })
    const pressed = await conversation({ timing: 'eager' })
    const little = crop(1, 'word '.repeat(60))
    expect(names(await pressed.plan([pass('any', [little]), pass('model', [fold(1, 4)], { costly: true })]))).toEqual([
      'any',
      'model',
      'epoch',
    ])
  })
})

describe('what is not made', () => {
  test('is named with the reason: what is refused, and what would only cost bytes', async () => {
    const desk = await conversation()
    const edits: Edit[] = [crop(9), fold(8, 9), { op: 'revert', seq: 7 }]
    expect(why(await desk.plan([pass('odd', edits)], { isForced: true })).slice(0, 3)).toEqual([
      'odd: crop of 9.0: block 9.0 is not in view',
      'odd: fold of 8–9: no messages 8–9 in view',
      'odd: revert: there is no batch 7',
    ])
    const same = crop(1, 'word '.repeat(72).slice(0, -1))
    const made = await desk.plan([pass('same', [same])], { isForced: true })
    expect(made.givenUp).toBe(`given up: it would have cut 0 of ${made.before.tokens} tokens`)
  })

  test('because a model failed does not count as an epoch that gained too little', async () => {
    const desk = await conversation()
    const failing: Pass = { name: 'model', costly: true, propose: () => Promise.reject(new Error('down')) }
    const times = async (made: Pass) => {
      const [entry] = (await desk.plan([made])).entries
      return entry?.kind === 'mark' && entry.name === 'abandoned' ? (entry.data as { times: number }).times : undefined
    }
    expect([await times(failing), await times(pass('declines', [], { costly: true }))]).toEqual([0, 1])
  })
})

test('what fits by our own count is tried, whatever the bills say', async () => {
  const desk = openDesk({ window: WINDOW, maxOutput: 100 })
  await desk.say(request('x'.repeat(400)), answer('ok'))
  desk.bill({ input: desk.view.size.tokens + 200, cacheRead: 0, cacheWrite: 0, output: 1 })
  await desk.say(request('x'.repeat(2_800)))
  const made = await desk.plan([])
  expect(made.budget.usable).toBe(WINDOW - 100 - 200)
  expect(made.after.tokens).toBeGreaterThan(made.budget.usable)
  expect(made).not.toHaveProperty('unfit')
})

test('what must fit is cut to fit, whatever the passes left; what cannot says by how much', async () => {
  const desk = openDesk({ window: WINDOW, policy: ratios() })
  await desk.say(request('go'), ...step({ tool: 'bash', output: 'x'.repeat(8_000) }))
  const made = await desk.plan([])
  expect(names(made)).toEqual(['fit'])
  expect(made.after.tokens).toBeLessThanOrEqual(WINDOW)
  expect(made).not.toHaveProperty('unfit')
  const huge = openDesk({ window: WINDOW })
  await huge.say(request('x'.repeat(8_000)))
  const { unfit, budget } = await huge.plan([])
  expect(unfit).toEqual({ overTokens: budget.used.tokens - WINDOW, overBytes: 0 })
})

test('a context says what is asked for, and looks for the reader only when somebody wants it', () => {
  let looked = 0
  const reader = () => (looked++, { name: 'read' })
  const input = { facts: { reader, idleMs: 5 }, now: 7, timing: 'tide', conditions: { isForced: true } }
  const ctx = contextOf(input as never, { count: () => 1 } as never, { tide: 'none' } as never)
  expect(ctx).toMatchObject({ idleMs: 5, now: 7, timing: 'tide', tide: 'none', asked: true })
  expect(looked).toBe(0)
  expect(ctx.reader).toMatchObject({ name: 'read' })
})

test('a text that has to be read first is no failure of a pass: whoever plans is told', async () => {
  const desk = await conversation()
  const unread: Pass = { name: 'unread', propose: () => Promise.reject(new TextNotLoaded('not read')) }
  await expect(desk.plan([unread])).rejects.toThrow(TextNotLoaded)
})

test('bytes before reasoning that is bound to them stay, unless it is folded with them', async () => {
  const desk = openDesk({ window: WINDOW, policy: TIGHT })
  const words = 'word '.repeat(200)
  await desk.say(request(words), answer(words), request('go'), thinks('x'), results({ x: words }))
  const made = (binds: boolean, edits: readonly Edit[]) => {
    const ctx = desk.context()
    const input = {
      ...{ passes: [pass('cuts', edits)], timing: 'tide', policy: TIGHT, sent: desk.view.head, now: 1 },
      limits: { ...ctx.budget, prices: DEFAULT_PRICES, maxOutput: 0 },
      conditions: { isCold: false, isSwitch: false, isForced: true },
      facts: { reasoning: { binds, requires: false }, reader: () => undefined },
    }
    const effects = { ...ctx, readText: async () => '' }
    return plan(desk.view, input as unknown as PlannerInput, effects)
  }
  expect(names(await made(false, [crop(1)]))).toEqual(['cuts', 'epoch'])
  const bound = await made(true, [crop(1)])
  expect(names(bound)).toEqual([])
  expect(why(bound)).toContain('cuts: the open loop carries reasoning bound to the bytes before it')
  const restart: Edit = { op: 'fold', from: 1, to: 5, summary: { text: 'asked: go', request: 3 } }
  expect(names(await made(true, [restart]))).toEqual(['cuts', 'epoch'])
  expect(names(await made(true, [fold(4, 5)]))).toEqual(['cuts', 'epoch'])
})
