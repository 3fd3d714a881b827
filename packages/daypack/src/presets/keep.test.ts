import { describe, expect, test } from 'vitest'
import { createDaypack } from '../daypack.ts'
import { memoryDriver } from '../drivers/memory/index.ts'
import { DEFAULT_PRICES } from '../plan/policy.ts'
import { EMPTY_VIEW } from '../view/project.ts'
import { daypack } from './daypack.ts'
import { KEEP, KEEPS } from './keep.ts'

describe('keep', () => {
  test('F-13, F-14: the more is kept, the later the first epoch, and a large window is used', () => {
    const first = (usable: number) =>
      KEEPS.map(
        (keep) =>
          daypack({ keep }).options.policy.trigger({
            window: usable,
            nominal: usable,
            usable,
            maxBytes: 30_000_000,
            used: { tokens: 0, bytes: 0 },
            extra: { tokens: 0, bytes: 0 },
            view: EMPTY_VIEW,
            billed: undefined,
            growth: 700,
            after: undefined,
            isCold: false,
            isOpenLoop: true,
            prices: DEFAULT_PRICES,
          }).tokens,
      )
    for (const usable of [32_000, 200_000, 1_000_000])
      expect(first(usable)).toEqual(first(usable).toSorted((a, b) => a - b))
    expect(first(200_000)[1]).toBeGreaterThan(100_000)
    expect(first(1_000_000)[1]).toBeGreaterThan(200_000)
  })

  test('is refused beside a preset it does not set', async () => {
    const options = { driver: memoryDriver({ now: () => 0 }), keep: 'most', preset: 'copaw' } as const
    await expect(createDaypack(options)).rejects.toThrow(/keep: it sets the default preset/)
    await expect(createDaypack({ ...options, preset: 'daypack' })).resolves.toBeDefined()
  })
})

test('in a small window too, the more is kept the larger the hand-over', () => {
  const shares = KEEPS.map((keep) => KEEP[keep].viewShare)
  expect(shares).toEqual([...new Set(shares)].toSorted((a, b) => a - b))
})
