import { expect, test } from 'vitest'
import type { Edit } from '../model/edit.ts'
import type { Pass } from '../passes/pass.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import type { Usage } from '../model/entry.ts'
import type { View } from '../view/view.ts'
import { correction, exceeds, firstChangedSeq, promptTokens, readBudget, toBilled, toCounted } from './budget.ts'
import { DEFAULT_PRICES } from './policy.ts'

const WINDOW = 10_000
const LIMITS = {
  window: WINDOW,
  maxOutput: 0,
  maxBytes: 1e9,
  extra: { tokens: 0, bytes: 0 },
  prices: DEFAULT_PRICES,
}
const words = (count: number) => 'some words of it '.repeat(count)
const folding: Pass = {
  name: 'folding',
  propose: () => ({ why: 'made', edits: [{ op: 'fold', from: 1, to: 2, summary: { text: 'short' } }] }),
}

async function billed(added: number) {
  const desk = openDesk({ window: WINDOW })
  await desk.say(request(words(100)), answer(words(100)), request('And now?'))
  desk.bill({ input: desk.view.size.tokens + added, cacheRead: 0, cacheWrite: 0, output: 1 })
  return desk
}

test('what a provider adds counts until an epoch moves what it was added to', async () => {
  const desk = await billed(500)
  expect(readBudget(desk.view, LIMITS, false).usable).toBe(WINDOW - 500)
  expect(readBudget(desk.view, LIMITS, false).billed).toBe(desk.view.size.tokens + 500)
  await desk.run([folding], { isForced: true })
  expect(desk.view.items[0]?.kind).toBe('fold')
  expect(readBudget(desk.view, LIMITS, false)).toMatchObject({ usable: WINDOW, billed: undefined })
  expect(readBudget(desk.view, LIMITS, false).after).toBe(desk.view.size.tokens)
})

test('a result that is cut before it is sent moves nothing', async () => {
  const desk = await billed(500)
  await desk.say(...step({ tool: 'look', output: words(200) }))
  const cut: Edit = { op: 'crop', block: '6.0', keep: [], note: { text: 'cut' } }
  await desk.run([{ name: 'cut', fresh: true, propose: () => ({ why: 'made', edits: [cut] }) }])
  expect(desk.view.batches.map(({ epoch }) => epoch)).toEqual([undefined])
  expect(readBudget(desk.view, LIMITS, false).usable).toBe(WINDOW - 500)
})

test('a bill below our count gives room only where the provider says that it left something out', async () => {
  const desk = await billed(-100)
  expect(readBudget(desk.view, LIMITS, false).usable).toBe(WINDOW)
  desk.mark('server-edits', {})
  expect(readBudget(desk.view, LIMITS, false).usable).toBe(WINDOW + 100)
})

test('undoing the epoch moves it too, and so does going back', async () => {
  const desk = await billed(500)
  await desk.run([folding], { isForced: true })
  desk.bill({ input: desk.view.size.tokens + 300, cacheRead: 0, cacheWrite: 0, output: 1 })
  expect(readBudget(desk.view, LIMITS, false).usable).toBe(WINDOW - 300)
  desk.revertAll()
  expect(readBudget(desk.view, LIMITS, false).usable).toBe(WINDOW)
  const other = await billed(400)
  other.mark('rewind', { after: 2 })
  expect(readBudget(other.view, LIMITS, false).usable).toBe(WINDOW)
})

test('growth is what steps brought, and never taken for less than 200 tokens', async () => {
  const desk = openDesk()
  await desk.say(request('Hi.'))
  expect(readBudget(desk.view, LIMITS, false).growth).toBe(200)
  await desk.say(answer(words(200)), request('On.'), answer(words(100)))
  const sizes = desk.view.items.map(({ size }) => size.tokens)
  const all = sizes.reduce((sum, tokens) => sum + tokens, 0)
  // What a message costs besides its text is not what it brings.
  const { growth } = readBudget(desk.view, LIMITS, false)
  expect([growth > all / 2 - 10, growth <= all / 2]).toEqual([true, true])
  expect(readBudget(desk.view, LIMITS, true)).toMatchObject({ isCold: true, isOpenLoop: false, after: undefined })
})

const usage = (billed: number, counted: number, more: Partial<Usage> = {}) =>
  ({
    seq: 9,
    head: 8,
    counted: { tokens: counted, bytes: 0 },
    input: billed,
    cacheRead: 0,
    cacheWrite: 0,
    ...more,
  }) as Usage

