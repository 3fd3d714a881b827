import { describe, expect, test } from 'vitest'
import { anthropic } from '../codecs/anthropic/index.ts'
import { createDaypack } from '../daypack.ts'
import { memoryDriver } from '../drivers/memory/index.ts'
import { DEFAULT_PRICES } from '../plan/policy.ts'
import { EMPTY_VIEW } from '../view/project.ts'
import { daypack } from './daypack.ts'
import { KEEPS } from './keep.ts'

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

  test('is refused with a preset it does not set', async () => {
    const options = { driver: memoryDriver({ now: () => 0 }), keep: 'most', preset: 'copaw' } as const
    await expect(createDaypack(options)).rejects.toThrow(/keep: it sets the default preset/)
    await expect(createDaypack({ ...options, preset: 'daypack' })).resolves.toBeDefined()
  })
})

test('in a small window too, the more is kept the larger the view after an epoch', async () => {
  const messages = Array.from({ length: 60 }, (_, turn) => [
    { role: 'user' as const, content: `Step ${turn}: what does part ${turn} of the store hold?` },
    {
      role: 'assistant' as const,
      content: `Part ${turn} holds ${turn * 7} rows, because of rule ${turn}. `.repeat(20),
    },
  ]).flat()
  const request = {
    model: 'm',
    max_tokens: 1000,
    messages: [...messages, { role: 'user' as const, content: 'Go on.' }],
  }
  const sizes: number[] = []
  for (const keep of KEEPS) {
    const pack = await createDaypack({ driver: memoryDriver({ now: () => 0 }), keep, window: 16_000, memory: false })
    const session = await pack.session('s')
    await session.prepare(anthropic, request)
    sizes.push(session.view.size.tokens)
    await pack.close()
  }
  expect(sizes).toEqual([...new Set(sizes)].toSorted((a, b) => a - b))
})
