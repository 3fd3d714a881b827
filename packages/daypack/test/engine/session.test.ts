import { describe, expect, test } from 'vitest'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import { createDaypack } from '../../src/daypack.ts'
import { DaypackError, isDaypackError } from '../../src/model/errors.ts'
import type { Message } from '../../src/model/message.ts'
import { offload } from '../../src/passes/offload.ts'
import type { Pass } from '../../src/passes/pass.ts'
import { DEFAULT_PRICES, ratios, type Prices } from '../../src/plan/policy.ts'
import { extend, project } from '../../src/view/project.ts'
import { assistant, calls, plain, results, system, thinks, user, type PlainRequest } from './say.ts'
import { world } from './world.ts'

/** Folds everything up to the last answer; with `share` the summary is that much of what it stands for. */
function folding(options: { costly?: boolean; share?: number; fail?: () => boolean } = {}): Pass {
  return {
    name: 'folding',
    ...(options.costly && { costly: true }),
    propose(view) {
      if (options.fail?.()) throw new Error('the model is out')
      const last = view.items.findLastIndex(
        (item) =>
          item.kind === 'message' && item.message.role === 'assistant' && item.message.blocks[0]?.type === 'text',
      )
      const run = view.items.slice(0, last + 1)
      const to = run.at(-1)
      if (!run[0] || !to || (run.length === 1 && to.kind === 'fold')) return { why: 'nothing', edits: [] }
      const tokens = run.reduce((sum, item) => sum + item.size.tokens, 0)
      const text = options.share ? 'abc '.repeat(tokens * options.share) : 'in short'
      return {
        why: 'test',
        edits: [{ op: 'fold', from: run[0].seq, to: to.kind === 'fold' ? to.to : to.seq, summary: { text } }],
      }
    },
  }
}
const long = (n: number) => `${n} `.padEnd(400, 'words ')
const talk = (turns: number): Message[] =>
  Array.from({ length: turns }, (_, n) => [user(long(n)), assistant(long(n))]).flat()
const policy = ratios({ high: 0.5, low: 0.2, hard: 0.9 })

