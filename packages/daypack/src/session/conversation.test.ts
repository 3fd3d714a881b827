import { expect, test } from 'vitest'
import { assistant, calls, plain, results, system, user } from '../../test/engine/say.ts'
import { folding, policy, send, talk } from '../../test/engine/session-support.ts'
import { world } from '../../test/engine/world.ts'
import { textOf, type Message } from '../model/message.ts'
import type { Pass } from '../passes/pass.ts'
import type { SessionParts } from './parts.ts'
import { Session } from './session.ts'

const folded = { window: 3_000, tuning: { passes: [folding()], policy } }
const long = [...talk(8), user('now this')]

/** A session whose parts are those of a pack, with some of them replaced. */
async function opened(more: Partial<SessionParts> = {}, options: Parameters<typeof world>[0] = {}) {
  const parts = { ...(await world(options)).session['parts'], ...more }
  const session = await Session.open('one', parts)
  const problems: unknown[] = []
  session.on('problem', (problem) => problems.push(problem))
  const texts = () => session.view.items.map((item) => (item.kind === 'fold' ? '(fold)' : textOf(item.message)))
  return { session, parts, problems, texts }
}

test('a brief comes first, is pinned, and is told anew behind a fold when it has changed', async () => {
  let known = 'likes tea'
  const behindPins: Pass = {
    name: 'folding',
    propose: (view, ctx) => {
      const items = view.items.filter((item) => item.kind === 'fold' || !item.pinned)
      return folding().propose({ ...view, items }, ctx)
    },
  }
  const options = { ...folded, tuning: { policy, passes: [behindPins] } }
  const { session, texts } = await opened({ brief: async () => user(known) }, options)
  await send(session, long.slice(0, 1))
  expect(texts()[0]).toBe('likes tea')
  expect(session.view.items[0]).toMatchObject({ pinned: true, slot: { origin: 'memory' } })
  known = 'likes coffee'
  await send(session, long.slice(0, 5))
  expect(texts()[0]).toBe('likes tea')
  await send(session, long)
  expect(texts()).toContain('(fold)')
  expect(texts()).toContain('likes coffee')
  expect(texts()).not.toContain('likes tea')
  const head = session.view.head
  await session.compact()
  expect((await session.entries()).filter(({ seq, kind }) => seq > head && kind === 'message')).toEqual([])
})

test('memory that fails is told, and neither a brief nor what is recalled keeps the request', async () => {
  const broken = async () => Promise.reject(new Error('no memory'))
  const warnings: string[] = []
  const warn = (_: string, text: string) => void warnings.push(text)
  const { session, problems, texts } = await opened({ brief: broken, recall: broken, warn })
  await send(session, [user('go')])
  expect(texts()).toEqual(['go'])
  expect(problems).toEqual([new Error('no memory'), new Error('no memory')])
  expect(warnings).toEqual(Array(2).fill('Session "one" could not do all of its work: no memory'))
})

test('memory is asked about what the user says, and told what it recalled already; not about results', async () => {
  const asked: [string, number][] = []
  const recall = async (said: string, shown: readonly unknown[]) => {
    asked.push([said, shown.length])
    return user(`recalled for ${said}`)
  }
  const { session, texts } = await opened({ recall })
  await send(session, [user('one')])
  await send(session, [user('one'), calls('a'), results({ a: 'out' })])
  await send(session, [user('one'), calls('a'), results({ a: 'out' }), assistant('yes'), user('two')])
  expect(asked).toEqual([
    ['one', 0],
    ['two', 1],
  ])
  expect(texts().filter((text) => text.startsWith('recalled'))).toEqual(['recalled for one', 'recalled for two'])
})

test('a program that begins again under the same id starts anew: everything before is taken back', async () => {
  const first = await opened({ brief: async () => user('likes tea') })
  await send(first.session, [user('one'), assistant('two'), user('three')], { system: system('You help.') })
  const again = await Session.open('one', { ...first.parts, brief: async () => user('likes tea') })
  await send(again, [user('hello')], { system: system('You help.') })
  expect(again.view.items.map((item) => (item.kind === 'message' ? textOf(item.message) : ''))).toEqual([
    'likes tea',
    'hello',
  ])
})

