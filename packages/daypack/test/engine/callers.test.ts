import { describe, expect, test } from 'vitest'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import { createDaypack } from '../../src/daypack.ts'
import { offload } from '../../src/passes/offload.ts'
import { extend, project } from '../../src/view/project.ts'
import { assistant, calls, plain, results, system, user } from './say.ts'
import { world } from './world.ts'
import { folding, talk, policy, send } from './session-support.ts'

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
    await session.record(plain, reply)
    await session.record(plain, reply)
    expect(session.view.slots).toHaveLength(4)
    await send(session, [user('a'), assistant('b'), user('other')])
    expect(session.view.slots).toHaveLength(3)
    await send(session, [user('new')])
    expect(session.view.slots).toHaveLength(1)
  })

  test('a message changed in place keeps edits elsewhere, and opens the fold that covers it', async () => {
    const { session } = await world({ window: 3_000, tuning: { passes: [folding()], policy } })
    const history = [...talk(8), user('go'), assistant('went'), user('on')]
    await send(session, history.slice(0, -2))
    const elsewhere = await send(session, history.with(16, user('go slowly')))
    expect(elsewhere.request.messages).toHaveLength(4)
    expect(session.view.slots[16]?.message).toEqual(user('go slowly'))
    const inside = await send(session, history.with(16, user('go slowly')).with(2, user('today is another day')))
    expect(inside.request.messages).toHaveLength(19)
    expect(inside.request.messages[2]).toMatchObject(user('today is another day'))
  })

  test('a result the caller changed is cut like a new one, with what follows it, and nothing before it moves', async () => {
    const { session } = await world({
      window: 100_000,
      tuning: { passes: [offload({ maxBytes: 300 })], inlineMaxBytes: 100_000 },
    })
    const lines = (name: string) => `${name} line\n`.repeat(200)
    const steps = ['a', 'b', 'c'].flatMap((id) => [calls(id), results({ [id]: lines(id) })])
    const first = await send(session, [user('go'), ...steps])
    await session.record(plain, { message: assistant('done') })
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

  test('pins, expand and read back', async () => {
    const { session } = await world({ window: 3_000, tuning: { passes: [folding()], policy } })
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

  test('the window one model refused does not bind another', async () => {
    const { session } = await world({ window: 100_000, tuning: { passes: [folding()], policy } })
    const history = [...talk(8), user('go')]
    const ask = (model: string) => session.prepare(plain, { messages: history, model })
    await ask('small')
    expect(await session.overflow(new Error('prompt is too long: 5000 tokens > 2000 maximum'))).toBe(true)
    expect((await ask('small')).plan?.budget.window).toBe(2_000)
    expect((await ask('large')).plan?.budget.window).toBe(100_000)
    expect((await ask('small')).plan?.budget.window).toBe(2_000)
  })

  test('files in work are restored after a fold when the host can read them', async () => {
    const { session } = await world({
      window: 6_000,
      tuning: { passes: [folding()], policy, restore: { read: async (path) => `content of ${path}` } },
    })
    const history = [user('a'), calls('x'), results({ x: 'text' }), ...talk(14).slice(1), user('go')]
    const sent = await send(session, history)
    expect(JSON.stringify(sent.request.messages.at(-1))).toContain('content of x.ts')
    expect(session.view.slots.at(-1)?.origin).toBe('restored')
    const next = await send(session, [...history, assistant('ok'), user('more')])
    expect(next.request.messages.slice(0, 3)).toEqual(sent.request.messages)
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
