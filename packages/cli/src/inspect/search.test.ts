import { expect, test } from 'vitest'
import { conversation, messageEntry, opened, SMALL, START, text, work } from '../../test/inspect/conversation.ts'
import { searchLog, whereSeen } from './search.ts'

test('a search: the first line of each block, and in which requests the model saw it', async () => {
  const found = async (query: string) => {
    const { found: all, total } = await searchLog(work, query)
    return { total, all: all.map(({ at, ...rest }) => ({ ...rest, minute: (at - START) / 60_000 })) }
  }
  const seen = async (query: string) => {
    const { tookMs: _, ...rest } = await whereSeen(work, query)
    return rest
  }
  expect({
    needle: [await found('needle'), await seen('needle')],
    parser: [await found('parser is'), await seen('PARSER')],
    careful: [await found('careful'), await seen('careful')],
    nothing: [await found('zebra'), await seen('zebra')],
  }).toEqual({
    needle: [
      {
        total: 2,
        all: [
          { id: '3.0', role: 'tool', label: 'Read', line: 'needle one', count: 2, minute: 4 },
          { id: '7.0', role: 'tool', label: 'Bash', line: 'needle at the end', count: 1, minute: 12 },
        ],
      },
      { requests: 1, of: 4, runs: [{ from: 1, to: 1, through: ['3'] }] },
    ],
    parser: [
      {
        total: 1,
        all: [{ id: '4.0', role: 'assistant', label: 'reasoning', line: 'The parser is fine.', count: 1, minute: 5 }],
      },
      {
        requests: 4,
        of: 4,
        runs: [
          { from: 0, to: 0, through: ['1'] },
          { from: 1, to: 1, through: ['1', '2', '3'] },
          { from: 2, to: 3, through: ['fold-1', '4'] },
        ],
      },
    ],
    careful: [
      { total: 1, all: [{ id: '0.0', role: 'system', label: 'text', line: 'You are careful.', count: 1, minute: 0 }] },
      { requests: 4, of: 4, runs: [{ from: 0, to: 3, through: ['system'] }] },
    ],
    nothing: [
      { total: 0, all: [] },
      { requests: 0, of: 4, runs: [] },
    ],
  })
  expect((await searchLog(opened(conversation()), 'output')).found[0]?.line).toHaveLength('line of the output'.length)
})

test('the line of a hit is cut around it, and at most 300 hits are listed', async () => {
  const line = async (said: string) =>
    (await searchLog(opened([messageEntry(1, 'user', [text(said)], [SMALL])]), 'Needle')).found[0]?.line
  const [before, after] = ['b'.repeat(71), 'a'.repeat(141)]
  expect(await line(`${before.slice(1)}needle${after.slice(1)}`)).toBe(`${before.slice(1)}needle${after.slice(57)}…`)
  expect(await line(`${before}needle${after}`)).toBe(`…${before.slice(1)}needle${after.slice(57)}…`)
  expect(await line(`${before}needle`)).toBe(`…${before.slice(1)}needle`)
  const many = Array.from({ length: 301 }, (_, at) => messageEntry(at + 1, 'user', [text(`needle ${at}`)], [SMALL]))
  const { found, total, tookMs } = await searchLog(opened(many), 'needle')
  expect([found.length, found.at(-1)?.id, total, tookMs < 60_000]).toEqual([300, '300.0', 301, true])
})

test('where it was seen: no longer once it is folded away, again once that is taken back', async () => {
  const edits = (seq: number, list: readonly object[]) =>
    ({ seq, at: START + seq, kind: 'edits', by: 'x', why: '', edits: list, saved: 0, epoch: seq }) as never
  const say = (seq: number, role: string, said: string) => messageEntry(seq, role, [text(said)], [SMALL])
  const fold = { op: 'fold', from: 1, to: 3, summary: { text: 'what was', by: 'x' }, tokens: 5, bytes: 20 }
  const log = opened([
    say(1, 'user', 'other'),
    say(2, 'assistant', 'ok'),
    say(3, 'user', 'needle'),
    say(4, 'assistant', 'ok'),
    say(5, 'user', 'more'),
    say(6, 'assistant', 'ok'),
    edits(7, [fold]),
    say(8, 'assistant', 'ok'),
    edits(9, [{ op: 'revert', seq: 7 }]),
    say(10, 'assistant', 'a needle'),
    say(11, 'user', 'more'),
    say(12, 'assistant', 'ok'),
  ])
  const { tookMs, ...seen } = await whereSeen(log, 'needle')
  expect([seen, tookMs < 60_000]).toEqual([
    {
      requests: 4,
      of: 6,
      runs: [
        { from: 1, to: 2, through: ['3'] },
        { from: 4, to: 4, through: ['3'] },
        { from: 5, to: 5, through: ['3', '8'] },
      ],
    },
    true,
  ])
})