test('what leaves the view is announced once, with the epoch; a calm turn announces nothing', async () => {
  const { session } = await opened({}, folded)
  const told: unknown[] = []
  session.on('evicted', (changes) => told.push(changes.map(({ what }) => what)))
  session.on('epoch', ({ tide }) => told.push(tide))
  await send(session, long.slice(0, 3))
  expect(told).toEqual([])
  await send(session, long)
  expect(told).toEqual([['folded'], 'pressure'])
  await send(session, [...long, assistant('yes'), user('on')])
  expect(told).toHaveLength(2)
})

test('each write is told, and the size of each stored blob; nothing is told where nothing was written', async () => {
  const writes: string[] = []
  const sizes: number[] = []
  const { session } = await opened({ onLogWrite: (id) => writes.push(id), onBlobStored: (bytes) => sizes.push(bytes) })
  await send(session, [user('go'), calls('a'), results({ a: 'x'.repeat(1_000) })])
  expect(sizes).toEqual([1_000])
  expect(writes).toContain('one')
})

test('two on one log: the loser reads what the other wrote, or all of it where something was taken out', async () => {
  const { session, parts } = await opened()
  await session.append(user('one'))
  const other = await Session.open('one', parts)
  await other.append(assistant('two'))
  await session.append(user('three'))
  expect(session.view.slots.map(({ message }) => textOf(message))).toEqual(['one', 'two', 'three'])
  const append: typeof parts.log.append = async () => ({ conflict: 0 })
  const never = await Session.open('one', { ...parts, log: { ...parts.log, append } })
  await expect(never.append(user('four'))).rejects.toMatchObject({ code: 'conflict' })
})

test('a preview shows what a compaction would, and writes nothing', async () => {
  const { session } = await opened({}, { window: 100_000, tuning: { passes: [folding()], policy } })
  await send(session, long)
  const [head, before] = [session.view.head, (await session.entries()).length]
  const preview = await session.preview()
  expect([session.view.head, (await session.entries()).length]).toEqual([head, before])
  expect(preview.changes.map(({ what }) => what)).toEqual(['folded'])
  const made = await session.compact()
  expect(made).toMatchObject({ before: preview.before, after: preview.after, changes: preview.changes })
})

test('a call outside the conversation leaves out what it leaves out, and keeps what it does not name; one that shares nothing goes as it came', async () => {
  const { session } = await opened({}, folded)
  await send(session, long)
  const entries = (await session.entries()).length
  const aside = await session.aside(plain, { messages: [...long.slice(0, 16), user('a title?')] })
  expect(aside.messages.map((message) => textOf(message))).toEqual(['in short', 'now this', 'a title?'])
  const foreign = { messages: [user('something else')] }
  expect(await session.aside(plain, foreign)).toBe(foreign)
  expect(await session.entries()).toHaveLength(entries)
})

test('more may be appended after a plan, in whole messages that memory need not be asked about', async () => {
  const { session, parts } = await opened({}, { window: 100_000 })
  const fresh: Message[] = [calls('b'), results({ b: 'out' })]
  await send(session, [user('go')])
  await session.record(plain, { message: calls('a') })
  expect([session.mayAppend(100, fresh), session.mayAppend(100), session.mayAppend(100_000)]).toEqual([
    true,
    true,
    false,
  ])
  expect(session.mayAppend(100, [calls('b')])).toBe(false)
  const unplanned = await Session.open('one', parts)
  expect(unplanned.mayAppend(100, fresh)).toBe(false)
  await session.overflow(new Error('prompt is too long: 105000 tokens > 90000 maximum'))
  expect(session.mayAppend(100, fresh)).toBe(false)
})

test('a session may begin with what is not in its log, unless memory or markers want to see it', async () => {
  const { session, parts } = await opened()
  expect([session.mayAppend(0), session.mayAppend(0, [user('go')])]).toEqual([true, true])
  const recalling = await Session.open('two', { ...parts, recall: async () => undefined })
  expect([recalling.mayAppend(0), recalling.mayAppend(0, [user('go')]), recalling.mayAppend(0, [])]).toEqual([
    false,
    false,
    true,
  ])
  const marking = await Session.open('two', { ...parts, settings: { ...parts.settings, markers: {} } })
  expect(marking.mayAppend(0)).toBe(false)
})