async function send(
  session: Awaited<ReturnType<typeof world>>['session'],
  messages: readonly Message[],
  extra: Partial<PlainRequest> = {},
) {
  return session.prepare(plain, { messages, ...extra })
}

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
    const { session } = await world({ policy: watching })
    await send(session, [user('a')], { model: 'deepseek-chat' })
    expect(seen.at(-1)).toMatchObject({ cacheRead: 0.07 / 0.27, cacheWrite: 1 })
    await send(session, [user('a'), assistant('b'), user('c')], { model: 'a-model-of-my-own' })
    expect(seen.at(-1)).toEqual(DEFAULT_PRICES)
    const prices = { cacheRead: 0.5, cacheWrite: 1, output: 3 }
    const own = await world({ policy: watching, prices })
    await send(own.session, [user('a')], { model: 'deepseek-chat' })
    expect(seen.at(-1)).toEqual(prices)
  })

  test('an epoch folds once, the next request only grows, undo brings all back and is respected', async () => {
    const { session, entries, reopened } = await world({ passes: [folding()], policy, window: 3_000 })
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
    await session.settle(plain, { message: assistant('done') })
    const next = await send(session, [...history, assistant('done'), user('more')])
    expect(next.plan?.entries).toEqual([])
    expect(next.request.messages.slice(0, 2)).toEqual(first.request.messages)
    const undone = await session.undo()
    expect(undone.changes).toMatchObject([{ what: 'unfolded' }])
    expect(session.view.items).toHaveLength(19)
    expect((await send(session, [...history, assistant('done'), user('more')])).plan?.why).toContain('undone')
    expect(await session.undo()).toMatchObject({ changes: [], why: 'there is nothing to undo' })
    expect((await reopened()).view).toEqual(project(await entries()))
    expect((await session.explain()).epochs).toMatchObject([{ isUndone: true, batches: [{ by: 'folding' }] }])
    expect(evicted).toHaveLength(1)
  })

  test('an epoch that would cut too little is given up, then backed off, then left alone until asked', async () => {
    const { session } = await world({ passes: [folding({ share: 0.9 })], policy, window: 3_000 })
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
      passes: [broken, folding({ costly: true, fail: () => fails })],
      policy,
      window: 5_000,
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
    const { session, clock } = await world({ passes: [folding()], policy, window: 3_000 })
    const history = [...talk(7), user('go')]
    clock.now += 10 * 60_000
    await session.append(user('x'))
    await session.undo()
    clock.now += 10 * 60_000
    expect((await send(session, history)).plan?.tide).toMatch(/cold|pressure/)
    const other = await world({ passes: [folding()], policy, window: 3_000 })
    await send(other.session, [user('hi')], { model: 'a' })
    await other.session.settle(plain, {
      message: assistant('hi'),
      billed: { input: 5, cacheRead: 0, cacheWrite: 0, output: 1, model: 'a' },
    })
    const switched = await send(other.session, [user('hi'), assistant('hi'), ...talk(7), user('go')], { model: 'b' })
    expect(switched.plan?.tide).toBe('switch')
  })

  test('too many bytes are pressure too, at any share of the token window', async () => {
    const { session } = await world({ passes: [folding()], policy, window: 10_000_000, maxBytes: 4_000 })
    const { plan } = await send(session, [...talk(8), user('go')])
    expect(plan).toMatchObject({ tide: 'pressure' })
    expect(session.view.size.bytes).toBeLessThan(4_000)
  })

  test('what cannot fit is a typed error that says what and by how much', async () => {
    const { session } = await world({ window: 1_000, maxOutput: 100 })
    const error = await send(session, [user('x'.repeat(8_000))]).catch((caught: unknown) => caught)
    expect(isDaypackError(error, 'unfit')).toBe(true)
    expect((error as DaypackError).message).toMatch(/tokens over the 900 usable.*message 1/)
    expect((error as DaypackError).details).toMatchObject({ overTokens: expect.any(Number) })
    const bytes = await world({ window: 1_000_000, maxBytes: 4_000 })
    await expect(send(bytes.session, [user('x'.repeat(8_000))])).rejects.toThrow(/bytes over 4000/)
  })

  test('a giant turn: oldest results are cropped, then steps folded, the newest result shrinks last', async () => {
    const { session } = await world({ window: 3_000, maxOutput: 100 })
    const steps = Array.from({ length: 30 }, (_, n) => [
      calls(`c${n}`),
      results({ [`c${n}`]: long(n).repeat(3) }),
    ]).flat()
    const sent = await send(session, [user('do it all'), ...steps])
    const text = JSON.stringify(sent.request.messages)
    expect(session.view.size.tokens).toBeLessThanOrEqual(2_900)
    expect(text).toContain('do it all')
    expect(text).toContain('bytes left out; read on with read_file file_path=')
    expect(text).toContain('Earlier steps, one line each')
    expect(text).toContain(long(29).slice(0, 50))
    const huge = await world({ window: 3_000, maxOutput: 100 })
    const image = { type: 'media', mediaType: 'image/png', content: { text: 'A'.repeat(9_000) } } as const
    const answer: Message = {
      role: 'tool',
      blocks: [
        { type: 'tool-result', callId: 'c', tool: 't', content: { text: 'z'.repeat(90_000) }, attachments: [image] },
      ],
    }
    const cut = await send(huge.session, [user('read it'), calls('c'), answer])
    expect(cut.plan?.entries.every((entry) => entry.kind === 'edits')).toBe(true)
    expect(JSON.stringify(cut.request.messages)).toContain('attachment left out: 9000 bytes')
    expect(huge.session.view.batches.every((batch) => batch.epoch === undefined)).toBe(true)
  })

  test('inside a loop whose reasoning is bound, only the restart form is taken', async () => {
    const { session } = await world({ window: 3_000, maxOutput: 100, passes: [folding()], policy })
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

describe('callers', () => {
  test('a system prompt that changes takes its slot, and history is matched on', async () => {
    const { session, entries } = await world()
    await send(session, [user('a')], { system: system('one') })
    await send(session, [user('a')], { system: system('two') })
    expect(session.view.system?.message).toEqual(system('two'))
    expect((await entries()).map((entry) => entry.kind)).toEqual(['message', 'message', 'message'])
  })

  test('going back drops what came after; the same list twice adds nothing', async () => {
    const { session } = await world()
    const history = [user('a'), assistant('b'), user('c')]
    await send(session, history)
    const { head } = session.view
    await send(session, [...history])
    await send(session, structuredClone(history))
    expect(session.view.head).toBe(head)
    await send(session, [user('a'), assistant('b'), user('other')])
    expect(session.view.slots.map((slot) => slot.message)).toEqual([user('a'), assistant('b'), user('other')])
    const reply = { message: assistant('r'), billed: { input: 1, cacheRead: 0, cacheWrite: 0, output: 1 } }
    await session.settle(plain, reply)
    await session.settle(plain, reply)
    expect(session.view.slots).toHaveLength(4)
    await send(session, [user('a'), assistant('b'), user('other')])
    expect(session.view.slots).toHaveLength(3)
    await send(session, [user('new')])
    expect(session.view.slots).toHaveLength(1)
  })

  test('a message changed in place keeps edits elsewhere, and opens the fold that covers it', async () => {
    const { session } = await world({ passes: [folding()], policy, window: 3_000 })
    const history = [...talk(8), user('go'), assistant('went'), user('on')]
    await send(session, history.slice(0, -2))
    const elsewhere = await send(session, history.with(16, user('go slowly')))
    expect(elsewhere.request.messages).toHaveLength(4)
    expect(session.view.slots[16]?.message).toEqual(user('go slowly'))
    const inside = await send(session, history.with(16, user('go slowly')).with(2, user('today is another day')))
    expect(inside.request.messages).toHaveLength(19)
    expect(inside.request.messages[2]).toMatchObject(user('today is another day'))
  })

  test('a result the caller changed is cut like a new one, with what stands behind it, and nothing before it moves', async () => {
    const { session } = await world({ passes: [offload({ maxBytes: 300 })], window: 100_000, inlineMaxBytes: 100_000 })
    const lines = (name: string) => `${name} line\n`.repeat(200)
    const steps = ['a', 'b', 'c'].flatMap((id) => [calls(id), results({ [id]: lines(id) })])
    const first = await send(session, [user('go'), ...steps])
    await session.settle(plain, { message: assistant('done') })
    const history = [user('go'), ...steps, assistant('done'), user('on')]
    const again = await send(session, history.with(4, results({ b: lines('other') })))
    const shown = again.request.messages.map((message) => JSON.stringify(message))
    expect(shown[4]).toContain('other line')
    expect(shown[4]?.length).toBeLessThan(900)
    expect(shown.slice(0, 4)).toEqual(first.request.messages.slice(0, 4).map((message) => JSON.stringify(message)))
    expect(session.view.batches.every((batch) => batch.epoch === undefined)).toBe(true)
  })

  test('callers that append render the same request', async () => {
    const { session } = await world()
    await session.append(system('s'))
    const seq = await session.append(user('a'))
    expect(seq).toBe(2)
    await session.append({ ...user('note') }, { origin: 'memory' })
    const { request } = await session.render(plain, { messages: [] })
    expect(request.messages).toEqual([user('a'), user('note')])
    expect(session.view.system?.message).toEqual(system('s'))
    const resent = await send(session, [user('a')])
    expect(resent.request.messages.map((message) => message.blocks)).toEqual([user('a').blocks, user('note').blocks])
  })

  test('a system prompt that changed between two renders is the session’s from then on', async () => {
    const { session, reopened } = await world()
    await session.append(user('a'))
    await session.render(plain, { messages: [], system: system('one') })
    await session.render(plain, { messages: [], system: system('one') })
    expect(session.view.system?.message).toEqual(system('one'))
    const head = session.view.head
    await session.render(plain, { messages: [], system: system('two') })
    expect(session.view.head).toBe(head + 1)
    expect((await reopened()).view.system?.message).toEqual(system('two'))
    expect(session.view.slots).toHaveLength(1)
  })

  test('two writers on one log: the loser reads on and tries again', async () => {
    const { session, reopened, entries } = await world()
    const other = await reopened()
    await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? session : other).append(user(`m${n}`))))
    const all = await entries()
    expect(all.map((entry) => entry.seq)).toEqual(Array.from({ length: 10 }, (_, n) => n + 1))
    await session.append(user('last'))
    expect(session.view.slots).toHaveLength(11)
  })

  test('pins, expand and read back', async () => {
    const { session } = await world({ passes: [folding()], policy, window: 3_000 })
    await send(session, [...talk(8), user('go')])
    await expect(session.pin(1)).rejects.toThrow(/not in view/)
    expect((await session.expand(3)).changes).toMatchObject([{ what: 'unfolded' }])
    await session.pin(1)
    expect(session.view.items[0]).toMatchObject({ pinned: true })
    await session.pin(1, { off: true })
    expect(session.view.items[0]).toMatchObject({ pinned: false })
    expect(await session.readBack({ text: 'x' })).toBe('x')
    await expect(session.readBack({ ref: 'a'.repeat(64), bytes: 3, lines: 1 })).rejects.toThrow(
      /missing from the blob store/,
    )
  })

  test("a provider's overflow teaches the window and presses the next request", async () => {
    const { session } = await world({ passes: [folding()], policy, window: 100_000 })
    const history = [...talk(8), user('go')]
    await send(session, history)
    expect(await session.overflow(new Error('fetch failed'))).toBe(false)
    expect(await session.overflow(new Error('prompt is too long: 5000 tokens > 2000 maximum'))).toBe(true)
    const again = await send(session, history)
    expect(again.plan).toMatchObject({ tide: 'pressure' })
    expect(again.request.messages).toHaveLength(2)
    expect(await session.overflow({ status: 413, message: 'request_too_large' })).toBe(true)
  })

  test('files in work are restored after a fold when the host can read them', async () => {
    const { session } = await world({
      passes: [folding()],
      policy,
      window: 6_000,
      restore: { read: async (path) => `content of ${path}` },
    })
    const history = [user('a'), calls('x'), results({ x: 'text' }), ...talk(14).slice(1), user('go')]
    const sent = await send(session, history)
    expect(JSON.stringify(sent.request.messages.at(-1))).toContain('content of x.ts')
    expect(session.view.slots.at(-1)?.origin).toBe('restored')
    const next = await send(session, [...history, assistant('ok'), user('more')])
    expect(next.request.messages.slice(0, 3)).toEqual(sent.request.messages)
  })
})

