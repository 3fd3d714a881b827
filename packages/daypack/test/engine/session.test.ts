import { describe, expect, test } from 'vitest'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import { DaypackError, isDaypackError } from '../../src/model/errors.ts'
import type { Message } from '../../src/model/message.ts'
import type { Pass } from '../../src/passes/pass.ts'
import { DEFAULT_PRICES, type Prices } from '../../src/plan/policy.ts'
import { project, withoutHiddenText } from '../../src/view/project.ts'
import { assistant, calls, plain, results, thinks, user, type PlainRequest } from './say.ts'
import { world } from './world.ts'
import { folding, long, talk, policy, send } from './session-support.ts'

describe('prepare', () => {
  test('a rewrite is weighed at the prices of the model, unless others are given', async () => {
    const seen: Prices[] = []
    const watching = {
      ...policy,
      trigger: (gauge: Parameters<typeof policy.trigger>[0]) => {
        seen.push(gauge.prices)
        return policy.trigger(gauge)
      },
    }
    const { session } = await world({ tuning: { policy: watching } })
    await send(session, [user('a')], { model: 'gemini-2.5-flash-lite' })
    expect(seen.at(-1)).toMatchObject({ cacheRead: 0.01 / 0.1, cacheWrite: 1 })
    await send(session, [user('a'), assistant('b'), user('c')], { model: 'a-model-of-my-own' })
    expect(seen.at(-1)).toEqual(DEFAULT_PRICES)
    const prices = { cacheRead: 0.5, cacheWrite: 1, output: 3 }
    const own = await world({ tuning: { policy: watching, prices } })
    await send(own.session, [user('a')], { model: 'gemini-2.5-flash-lite' })
    expect(seen.at(-1)).toEqual(prices)
  })

  test('an epoch folds once, the next request only grows, undo brings all back and is respected', async () => {
    const { session, entries, reopened } = await world({ window: 3_000, tuning: { passes: [folding()], policy } })
    const evicted: string[] = []
    const off = session.on('evicted', (changes) => evicted.push(...changes.map((change) => change.what)))
    let epochs = 0
    session.on('epoch', () => epochs++)
    const history = [...talk(8), user('now this')]
    const first = await send(session, history)
    expect(first.plan).toMatchObject({ tide: 'pressure' })
    expect(first.request.messages[0]).toEqual({ role: 'user', blocks: [{ type: 'text', text: 'in short' }] })
    expect(first.request.messages.at(-1)).toMatchObject(user('now this'))
    expect([epochs, evicted]).toEqual([1, ['folded']])
    off()
    await session.record(plain, { message: assistant('done') })
    const next = await send(session, [...history, assistant('done'), user('more')])
    expect(next.plan?.entries).toEqual([])
    expect(next.request.messages.slice(0, 2)).toEqual(first.request.messages)
    const undone = await session.undo()
    expect(undone.changes).toMatchObject([{ what: 'unfolded' }])
    expect(session.view.items).toHaveLength(19)
    expect((await send(session, [...history, assistant('done'), user('more')])).plan?.why).toContain('undone')
    expect(await session.undo()).toMatchObject({ changes: [], why: 'there is nothing to undo' })
    expect((await reopened()).view).toEqual(withoutHiddenText(project(await entries())))
    expect((await session.explain()).epochs).toMatchObject([{ isUndone: true, batches: [{ by: 'folding' }] }])
    expect(evicted).toHaveLength(1)
  })

  test('an epoch that would cut too little is given up, then backed off, then left alone until asked', async () => {
    const { session } = await world({ window: 3_000, tuning: { passes: [folding({ share: 0.9 })], policy } })
    const history = [...talk(7), user('go')]
    const first = await send(session, history)
    expect(first.plan?.skipped).toContainEqual(expect.objectContaining({ by: 'epoch' }))
    expect((await send(session, history)).plan?.why).toContain('waiting for growth')
    history.push(assistant(long(9)), user(long(8)), assistant(long(7)), user('again'))
    await send(session, history)
    expect((await send(session, history)).plan?.why).toContain('gained too little')
    expect((await session.explain()).abandoned).toMatchObject({ times: 2 })
    history.push(assistant('a'), user('b'))
    expect((await send(session, history)).plan?.why).toContain('resting until asked')
    const asked = await session.compact()
    expect(asked.why).toContain('asked for')
    expect(asked.after.tokens).toBeLessThan(asked.before.tokens)
  })

  test('a pass that throws is skipped; one that calls a model rests after three failures', async () => {
    const broken: Pass = { name: 'broken', fresh: true, propose: () => Promise.reject(new Error('oops')) }
    let fails = true
    const { session, clock } = await world({
      window: 5_000,
      tuning: { passes: [broken, folding({ costly: true, fail: () => fails })], policy },
    })
    const history = [...talk(12), user('go')]
    for (let round = 0; round < 3; round++) {
      const sent = await send(session, history)
      expect(sent.plan?.skipped).toContainEqual({ by: 'broken', why: 'it failed: oops' })
      expect(sent.plan?.skipped).toContainEqual({ by: 'folding', why: 'it failed: the model is out' })
      expect(sent.request.messages).toHaveLength(history.length)
      for (let turn = 0; turn < 3; turn++) history.push(assistant(long(round)), user(long(turn)))
      clock.now += 1_000
    }
    const resting = await session.compact()
    expect(resting.why).toContain('given up')
    fails = false
    expect(await session.compact()).toMatchObject({
      changes: [{ what: 'folded' }],
      loss: { messages: expect.any(Number) },
    })
    expect((await send(session, [...history, assistant('x'), user('y')])).problem).toBeUndefined()
  })

  test('a cold cache and another model are tides of their own', async () => {
    const { session, clock } = await world({ window: 3_000, tuning: { passes: [folding()], policy } })
    const history = [...talk(7), user('go')]
    clock.now += 10 * 60_000
    await session.append(user('x'))
    await session.undo()
    clock.now += 10 * 60_000
    expect((await send(session, history)).plan?.tide).toMatch(/cold|pressure/)
    const other = await world({ window: 3_000, tuning: { passes: [folding()], policy } })
    await send(other.session, [user('hi')], { model: 'a' })
    await other.session.record(plain, {
      message: assistant('hi'),
      billed: { input: 5, cacheRead: 0, cacheWrite: 0, output: 1, model: 'a' },
    })
    const switched = await send(other.session, [user('hi'), assistant('hi'), ...talk(7), user('go')], { model: 'b' })
    expect(switched.plan?.tide).toBe('switch')
  })

  test('too many bytes are pressure too, at any share of the token window', async () => {
    const { session } = await world({ window: 10_000_000, tuning: { passes: [folding()], policy, maxBytes: 4_000 } })
    const { plan } = await send(session, [...talk(8), user('go')])
    expect(plan).toMatchObject({ tide: 'pressure' })
    expect(session.view.size.bytes).toBeLessThan(4_000)
  })

  test('a giant turn: oldest results are cropped, then steps folded, the newest result shrinks last', async () => {
    const { session } = await world({ window: 3_000, tuning: { maxOutput: 100 } })
    const steps = Array.from({ length: 30 }, (_, n) => [
      calls(`c${n}`),
      results({ [`c${n}`]: long(n).repeat(3) }),
    ]).flat()
    const sent = await send(session, [user('do it all'), ...steps])
    const text = JSON.stringify(sent.request.messages)
    expect(session.view.size.tokens).toBeLessThanOrEqual(2_900)
    expect(text).toContain('do it all')
    expect(text).toContain('bytes left out; read on with `read_file` with file_path=')
    expect(text).toContain('Earlier steps, one line each')
    expect(text).toContain(long(29).slice(0, 50))
    const huge = await world({ window: 3_000, tuning: { maxOutput: 100 } })
    const image = { type: 'media', mediaType: 'image/png', content: { text: 'A'.repeat(9_000) } } as const
    const answer: Message = {
      role: 'tool',
      blocks: [
        { type: 'tool-result', callId: 'c', tool: 't', content: { text: 'z'.repeat(90_000) }, attachments: [image] },
      ],
    }
    const cut = await send(huge.session, [user('read it'), calls('c'), answer])
    expect(cut.plan?.entries.every((entry) => entry.kind === 'edits')).toBe(true)
    expect(JSON.stringify(cut.request.messages)).toContain('6.6 KB, left out. Its base64 is saved')
    expect(huge.session.view.batches.every((batch) => batch.epoch === undefined)).toBe(true)
  })

  test('inside a loop whose reasoning is bound, only the restart form is taken', async () => {
    const { session } = await world({ window: 3_000, tuning: { maxOutput: 100, passes: [folding()], policy } })
    const steps = Array.from({ length: 30 }, (_, n) => [thinks(`c${n}`), results({ [`c${n}`]: long(n) })]).flat()
    const history = [user('first'), assistant('ok'), user('the real request'), ...steps.slice(0, 20)]
    await send(session, history, { binds: true })
    const sent = await send(session, [...history, ...steps.slice(20)], { binds: true })
    const text = JSON.stringify(sent.request.messages)
    expect(sent.request.messages).toHaveLength(1)
    expect(text).toContain('the real request')
    expect(text).not.toContain('thinking')
    expect(text).toContain('The last steps')
  })
})

