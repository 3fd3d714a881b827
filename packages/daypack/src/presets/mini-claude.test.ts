import { describe, expect, it } from 'vitest'
import { request, step } from '../../../daypack-testing/src/desk.ts'
import { miniClaude } from './index.ts'
import { CLEARED, SNIPPED } from './mini-claude.ts'
import { lines, kilobytes, texts, start, gauge } from '../../../daypack-testing/test/preset-desk.ts'

describe('miniClaude', () => {
  it('tier 0.5: above 30 KB the result is saved and 200 lines stay, after the notice', async () => {
    const output = lines(5_000)
    const desk = await start(miniClaude(), 1_000_000, 0, request('Go.'), ...step({ tool: 'run_shell', output }))
    const [ref] = [...desk.blobs.keys()]
    expect(await texts(desk)).toEqual([
      `[Result too large (${kilobytes(output)} KB, 5000 lines). Full output saved to tool_result/${ref}.txt. You can use read_file to see the full result.]\n\nPreview (first 200 lines):\n${lines(200)}`,
    ])
    const small = await start(
      miniClaude(),
      1_000_000,
      0,
      request('Go.'),
      ...step({ tool: 'run_shell', output: 'x'.repeat(30_720) }),
    )
    expect(await texts(small)).toEqual(['x'.repeat(30_720)])
  })

  it('W32: a preview is bounded in bytes too, and never ends in half a character', async () => {
    const desk = await start(
      miniClaude(),
      1_000_000,
      0,
      request('Go.'),
      ...step({ tool: 'run_shell', output: '😀'.repeat(40_000) }),
    )
    const [text = ''] = await texts(desk)
    expect(Buffer.byteLength(text)).toBeLessThan(31_200)
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toContain('\ufffd')
  })

  it('tier 0: above 50,000 characters 24,970 stay at each end', async () => {
    const output = 'a'.repeat(30_000) + 'b'.repeat(30_000)
    const desk = await start(
      miniClaude({ persistBytes: 1_000_000 }),
      1_000_000,
      0,
      request('Go.'),
      ...step({ tool: 'run_shell', output }),
    )
    const [text = ''] = await texts(desk)
    expect(
      text.startsWith(
        `${'a'.repeat(24_970)}\n\n[... truncated ${60_000 - 2 * 24_970} chars ...]\n\n${'b'.repeat(24_970)}`,
      ),
    ).toBe(true)
    expect([...desk.blobs.values()]).toContain(output)
  })

  it('tier 1: 30,000 characters from 50 %, 15,000 above 70 %, of the window without 20,000', async () => {
    const output = 'z'.repeat(30_500)
    const at = async (share: number): Promise<string> => {
      const tokens = Math.floor(180_000 * share) - 7_640
      return (
        (
          await texts(
            await start(
              miniClaude(),
              200_000,
              0,
              request('x'.repeat(tokens * 4)),
              ...step({ tool: 'run_shell', output }),
            ),
          )
        )[0] ?? ''
      )
    }
    expect(await at(0.48)).toBe(output)
    expect(await at(0.55)).toContain(`[... budgeted: ${30_500 - 2 * 14_960} chars truncated ...]`)
    expect(await at(0.75)).toContain(`[... budgeted: ${30_500 - 2 * 7_460} chars truncated ...]`)
  })

  it('tier 2: above 60 % older reads of a file and searches go, the newest three results stay', async () => {
    const read = (path: string, word: string) =>
      step({ tool: 'read_file', input: { file_path: path }, output: lines(300, word) })
    const session = [
      ...read('a.ts', 'old'),
      ...read('b.ts', 'other'),
      ...read('a.ts', 'new'),
      ...[1, 2, 3, 4].flatMap((at) =>
        step({ tool: 'grep_search', input: { pattern: 'x' }, output: lines(100, `hit${at}`) }),
      ),
    ]
    const full = await start(miniClaude(), 200_000, 0, request('x'.repeat(112_000 * 4)), ...session)
    expect((await texts(full)).map((text) => text === SNIPPED)).toEqual([true, false, false, true, false, false, false])
    const calm = await start(miniClaude(), 200_000, 0, request('x'.repeat(60_000 * 4)), ...session)
    expect((await texts(calm)).includes(SNIPPED)).toBe(false)
    expect(
      (await full.shown()).flatMap((message) => message.blocks).filter((block) => block.type === 'tool-call'),
    ).toHaveLength(7)
  })

  it('tier 3: after five idle minutes all but the newest three are cleared, under pressure only (W30)', async () => {
    const session = [1, 2, 3, 4, 5].flatMap((at) => step({ tool: 'run_shell', output: lines(50, `out${at}`) }))
    const cold = await start(miniClaude(), 200_000, 5 * 60_000, request('x'.repeat(100_000 * 4)), ...session)
    expect((await texts(cold)).map((text) => text === CLEARED)).toEqual([true, true, false, false, false])
    const calm = await start(miniClaude(), 200_000, 5 * 60_000, request('Hi.'), ...session)
    expect((await texts(calm)).includes(CLEARED)).toBe(false)
  })

  it('tier 4: 85 % of the window without 20,000, which is 76.5 % of 200,000', () => {
    const { policy } = miniClaude().options
    expect(policy.trigger(gauge(200_000, 20_000)).tokens).toBe(153_000)
    expect(153_000 / 200_000).toBe(0.765)
    expect(policy.trigger(gauge(16_000, 4_000)).tokens).toBe(10_200)
    expect(policy.trigger(gauge(200_000, 20_000, { isOpenLoop: true })).tokens).toBe(171_000)
  })
})
