import { describe, expect, it } from 'vitest'
import { eager, lines, texts } from '../../test/passes/support.ts'
import { request, step } from '../../../daypack-testing/src/desk.ts'
import { clear } from './clear.ts'

describe('clear', () => {
  const session = [
    request('x'.repeat(240_000)),
    ...[1, 2, 3, 4, 5].flatMap((at) =>
      step({ tool: 'bash', input: { command: `run ${at}` }, output: lines(100, `out${at}`) }),
    ),
  ]

  it('clears all but the newest three when the cache is cold and the window half full', async () => {
    const desk = await eager({ window: 100_000, idleMs: 5 * 60_000 }, [clear()], ...session)
    const shown = await texts(desk)
    expect(shown.map((text) => text.startsWith('[Old result cleared'))).toEqual([true, true, false, false, false])
    expect(shown[0]).toMatch(
      /^\[Old result cleared: bash run 1, 100 lines, 791 B\. Full text: tool_result\/\w+\.txt\]$/,
    )
  })

  it('W30: not at low use, and not while the cache is warm', async () => {
    const calm = await eager({ window: 1_000_000, idleMs: 5 * 60_000 }, [clear()], ...session)
    const warm = await eager({ window: 100_000, idleMs: 5 * 60_000 - 1 }, [clear()], ...session)
    expect([...(await texts(calm)), ...(await texts(warm))].some((text) => text.startsWith('[Old'))).toBe(false)
  })
})
