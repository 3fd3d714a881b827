import { describe, expect, it } from 'vitest'
import { lines } from '../../test/passes/support.ts'
import type { Crop, Edit, Fold } from '../model/edit.ts'
import type { Message } from '../model/message.ts'
import { answer, openDesk, request, step, type Desk } from '../../../daypack-testing/src/desk.ts'
import type { Budget, PassContext } from './pass.ts'
import { fit } from './fit.ts'

/** Four bytes are a token: what is over the window is asked of `fit` alone. */
async function deskWith(...messages: readonly Message[]): Promise<Desk> {
  const desk = openDesk({ window: 1_000_000, inlineMaxBytes: 1_000_000 })
  await desk.say(...messages)
  return desk
}

async function proposed(desk: Desk, budget: Partial<Budget>, changes: Partial<PassContext> = {}) {
  const context = desk.context(changes)
  const whole = { ...context.budget, maxBytes: 1_000_000_000, ...budget }
  return fit().propose(desk.view, { ...context, budget: whole })
}

const crops = (edits: readonly Edit[]): Crop[] => edits.filter((edit) => edit.op === 'crop')
const folds = (edits: readonly Edit[]): Fold[] => edits.filter((edit) => edit.op === 'fold')

describe('fit, where cutting is not enough', () => {
  const said = (at: number) => [
    request(`Ask ${at}. ${'word '.repeat(200)}`),
    answer(`Said ${at}. ${'word '.repeat(200)}`),
  ]

  it('folds the oldest steps into one line each, up to where it fits', async () => {
    const desk = await deskWith(...[1, 2, 3, 4, 5].flatMap(said), request('And now?'))
    const { edits } = await proposed(desk, { usable: desk.view.size.tokens - 1 })
    expect(edits).toHaveLength(1)
    const [fold] = folds(edits)
    expect(fold).toMatchObject({ op: 'fold', from: 1, to: 4, summary: { by: 'fit' } })
    expect(fold?.summary.text.split('\n').map((line) => line.slice(0, 24))).toEqual([
      'Earlier steps, one line ',
      '- [1] user: Ask 1. word ',
      '- [2] assistant: Said 1.',
      '- [3] user: Ask 2. word ',
      '- [4] assistant: Said 2.',
    ])
  })

  it('an earlier fold is folded with what follows it, unless it holds the latest request', async () => {
    const desk = await deskWith(...[1, 2, 3, 4, 5].flatMap(said), request('And now?'))
    const passes = [{ ...fit(), propose: async () => proposed(desk, { usable: desk.view.size.tokens - 1 }) }]
    await desk.run(passes, { isForced: true })
    expect(desk.view.items[0]).toMatchObject({ kind: 'fold', seq: 1, to: 4 })
    const again = await proposed(desk, { usable: desk.view.size.tokens - 1 })
    expect(folds(again.edits)).toMatchObject([{ from: 1 }])
    expect(folds(again.edits)[0]?.to).toBeGreaterThan(4)
  })

  it('counts what was cut out of a step only once: as much is folded as is still needed', async () => {
    const turn = (at: number) => [
      request(`Ask ${at}. ${'word '.repeat(400)}`),
      ...step({ tool: 'a', output: lines(500) }),
      answer(`Said ${at}. ${'word '.repeat(400)}`),
    ]
    const desk = await deskWith(...[1, 2, 3, 4].flatMap(turn), request('And now?'))
    const { edits } = await proposed(desk, { usable: desk.view.size.tokens * 0.45 })
    expect(crops(edits).map(({ block }) => block)).toEqual(['3.0', '7.0', '11.0', '15.0'])
    expect(folds(edits).map(({ from, to }) => [from, to])).toEqual([[1, 8]])
  })

  it('leaves a fold that holds the latest request; any other is folded again, even alone', async () => {
    const first = step({ tool: 'a', input: { text: 'word '.repeat(900) }, output: 'fine' })
    const desk = await deskWith(
      request('The latest.'),
      ...first,
      ...step({ tool: 'b', output: 'ok' }),
      answer('word '.repeat(900)),
      answer('Done.'),
    )
    const summary = { text: 'word '.repeat(900), by: 'test' }
    const fold = (from: number, to: number, held: object): Edit => ({
      op: 'fold',
      from,
      to,
      summary: { ...summary, ...held },
    })
    await desk.run([{ name: 'x', propose: () => ({ why: 'x', edits: [fold(1, 3, { request: 1 })] }) }], {
      isForced: true,
    })
    expect(desk.view.items[0]?.kind).toBe('fold')
    const { edits } = await proposed(desk, { usable: desk.view.size.tokens - 1 })
    expect(folds(edits).map(({ from, to }) => [from, to])).toEqual([[4, 6]])
    const said = await deskWith(
      request('Before.'),
      answer('word '.repeat(1_000)),
      request('The latest.'),
      answer('Done.'),
    )
    await said.run([{ name: 'x', propose: () => ({ why: 'x', edits: [fold(1, 2, {})] }) }], { isForced: true })
    const again = await proposed(said, { usable: said.view.size.tokens - 1 })
    expect(folds(again.edits).map(({ from, to }) => [from, to])).toEqual([[1, 2]])
  })

  it('goes around the latest request', async () => {
    const desk = await deskWith(
      request('Ask.'),
      answer('word '.repeat(2_000)),
      request('The latest.'),
      ...[1, 2, 3].flatMap((at) =>
        step({ tool: 'a', input: { path: `${at} ${'long '.repeat(200)}` }, output: 'fine' }),
      ),
    )
    const { edits } = await proposed(desk, { usable: 1_200 })
    expect(folds(edits).map(({ from, to }) => [from, to])).toEqual([
      [1, 2],
      [4, 5],
    ])
  })

  it('tells everything anew where the rest is in the newest step, or where reasoning is bound to what was cut', async () => {
    const huge = step({ tool: 'write', input: { text: 'word '.repeat(4_000) }, output: 'fine' })
    const desk = await deskWith(request('Go.'), ...huge)
    for (const usable of [1_000, 4_000])
      expect((await proposed(desk, { usable })).edits).toMatchObject([{ op: 'fold', from: 1, to: 3 }])
    const little = await deskWith(request('Ask. '.repeat(90)), answer('Said. '.repeat(300)), request('Go.'), ...huge)
    const { edits } = await proposed(little, { usable: little.view.size.tokens - 1 })
    expect(folds(edits).map(({ from, to }) => [from, to])).toEqual([[1, 2]])

    const [call, result] = step({ tool: 'a', output: 'fine' })
    const thinking = {
      type: 'opaque' as const,
      purpose: 'reasoning' as const,
      wire: { type: 'thinking', thinking: 'hm', signature: 'x' },
    }
    const bound = await deskWith(
      request('Go.'),
      ...step({ tool: 'old', output: lines(2_000) }),
      { role: 'assistant', blocks: [thinking, ...(call?.blocks ?? [])] },
      result as Message,
    )
    const size = { usable: bound.view.size.tokens - 1 }
    expect((await proposed(bound, size)).edits).toMatchObject([{ op: 'crop', block: '3.0' }])
    const reasoning = { binds: true, requires: false }
    expect((await proposed(bound, size, { reasoning })).edits).toMatchObject([{ op: 'fold', from: 1, to: 5 }])
  })
})
