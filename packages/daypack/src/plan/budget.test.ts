import { expect, test } from 'vitest'
import type { Pass } from '../passes/pass.ts'
import { answer, openDesk, request } from '../../../daypack-testing/src/desk.ts'
import { readBudget } from './budget.ts'
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
  expect(readBudget(desk.view, LIMITS, true)).toMatchObject({ isCold: true, isOpenLoop: false, after: undefined })
})
