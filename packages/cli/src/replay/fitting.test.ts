// What a replay says when nothing was gained: which smaller window would have gained something.
import { expect, test } from 'vitest'
import { recording, replay, unmanaged, type Figures } from 'daypack-lab/replay/run'
import type { Transcript } from 'daypack-lab/transcripts/transcript'
import { fitting } from './fitting.ts'

const count = (text: string) => Math.ceil(text.length / 4)
/** A talk whose history grows by about 210 tokens a turn. */
const talk = (turns: number) => {
  const messages = Array.from({ length: turns * 2 }, (_, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    blocks: [{ type: 'text' as const, text: `${at} ${'word '.repeat(80)}` }],
  }))
  return recording(
    'daypack',
    { format: 'openai-messages', messages, times: [], usage: [], tools: [], compactions: [] } satisfies Transcript,
    count,
    {},
  )
}
const row = (cost: number, epochs = 0) => ({ cost, epochs }) as Figures

test('where something was gained, or all of it would not have fitted, nothing is said', async () => {
  const session = talk(20)
  const { cost, most } = unmanaged(session)
  expect(await fitting(session, [row(cost + 1), row(cost - 1)], 200_000)).toEqual([])
  expect(await fitting(session, [row(cost)], most - 1)).toEqual([])
})

test('a short talk: no window makes a difference', async () => {
  const session = talk(4)
  const { cost, most } = unmanaged(session)
  expect(await fitting(session, [row(cost)], 100_000)).toEqual([
    `  It never came close to the window (${most} of 100.0k tokens), so nothing was left out and nothing was gained.`,
    '  It is too short for any window to make a difference.',
  ])
  expect((await fitting(session, [row(cost, 1)], 100_000))[0]).toBe(
    '  Nothing was gained: what folding saved is less than what it cost to write the prompt anew.',
  )
})

test('a long one: the largest of the smaller windows that would have cost less', async () => {
  const session = talk(120)
  const { cost, most } = unmanaged(session)
  const [, said = ''] = await fitting(session, [row(cost)], 200_000)
  const [, window = '', share = ''] =
    /^ {2}At --window (\d+) it would have cost (\d+) % of sending everything\.$/.exec(said) ?? []
  const sizes = [0.75, 0.5, 0.35, 0.25].map((part) => Math.round((most * part) / 1_000) * 1_000)
  expect(sizes).toContain(Number(window))
  const figures = await replay('daypack', session, {
    preset: 'daypack',
    window: Number(window),
    memory: false,
    warn: false,
    retention: false,
  })
  expect([figures.epochs > 0, (figures.share * 100).toFixed(0)]).toEqual([true, share])
})
