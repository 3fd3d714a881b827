import { expect, test } from 'vitest'
import { grow } from './grow.ts'

const TURNS = 2_000

test(
  'F-73: one process, many turns: heap, files and disk do not grow with all it ever saw',
  { timeout: 600_000 },
  async () => {
    const { looks } = await grow(TURNS, { lookEvery: TURNS / 10 })
    const [settled, last] = [looks[4], looks.at(-1)]
    expect(last?.heap ?? 0).toBeLessThanOrEqual((settled?.heap ?? 0) * 1.1)
    expect(last?.fds ?? 0).toBeLessThanOrEqual((settled?.fds ?? 0) + 16)
    expect((last?.disk ?? 0) / (last?.payload ?? 1)).toBeLessThanOrEqual(3)
  },
)
