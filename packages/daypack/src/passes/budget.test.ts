import { describe, expect, it } from 'vitest'
import { eager, texts } from '../../test/passes/support.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { budget, utilisation, type BudgetOptions } from './budget.ts'
import type { Budget } from './pass.ts'

/** Does the count between head and tail say what is really missing? */
function honest(text: string, output: string): boolean {
  const [, head = '', count, tail = ''] =
    /^([^]*)\n\n\[\.\.\. budgeted: (\d+) chars truncated \.\.\.\]\n\n([^]*)\n\n\[Full/.exec(text) ?? []
  return (
    output.startsWith(head) &&
    output.endsWith(tail) &&
    head.length > 0 &&
    Number(count) === output.length - head.length - tail.length
  )
}

describe('budget', () => {
  const filled = (tokens: number, used: number, output: string) =>
    eager({ window: tokens }, [budget()], request('x'.repeat(used * 4)), ...step({ tool: 'a', output }))

  it('does nothing below 50 %, then allows 30,000 characters, above 70 % 15,000', async () => {
    const output = 'z'.repeat(40_000)
    expect((await texts(await filled(100_000, 20_000, output)))[0]).toBe(output)
    const half = (await texts(await filled(100_000, 45_000, output)))[0] ?? ''
    expect(half).toMatch(
      /^z{14960}\n\n\[\.\.\. budgeted: 10080 chars truncated \.\.\.\]\n\nz{14960}\n\n\[Full output: tool_result\/\w+\.txt\]$/,
    )
    const more = (await texts(await filled(100_000, 65_000, output)))[0] ?? ''
    expect(more).toMatch(/^z{7460}\n\n\[\.\.\. budgeted: 25080 chars truncated \.\.\.\]\n\nz{7460}\n/)
  })

  it('W29, W33: every cut has its original, and a second cut is made from it, with the true count', async () => {
    const output = '😀z'.repeat(13_000)
    const desk = openDesk({ timing: 'eager', window: 100_000 })
    await desk.say(request('x'.repeat(170_000)), ...step({ tool: 'a', output }))
    await desk.run([budget()])
    expect(honest((await texts(desk))[0] ?? '', output)).toBe(true)
    await desk.say(answer('x'.repeat(90_000)), request('Go on.'))
    await desk.run([budget()])
    const [text = ''] = await texts(desk)
    expect(text.match(/budgeted/g)).toHaveLength(1)
    expect(text.length).toBeLessThan(15_200)
    expect(honest(text, output)).toBe(true)
    expect(text.isWellFormed()).toBe(true)
    expect([...desk.blobs.values()]).toContain(output)
  })
})

describe('how full the window is', () => {
  const used = { tokens: 600, bytes: 2_400 }
  const full = (changes: Partial<Budget>, reserve?: number) =>
    utilisation({ ...openDesk({ window: 1_000 }).context().budget, used, ...changes }, reserve)

  it('is the share of what may be used; with a reserve the newest bill decides, and a quarter is the most it takes', () => {
    expect(full({ usable: 800 })).toBe(0.75)
    expect(full({ usable: 0 })).toBe(0)
    expect(full({ usable: 0, window: 800 }, 50)).toBe(0.8)
    expect(full({ usable: 0, window: 800 }, 700)).toBe(1)
    const billed = { tokens: 450, window: 1_000 }
    expect([full({ usable: 800, billed }), full({ billed }, 100), full({ billed }, 900)]).toEqual([0.75, 0.5, 0.6])
  })
})

describe('the steps of budget', () => {
  const steps = [
    { above: 0.5, maxChars: 1_000 },
    { above: 0.7, maxChars: 600 },
  ]
  async function cut(share: number, output: string, options: BudgetOptions = {}) {
    const desk = openDesk({ window: 100_000 })
    await desk.say(request('Go.'), ...step({ tool: 'a', output }))
    const context = desk.context()
    const full = { ...context.budget, usable: 1_000, used: { tokens: share * 1_000, bytes: 0 } }
    const { edits, why } = await budget({ steps, ...options }).propose(desk.view, { ...context, budget: full })
    const [edit] = edits
    return edit?.op === 'crop' ? edit.keep.map(({ from, to }) => to - from) : why
  }

  it('begin at their share, the first with it, the next above it', async () => {
    const output = 'x'.repeat(2_000)
    expect(await cut(0.499, output)).toBe('the window is 50 % full')
    expect(await cut(0.5, output)).toEqual([460, 460])
    expect(await cut(0.7, output)).toEqual([460, 460])
    expect(await cut(0.701, output)).toEqual([260, 260])
    expect(await cut(0.5, output, { noticeChars: 100 })).toEqual([450, 450])
  })

  it('leave what has as many characters as the limit, however many bytes they are, and exempt tools', async () => {
    const whole = 'the window is 50 % full: results up to 1000 characters'
    expect([await cut(0.5, 'ä'.repeat(1_000)), await cut(0.5, 'x'.repeat(1_000))]).toEqual([whole, whole])
    expect(await cut(0.5, 'ä'.repeat(1_001))).toEqual([920, 920])
    expect(await cut(0.5, 'x'.repeat(2_000), { exempt: ['a'] })).toBe(whole)
  })
})