describe('own calls to a model', () => {
  test('are made ahead of an epoch in the background, as a wire request too, and stop at their caps', async () => {
    const asks: unknown[] = []
    const asking: Pass = {
      name: 'asking',
      propose: () => ({ why: '', edits: [] }),
      async ahead(_, ctx) {
        await ctx.summarize?.({ system: '', prompt: 'what happened?', question: 'And now?', maxTokens: 100 })
      },
    }
    const summarize = async (ask: unknown): Promise<string> => {
      asks.push(ask)
      return 'this and that'
    }
    const options = {
      passes: [asking],
      policy,
      window: 3_000,
      background: true,
      summarize,
      callCaps: { maxCallsPerDay: 1 },
    }
    const { session } = await world(options)
    const problems: unknown[] = []
    session.on('problem', (problem) => problems.push(problem))
    await send(session, [user('short')])
    await session.settle(plain, { message: assistant('early') })
    await session.idle()
    expect(asks).toEqual([])
    const history = [user('short'), assistant('early'), ...talk(6), user('go')]
    await send(session, history)
    await session.settle(plain, { message: assistant('done') })
    await session.idle()
    expect(asks).toMatchObject([{ prompt: 'what happened?', request: { messages: expect.any(Array) } }])
    const sent = (asks[0] as { request: PlainRequest }).request.messages
    expect(sent.at(-1)).toEqual(user('And now?'))
    await send(session, [...history, assistant('done'), user('more')])
    await session.settle(plain, { message: assistant('again') })
    await session.idle()
    expect(asks).toHaveLength(1)
    expect(isDaypackError(problems[0], 'summary-failed')).toBe(true)
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
    const { session } = await world({ driver: { ...driver, log }, passes: [folding()], policy, window: 3_000 })
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
    await expect(stuck.session.append(user('x'))).rejects.toThrow(/written by others/)
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
    const { session } = await world({ driver: { ...driver, days }, passes: [folding()], policy, window: 3_000 })
    const history = [...talk(8), user('go')]
    const sent = await send(session, history)
    expect(isDaypackError(sent.problem, 'io')).toBe(true)
    expect(sent.request.messages).toHaveLength(history.length)
    expect(session.view.slots).toHaveLength(0)
  })
})

describe('a pack', () => {
  test('needs a log and blobs, closes once, and refuses work afterwards', async () => {
    await expect(createDaypack({ dir: 'x', driver: { name: 'bare' } })).rejects.toThrow(/no log or no blobs/)
    const driver = memoryDriver({ now: () => 1 })
    const pack = await createDaypack({ dir: 'x', driver, retention: { maxAgeMs: 1 } })
    const session = await pack.session('a')
    expect(await pack.session('a')).toBe(session)
    await session.append(user('x'))
    expect(await pack.sessions()).toEqual(['a'])
    expect(pack.tools(session).map((tool) => tool.name)).toContain('recall')
    await pack.sweep()
    await pack.close()
    await pack.close()
    await expect(pack.session('b')).rejects.toThrow(/closed/)
  })

  test('views are what the log says, whoever asks', async () => {
    const { session, entries } = await world()
    await session.append(user('a'))
    await session.mark('note', { x: 1 })
    await session.mark('bare')
    expect(project(await entries())).toEqual(session.view)
    expect(extend(session.view, [])).toBe(session.view)
  })
})
