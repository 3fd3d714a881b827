import { describe, expect, it } from 'vitest'
import { lines } from '../../test/passes/support.ts'
import type { Message } from '../model/message.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { collapse } from './collapse.ts'

describe('collapse', () => {
  const turn = (at: number): Message[] => [
    request(`Do thing ${at}. ${'detail '.repeat(100)}`),
    ...step(
      { tool: 'read_file', input: { path: `src/${at}.ts` }, output: lines(2_000) },
      { tool: 'bash', input: { command: 'npm test' }, output: 'boom', isError: true },
    ),
    answer(`Thing ${at} is done.`),
  ]

  it('folds completed turns into one line a step, oldest first, only as far as needed', async () => {
    const desk = openDesk({ window: 21_000 })
    await desk.say(...[1, 2, 3, 4].flatMap(turn), request('And now?'))
    await desk.run([collapse()])
    const [first, ...rest] = await desk.shown()
    const text = first?.blocks[0]?.type === 'text' ? first.blocks[0].text : ''
    expect(text.split('\n').slice(0, 5)).toEqual([
      '[Earlier turns, one line a step. The full text is kept: read the named file, or recall it by its number.]',
      expect.stringMatching(/^1\. Request: Do thing 1\. detail/),
      expect.stringMatching(/^3\. read_file src\/1\.ts, 2000 lines, 18\.4 KB → tool_result\/\w+\.txt$/),
      '3. bash npm test, 1 line, 4 B, failed',
      '4. Answer: Thing 1 is done.',
    ])
    expect(rest.length).toBe(9)
    expect(desk.view.size.tokens).toBeLessThanOrEqual(10_500)
  })

  it('grows its record when more turns are done: the lines before stay as they were', async () => {
    const desk = openDesk({ window: 20_000 })
    await desk.say(...[1, 2, 3, 4].flatMap(turn), request('And now?'))
    await desk.run([collapse()])
    const before = desk.view.items[0]
    await desk.say(answer('Well.'), ...[5, 6, 7].flatMap(turn), request('Go on.'))
    await desk.run([collapse()])
    const after = desk.view.items[0]
    if (before?.kind !== 'fold' || after?.kind !== 'fold') throw new Error('no fold')
    expect(after.summary.text.startsWith(before.summary.text)).toBe(true)
    expect(after.to).toBeGreaterThan(before.to)
    expect(desk.view.items.filter((item) => item.kind === 'fold')).toHaveLength(1)
  })

  it('goes around pinned messages and leaves the turn under way alone', async () => {
    const desk = openDesk({ window: 20_000 })
    await desk.say(...[1, 2, 3, 4].flatMap(turn), request('And now?'))
    desk.mark('pin', { seq: 1 })
    await desk.run([collapse()])
    const kinds = desk.view.items.map((item) => item.kind)
    expect(kinds[0]).toBe('message')
    expect(kinds).toContain('fold')
    expect(desk.view.items.at(-1)).toMatchObject({ kind: 'message' })
  })
})