describe('own calls to a model', () => {
  test('go behind the conversation as it was last sent, and stop at their caps', async () => {
    const asks: { request?: PlainRequest }[] = []
    const asking: Pass = {
      name: 'asking',
      costly: true,
      async propose(_, ctx) {
        await ctx.summarize?.({ system: '', prompt: 'what happened?', question: 'And now?', maxTokens: 100 })
        return { why: '', edits: [] }
      },
    }
    const summarize = async (ask: object): Promise<string> => {
      asks.push(ask)
      return 'this and that'
    }
    const tuning = { passes: [asking], policy, callCaps: { maxCallsPerDay: 1 } }
    const { session } = await world({ window: 5_500, summarize, tuning })
    const first = user('a'.repeat(6_000))
    const history = [first, assistant('early'), user('b'.repeat(5_900))]
    await send(session, [first])
    await session.record(plain, { message: assistant('early') })
    await send(session, history)
    expect(asks[0]?.request?.messages).toMatchObject([first, assistant('early'), user('And now?')])
    await session.record(plain, { message: assistant('done') })
    await send(session, [...history, assistant('done'), user('more')])
    expect(asks).toHaveLength(1)
  })
})

describe('when storage fails', () => {
  test('the request still goes out, nothing is cut, and the problem is told', async () => {
    const driver = memoryDriver({ now: () => 1, zone: 'UTC' })
    let isFull = false
    const log = {
      ...driver.log,
      append: (...args: Parameters<typeof driver.log.append>) =>
        isFull ? Promise.reject(new DaypackError('disk-full', 'no space')) : driver.log.append(...args),
    }
    const { session } = await world({
      driver: { ...driver, log },
      window: 3_000,
      tuning: { passes: [folding()], policy },
    })
    const problems: unknown[] = []
    session.on('problem', (problem) => problems.push(problem))
    await send(session, [user('a')])
    isFull = true
    const history = [user('a'), assistant('b'), ...talk(8), user('go')]
    const sent = await send(session, history)
    expect(isDaypackError(sent.problem, 'disk-full')).toBe(true)
    expect(sent.request.messages).toHaveLength(history.length)
    expect(problems).toHaveLength(1)
    expect(session.view.slots).toHaveLength(1)
    isFull = false
    const healed = await send(session, history)
    expect(healed.problem).toBeUndefined()
    expect(session.view.slots).toHaveLength(history.length)
    const always = { ...driver.log, append: async () => ({ conflict: 9 }) }
    const stuck = await world({ driver: { ...driver, log: always } })
    await expect(stuck.session.append(user('x'))).rejects.toThrow(/keeps being modified/)
  })

  test('a codec that fails lets the request through as it came', async () => {
    const { session } = await world()
    const bad = {
      ...plain,
      decode: () => {
        throw new Error('what is this')
      },
    }
    const request = { messages: [user('a')] }
    const sent = await session.prepare(bad, request)
    expect(sent.request).toBe(request)
    expect(sent.problem).toBeInstanceOf(Error)
  })

  test('an archive that cannot be written stops the fold', async () => {
    const driver = memoryDriver({ now: () => 1, zone: 'UTC' })
    const days = { ...driver.days, append: () => Promise.reject(new DaypackError('io', 'no archive')) }
    const { session } = await world({
      driver: { ...driver, days },
      window: 3_000,
      tuning: { passes: [folding()], policy },
    })
    const history = [...talk(8), user('go')]
    const sent = await send(session, history)
    expect(isDaypackError(sent.problem, 'io')).toBe(true)
    expect(sent.request.messages).toHaveLength(history.length)
    expect(session.view.slots).toHaveLength(0)
  })
})
