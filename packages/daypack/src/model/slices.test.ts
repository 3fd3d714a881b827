import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pause, slicer } from './slices.ts'

test('long work lets others run, continues one piece at a time, and ends in the order in which it began', async () => {
  const seen: string[] = []
  const work = async (name: string) => {
    const slice = slicer()
    await pause()
    for (let n = 0; n < 3; n++) {
      seen.push(`${name}${n}`)
      await slice(100_000)
    }
  }
  const others = (async () => {
    await setImmediate()
    await setImmediate()
    seen.push('other')
  })()
  await Promise.all([work('a'), work('b'), others])
  expect(seen.filter((one) => one !== 'other')).toEqual(['a0', 'b0', 'a1', 'a2', 'b1', 'b2'])
  expect(seen.indexOf('other')).toBeLessThan(3)
})

test('short work is not put off', async () => {
  let isPut = false
  void setImmediate().then(() => (isPut = true))
  const slice = slicer()
  for (let n = 0; n < 10; n++) await slice(100)
  expect(isPut).toBe(false)
})
