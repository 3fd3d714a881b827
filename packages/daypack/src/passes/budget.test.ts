import { describe, expect, it } from 'vitest'
import { eager, texts } from '../../test/passes/support.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { budget } from './budget.ts'

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
