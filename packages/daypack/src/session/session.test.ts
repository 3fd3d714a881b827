import { expect, test } from 'vitest'
import { anthropic } from '../codecs/anthropic/index.ts'
import { memoryDriver } from '../drivers/memory/index.ts'
import { DaypackError } from '../model/errors.ts'
import { textOf } from '../model/message.ts'
import { assistant, plain, user } from '../../test/engine/say.ts'
import { folding, policy, send, talk } from '../../test/engine/session-support.ts'
import { world } from '../../test/engine/world.ts'

const folded = { window: 3_000, tuning: { passes: [folding()], policy } }

test('what is pinned stays pinned until it is let go; what is not in view cannot be', async () => {
  const { session } = await world({ tuning: { passes: [] } })
  const seq = await session.append(user('keep this'))
  const shown = () => session.view.items.find((item) => item.seq === seq)
  await session.pin(seq)
  expect(shown()).toMatchObject({ pinned: true })
  await session.pin(seq, { off: true })
  expect(shown()).toMatchObject({ pinned: false })
  await expect(session.pin(seq + 99)).rejects.toMatchObject({ code: 'not-found' })
})

test('a message that is folded, and the fold that starts at its number, cannot be pinned', async () => {
  const { session } = await world(folded)
  await send(session, [...talk(8), user('now this')])
  expect(session.view.items[0]).toMatchObject({ kind: 'fold', seq: 1 })
  await expect(session.pin(1)).rejects.toMatchObject({ code: 'not-found' })
})

test('a context-length error teaches the window and makes the next request an epoch, the one after is none', async () => {
  const { session } = await world({ ...folded, window: 100_000 })
  const history = [...talk(8), user('now this')]
  expect((await send(session, history)).plan?.tide).toBe('none')
  expect(await session.overflow(new Error('connection reset'))).toBe(false)
  expect((await send(session, history)).plan?.tide).toBe('none')
  const tooLong = new Error('prompt is too long: 105000 tokens > 90000 maximum')
  expect(await session.overflow(tooLong)).toBe(true)
  expect(session.view.marks.get('window')?.data).toEqual({ tokens: 90_000 })
  const again = await send(session, history)
  expect(again.plan?.tide).not.toBe('none')
  expect(again.request.messages.length).toBeLessThan(history.length)
  expect((await send(session, [...history, assistant('a'), user('b')])).plan?.tide).toBe('none')
})

test('a request that cannot fit goes out and is told, or is thrown where strictness is asked for', async () => {
  const giant = [user('x'.repeat(40_000))]
  const { session } = await world()
  const problems: unknown[] = []
  session.on('problem', (problem) => problems.push(problem))
  const sent = await send(session, giant)
  expect(sent).toMatchObject({ request: { messages: giant }, problem: { code: 'unfit' } })
  expect(problems).toEqual([sent.problem])
  const strict = await world({ tuning: { strict: true } })
  await expect(send(strict.session, giant)).rejects.toMatchObject({ code: 'unfit' })
})

test('a reply that cannot be read is reported, and thrown where strictness is asked for', async () => {
  const stream = new ReadableStream()
  const { session } = await world()
  const problems: unknown[] = []
  session.on('problem', (problem) => problems.push(problem))
  await session.record(anthropic, stream as never)
  expect(problems).toMatchObject([{ code: 'unsupported' }])
  const strict = await world({ tuning: { strict: true } })
  await expect(strict.session.record(anthropic, stream as never)).rejects.toMatchObject({ code: 'unsupported' })
})

test('the reply to a side request is not recorded, unless it is said to belong here', async () => {
  const { session } = await world()
  const history = [...talk(3), user('go')]
  await send(session, history)
  const count = session.view.slots.length
  const aside = await send(session, [user('a title for this?')])
  expect(aside).toMatchObject({ aside: true })
  await session.record(plain, { message: assistant('A title') })
  expect(session.view.slots).toHaveLength(count)
  await session.record(plain, { message: assistant('done') }, { aside: false })
  expect(session.view.slots).toHaveLength(count + 1)
})

