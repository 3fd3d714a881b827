import { describe, expect, it } from 'vitest'
import { lines } from '../../test/passes/support.ts'
import type { Message } from '../model/message.ts'
import { answer, openDesk, request, step, type Desk } from '../../../daypack-testing/src/desk.ts'
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

describe('what collapse takes', () => {
  /** A turn of four messages, so the first is 1 to 4, the second 5 to 8. */
  const turn = (at: number): Message[] => [
    request(`Ask ${at}.`),
    ...step({ tool: 'read_file', input: { path: `${at}.ts` }, output: lines(300) }),
    answer(`Done ${at}.`),
  ]
  async function folds(desk: Desk, options: Parameters<typeof collapse>[0] = {}, low = 0) {
    const context = desk.context()
    const budget = { ...context.budget, low: { tokens: low, bytes: 0 } }
    const { edits, why } = await collapse(options).propose(desk.view, { ...context, budget })
    return { why, folds: edits.flatMap((edit) => (edit.op === 'fold' ? [edit] : [])) }
  }
  const ranges = ({ folds: made }: Awaited<ReturnType<typeof folds>>) => made.map(({ from, to }) => [from, to])
  async function deskWith(...messages: Message[]) {
    const desk = openDesk({ inlineMaxBytes: 100 })
    await desk.say(...messages)
    return desk
  }

  it('all turns but the newest completed ones that stay, and one under way', async () => {
    const desk = await deskWith(...[1, 2, 3].flatMap(turn), request('Now?'))
    expect(ranges(await folds(desk))).toEqual([[1, 8]])
    expect(ranges(await folds(desk, { keepTurns: 0 }))).toEqual([[1, 12]])
    expect(ranges(await folds(desk, { keepTurns: 2 }))).toEqual([[1, 4]])
    expect(ranges(await folds(desk, { keepTurns: 3 }))).toEqual([])
    expect((await folds(desk)).why).toBe('8 messages of completed turns as one-liners')
  })

  it('the record is what the model reads and what a later one is made of; stored results are named and kept', async () => {
    const [call, result] = step({ tool: 'bash', input: { command: 'make' }, output: lines(300), isError: true })
    // What is said beside a call is no answer.
    const saying = { role: 'assistant', blocks: [{ type: 'text', text: 'Making.' }, ...(call?.blocks ?? [])] } as const
    const desk = await deskWith(
      request('Ask. '.repeat(99)),
      saying,
      result as Message,
      answer('Said. '.repeat(99)),
      ...turn(2),
      request('Now?'),
    )
    const [fold] = (await folds(desk)).folds
    const [ref = ''] = [...desk.blobs.keys()]
    const told = [
      `1. Request: ${'Ask. '.repeat(80)}…`,
      `3. bash make, 300 lines, 2.5 KB, failed → tool_result/${ref}.txt`,
      `4. Answer: ${'Said. '.repeat(34).slice(0, 200)}…`,
    ]
    expect(fold?.summary).toEqual({
      text: expect.stringMatching(/^\[Earlier turns, one line a step\./) as unknown,
      by: 'collapse',
      data: { lines: told },
      refs: [ref],
    })
    expect(fold?.summary.text.split('\n').slice(1)).toEqual(told)
  })

  it('no more turns than the low mark asks for, one at least', async () => {
    const desk = await deskWith(...[1, 2, 3, 4].flatMap(turn), request('Now?'))
    const [size = 0] = [0, 4, 8].map((from) =>
      desk.view.items.slice(from, from + 4).reduce((sum, { size: { tokens } }) => sum + tokens, 0),
    )
    const { tokens } = desk.view.size
    expect(ranges(await folds(desk, {}, tokens))).toEqual([[1, 4]])
    expect(ranges(await folds(desk, {}, tokens - size + 80))).toEqual([[1, 4]])
    expect(ranges(await folds(desk, {}, tokens - size))).toEqual([[1, 8]])
  })

  it('around what is pinned: a turn with a pin inside stays whole, and others are folded apart', async () => {
    const desk = await deskWith(...[1, 2, 3, 4, 5].flatMap(turn), request('Now?'))
    desk.mark('pin', { seq: 10 })
    expect(ranges(await folds(desk))).toEqual([
      [1, 8],
      [13, 16],
    ])
    const first = await deskWith(...[1, 2, 3].flatMap(turn), request('Now?'))
    first.mark('pin', { seq: 5 })
    expect(ranges(await folds(first))).toEqual([[1, 4]])
  })

  it('its own earlier fold with the next turns, its lines and results first; never a fold of others, nor its own alone', async () => {
    const desk = await deskWith(...[1, 2].flatMap(turn), request('Now?'))
    await desk.run([collapse()], { isForced: true })
    expect(desk.view.items[0]).toMatchObject({ kind: 'fold', seq: 1, to: 4 })
    expect(ranges(await folds(desk))).toEqual([])
    await desk.say(...turn(5).slice(1), request('And now?'))
    const [again] = (await folds(desk)).folds
    expect([again?.from, again?.to]).toEqual([1, 8])
    const told = (again?.summary.data as { lines: string[] } | undefined)?.lines ?? []
    expect(told.map((line) => line.split('→')[0]?.trim())).toEqual([
      '1. Request: Ask 1.',
      '3. read_file 1.ts, 300 lines, 2.5 KB',
      '4. Answer: Done 1.',
      '5. Request: Ask 2.',
      '7. read_file 2.ts, 300 lines, 2.5 KB',
      '8. Answer: Done 2.',
    ])
    expect(again?.summary.refs).toHaveLength(1)

    const other = await deskWith(...[1, 2, 3, 4].flatMap(turn), request('Now?'))
    const fold = { op: 'fold', from: 5, to: 8, summary: { text: 'told', by: 'compact' } } as const
    await other.run([{ name: 'x', propose: () => ({ why: 'x', edits: [fold] }) }], { isForced: true })
    expect(ranges(await folds(other))).toEqual([
      [1, 4],
      [9, 12],
    ])
  })
})
