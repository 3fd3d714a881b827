import { expect, test } from 'vitest'
import { casesIn, judge } from './evidence/cases.ts'

const statesOf = async (name: string): Promise<{ state: string; kind: string }[]> =>
  Promise.all(casesIn(name).map(async (each) => ({ state: (await judge(each)).state, kind: each.kind ?? '' })))

test('G-04, G-09: true lines in other words than the user, by another author, stand as they were written', async () => {
  const all = await statesOf('true')
  const share = (state: string): number => all.filter((each) => each.state === state).length / all.length
  expect(all.length).toBeGreaterThan(250)
  expect(share('borne-out')).toBeGreaterThan(0.67)
  expect(share('refused')).toBeLessThanOrEqual(0.01)
})

test('G-09: nothing is kept that a tool, a page, a citation or nobody said; little of what twists the user’s own words', async () => {
  const all = await statesOf('false')
  const kept = all.filter(({ state }) => state === 'borne-out')
  expect(kept.filter(({ kind }) => ['injection', 'tool-result', 'no-quote', 'pasted'].includes(kind))).toEqual([])
  expect(kept.length / all.length).toBeLessThan(0.045)
})
