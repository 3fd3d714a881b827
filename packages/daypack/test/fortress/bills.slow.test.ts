import { describe, expect, test } from 'vitest'
import type { Message } from '../../src/model/message.ts'
import { PRESET_NAMES, presetOf } from '../../src/presets/index.ts'
import { byBytes } from '../../src/tokens/count.ts'
import { assistant, calls, plain, results, user } from '../engine/say.ts'
import { world } from '../engine/world.ts'

const WINDOW = 20_000
const { count } = byBytes(4)
const filler = (n: number) => `${n} `.padEnd(2_000, `work ${n} on it `)
const turn = (n: number): Message[] => [
  user(`request ${n} ${filler(n)}`),
  calls(`call${n}`),
  results({ [`call${n}`]: filler(n) }),
]
const bill = (input: number) => ({ input, cacheRead: 0, cacheWrite: 0, output: 9 })

describe.each(PRESET_NAMES)('%s', (preset) => {
  const open = () =>
    world({ preset, window: WINDOW, tuning: { passes: presetOf(preset).options.passes, maxOutput: 1_000 } })

  test.each([
    ['nothing', () => bill(0)],
    ['the uncached part alone', (counted: number) => bill(Math.floor(counted * 0.3))],
  ])('F-22: bills of %s do not switch the product off', async (_, billed) => {
    const { session } = await open()
    const history: Message[] = []
    for (let n = 0; n < 60; n++) {
      history.push(...turn(n))
      const { request } = await session.prepare(plain, { messages: history })
      const counted = count(JSON.stringify(request.messages))
      expect(counted).toBeLessThan(WINDOW)
      const message = assistant(`answer ${n}`)
      await session.record(plain, { message, billed: billed(counted) })
      history.push(message)
    }
  })

  test('F-62: bills for small requests, however large, refuse no request that fits', async () => {
    const { session } = await open()
    const history: Message[] = []
    for (let n = 0; n < 8; n++) {
      history.push(user(`short ${n}`))
      await session.prepare(plain, { messages: history })
      const message = assistant(`answer ${n}`)
      await session.record(plain, { message, billed: bill(390 + n) })
      history.push(message)
    }
    const size = Math.floor(WINDOW * 0.85 * 4)
    const large = await session.prepare(plain, { messages: [...history, user('x '.repeat(size / 2))] })
    expect(large.problem).toBeUndefined()
    expect(JSON.stringify(large.request)).toContain('x '.repeat(size / 2))
  })
})