test('bills move the factor to their median, beside two that agree; one bill alone does not', () => {
  const factor = (...bills: Usage[]) => correction(bills, 'm', 0, 100_000).factor
  const dear = usage(6_000, 4_000)
  expect(factor(dear)).toBe(1)
  expect(factor(dear, dear)).toBe(1.5)
  expect(factor(dear, dear, usage(2_800, 4_000))).toBe(1)
  expect(factor(dear, dear, usage(2_799, 4_000))).toBe(1.5)
  expect(factor(...Array.from({ length: 5 }, () => usage(3_000, 4_000)))).toBe(1)
  // Too small to tell, of another model, or not to be believed.
  expect(factor(...Array.from({ length: 5 }, () => usage(2_998.5, 1_999)))).toBe(1)
  expect(factor(...Array.from({ length: 5 }, () => usage(3_000, 2_000)))).toBe(1.5)
  expect(factor(...Array.from({ length: 5 }, () => usage(6_000, 4_000, { model: 'other' })))).toBe(1)
  expect(factor(...Array.from({ length: 5 }, () => usage(60_000, 4_000)))).toBe(1)
  expect(factor(...Array.from({ length: 5 }, () => usage(25_000, 4_000)))).toBe(2.5)
  // What a provider may add is a quarter of the window, to the token.
  expect(factor(...Array.from({ length: 5 }, () => usage(35_000, 4_000)))).toBe(2.5)
  expect(factor(...Array.from({ length: 5 }, () => usage(35_001, 4_000)))).toBe(1)
})

test('the last bill is where the estimate starts, until an epoch; what is added is at most a quarter of the window', () => {
  const offset = (bill: Usage, epoch = 0, edited = false) => correction([bill], 'm', epoch, 100_000, edited).offset
  expect(offset(usage(5_000, 4_000))).toBe(1_000)
  expect(offset(usage(5_000, 4_000), 8)).toBe(1_000)
  expect(offset(usage(5_000, 4_000), 9)).toBe(0)
  expect(offset(usage(29_001, 4_000))).toBe(25_000)
  expect(offset(usage(3_900, 4_000))).toBe(0)
  expect(offset(usage(3_900, 4_000), 0, true)).toBe(-100)
  expect(offset(usage(0, 4_000), 0, true)).toBe(0)
  expect([offset(usage(500, 0)), offset(usage(500, 1))]).toEqual([0, 499])
})

test('a prompt is all that went in, cached or not', () => {
  expect(promptTokens({ input: 1, cacheRead: 20, cacheWrite: 300, output: 4_000 })).toBe(321)
})

test('a last bill below what the factor says gives no more room than our own count', () => {
  const bills = [1, 2, 3].map(() => usage(6_000, 4_000))
  const offset = (last: Usage, edited = false) => correction([...bills, last], 'm', 0, 100_000, edited)
  expect(offset(usage(5_000, 4_000))).toEqual({ factor: 1.5, offset: -1_000 })
  expect(offset(usage(3_000, 4_000))).toEqual({ factor: 1.5, offset: -2_000 })
  expect(offset(usage(3_000, 4_000), true)).toEqual({ factor: 1.5, offset: -3_000 })
})

test('what is billed and what is counted are turned into each other, never into less than nothing', () => {
  const by = { factor: 1.5, offset: 100 }
  expect([toBilled(1_000, by), toCounted(1_600, by), toCounted(50, by)]).toEqual([1_600, 1_000, 0])
  expect(toCounted(1_601, by)).toBe(1_000)
  expect(toBilled(10, { factor: 1, offset: -100 })).toBe(0)
})

test('the cache ends at the first message that was changed, or behind a fold that was opened, since it was sent', () => {
  const slot = (seq: number, since = seq) => ({ seq, since })
  const opened = (turns: number[], isVoid: boolean, ...edits: unknown[]) => ({ turns, isVoid, edits })
  const fold = { op: 'fold', from: 2, to: 4 }
  const first = (view: object, sent: number) =>
    firstChangedSeq({ replacedAt: 0, slots: [], batches: [], ...view } as unknown as View, sent)
  const slots = [slot(1), slot(3, 12), slot(5, 13), slot(11)]
  expect(first({ replacedAt: 13, slots }, 10)).toBe(3)
  expect(first({ replacedAt: 13, slots }, 12)).toBe(5)
  expect(first({ replacedAt: 13, slots }, 13)).toBe(Infinity)
  expect(first({ batches: [opened([6, 12], true, fold)] }, 10)).toBe(2)
  expect(first({ batches: [opened([6, 12], true, fold)] }, 12)).toBe(Infinity)
  expect(first({ batches: [opened([6, 12], false, fold)] }, 10)).toBe(Infinity)
  expect(first({ batches: [opened([6, 12], true, { op: 'crop', block: '1.0' })] }, 10)).toBe(Infinity)
  expect(first({ replacedAt: 13, slots, batches: [opened([6, 12], true, fold)] }, 10)).toBe(2)
})

test('a limit is exceeded from one token or one byte above it', () => {
  const limit = { tokens: 10, bytes: 40 }
  const used = [limit, { tokens: 11, bytes: 0 }, { tokens: 0, bytes: 41 }]
  expect(used.map((size) => exceeds(size, limit))).toEqual([false, true, true])
})