test('the first append may be the system prompt; a brief of memory never comes before it', async () => {
  const { session } = await world()
  await session.append({ role: 'system', blocks: [{ type: 'text', text: 'You help.' }] })
  await session.append(user('hello'))
  expect(session.view.system?.message.blocks).toEqual([{ type: 'text', text: 'You help.' }])
  expect(session.view.slots.map(({ message }) => message.role)).toEqual(['user'])
})

test('an undo says whether there was anything to undo, and can be taken back itself', async () => {
  const { session } = await world(folded)
  expect(await session.undo()).toMatchObject({ changes: [], why: 'there is nothing to undo' })
  const history = [...talk(8), user('now this')]
  await send(session, history)
  const short = session.view.size.tokens
  const undone = await session.undo()
  expect(undone).toMatchObject({ why: 'undone', before: { tokens: short } })
  expect(undone.after.tokens).toBeGreaterThan(short)
  expect(undone.changes.some(({ what }) => what === 'unfolded')).toBe(true)
  const batch = session.view.batches.at(-1)
  expect(batch).toMatchObject({ by: 'undo', saved: 0, why: 'undo of folding [18]', epoch: batch?.seq })
  const again = await session.undo({ seq: batch?.seq ?? 0 })
  expect(again.after.tokens).toBe(short)
})

test('a conversation that began elsewhere has no brief put before it', async () => {
  const brief = async () => user('what is known of you')
  const started = async (...messages: Parameters<typeof send>[1]) => {
    const { session } = await world()
    Object.assign(session['parts'], { brief })
    await send(session, messages)
    return session.view.slots.map(({ message }) => textOf(message))
  }
  expect(await started(user('go'))).toEqual(['what is known of you', 'go'])
  expect(await started(user('go'), assistant('yes'), user('on'))).toEqual(['go', 'yes', 'on'])
})

test('a session waits for a log that is out of reach, and does not open on one that cannot be read', async () => {
  const openOn = (code: 'unreachable' | 'damaged') =>
    world({
      driver: {
        ...memoryDriver({ now: () => 0 }),
        log: { ...memoryDriver().log, read: () => Promise.reject(new DaypackError(code, 'no')) },
      },
      warn: false,
    })
  expect((await openOn('unreachable')).session.id).toBe('one')
  await expect(openOn('damaged')).rejects.toMatchObject({ code: 'damaged' })
})

test('a brief comes once, also where what it came for could not be written', async () => {
  const { session } = await world()
  Object.assign(session['parts'], { brief: async () => user('what is known of you') })
  for (let time = 0; time < 2; time++) await session['conversation'].brief()
  expect(session.view.slots.map(({ message }) => textOf(message))).toEqual(['what is known of you'])
})

test('a cache that reads far less than before is told once, as it is billed', async () => {
  const { session } = await world()
  const found: unknown[] = []
  session.on('rupture', (rupture) => found.push(rupture))
  const history = [user('go')]
  for (const cacheRead of [0, 20_000, 18_000]) {
    await send(session, history)
    const billed = { input: 24_000 - cacheRead, cacheRead, cacheWrite: 0, output: 1 }
    await session.record(plain, { message: assistant('done'), billed })
    history.push(assistant('done'), user('go on'))
  }
  expect(found).toEqual([expect.objectContaining({ expected: 20_000, read: 18_000 })])
})

test('a reply that waited for the log is not recorded behind its own copy, which the caller has sent again', async () => {
  const driver = memoryDriver({ zone: 'UTC' })
  let isDown = false
  const append: typeof driver.log.append = async (...args) => {
    if (isDown) throw new DaypackError('unreachable', 'The server is down.')
    return driver.log.append(...args)
  }
  const { session } = await world({ driver: { ...driver, log: { ...driver.log, append } } })
  await send(session, [user('go')])
  isDown = true
  await session.record(plain, { message: assistant('done') })
  isDown = false
  await send(session, [user('go'), assistant('done'), user('and now?')])
  await session.pin(1)
  expect(session.view.slots.map(({ message }) => textOf(message))).toEqual(['go', 'done', 'and now?'])
})
