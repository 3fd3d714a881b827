import { expect, test } from 'vitest'
import { conversation, opened, START, work } from '../../test/inspect/conversation.ts'
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
