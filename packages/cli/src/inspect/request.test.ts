import type { BlockRow } from 'daypack-inspector/api'
import { expect, test } from 'vitest'
import { call, messageEntry, opened, result, SMALL, START, text, work } from '../../test/inspect/conversation.ts'
import { blockText } from './blocks.ts'
import { requestChanges, requestView } from './request.ts'

/** A block as a row: what it is, how large of how much, its minute, for how many requests it is there, and how it is shown. */
const rowOf = ({ id, role, kind, label, preview, tokens, full, at, age, state, shown, isError, why, fold }: BlockRow) =>
  [
    `${id} ${role} ${kind} ${label}: ${preview.slice(0, 30)}`,
    `${tokens}/${full}, minute ${(at - START) / 60_000}, ${age} old`,
    `${state}, ${shown}${isError ? ', an error' : ''}${why ? `, by ${why.by}: ${why.why}` : ''}${fold ? `, of ${fold.from} to ${fold.to}` : ''}`,
  ].join(' | ')

test('the request behind an epoch, block by block', async () => {
  const { blocks = [], ...rest } = (await requestView(work, 2)) ?? {}
  expect({ ...rest, blocks: blocks.map(rowOf) }).toEqual({
    total: 6,
    most: 304,
    from: 0,
    index: 2,
    head: 10,
    at: START + 10 * 60_000,
    model: 'claude-sonnet-4-5',
    tokens: 1010,
    tools: 514,
    cached: 0,
    cost: 0.0040875,
    gone: 3,
    blocks: [
      '0.0 system text text: You are careful. | 100/100, minute 0, 2 old | same, whole',
      'fold-1 user fold 3 messages: [Hand-over: of 3 messages] [1] | 304/3100, minute 7, 0 old | new, folded, by compact: hand-over written without a model; it pays, of 1 to 3',
      '4.0 assistant opaque reasoning: The parser is fine. | 0/30, minute 5, 0 old | new, left out',
      '4.1 assistant text text: Fixed the parser. | 20/20, minute 5, 0 old | new, whole',
      '5.0 user text text: Now run the tests. | 50/50, minute 9, 0 old | new, whole',
      '5.1 user media image/png: [image/png, 8 × 4, 4 bytes] | 10/10, minute 9, 0 old | new, whole',
    ],
  })
})

test('the request that is being written: what was sent is the same, with its age, and what came is new', async () => {
  const { blocks = [], tokens, cost } = (await requestView(work, 4)) ?? {}
  expect([tokens, cost, ...blocks.slice(6).map(rowOf)]).toEqual([
    1138,
    0,
    '6.0 assistant call Bash: {"command":"npm test","timeout | 60/60, minute 10, 1 old | same, whole',
    '7.0 tool result Bash: failed line of the output line | 40/3000, minute 12, 1 old | same, cropped, an error, by trim: larger than its share',
    '8.0 assistant text text: Two tests fail. | 15/15, minute 14, 0 old | new, whole',
    '9.0 user text text: Thanks. | 5/5, minute 16, 0 old | new, whole',
  ])
})

test.each([
  { of: 0, range: {}, ids: ['0.0', '1.0'] },
  { of: 3, range: { from: 1, count: 2 }, ids: ['fold-1', '4.0'] },
  { of: 3, range: { to: '5.1', count: 2 }, ids: ['5.0', '5.1'] },
  { of: 3, range: { to: '2.0', count: 1 }, ids: ['fold-1'] },
  { of: 3, range: { to: '99.0', count: 1 }, ids: ['0.0'] },
  { of: 3, range: { to: '0.0', from: 3, count: 1 }, ids: ['0.0'] },
  { of: 9, range: {}, ids: undefined },
])('request $of, $range', async ({ of, range, ids }) => {
  expect((await requestView(work, of, range))?.blocks.map(({ id }) => id)).toEqual(ids)
})

test('what came, left or looks different since the request before', async () => {
  const said = async (index: number) =>
    (await requestChanges(work, index))?.rows.map(
      ({ sign, id, before, after, where }) => `${sign}${id} ${before} → ${where ?? after}`,
    )
  expect(await said(2)).toEqual([
    '+fold-1 0 → 304',
    '-1 1004 → 0',
    '-2 104 → 0',
    '-3 2004 → 0',
    '+4 0 → 24',
    '+5 0 → 64',
  ])
  expect(await said(4)).toEqual(['+8 0 → 19', '+9 0 → 9'])
  expect(await said(0)).toBeUndefined()
  expect(await said(9)).toBeUndefined()
})

test('a picture in a result is a block of its own, with its own size', async () => {
  const attached = result('c', 'Read', 'seen', {
    attachments: [{ type: 'media', mediaType: 'image/png', content: { text: 'abcd' } }],
  })
  const sizes = [{ tokens: 50, bytes: 200, attachments: [{ tokens: 30, bytes: 120 }] }]
  const session = opened([
    messageEntry(1, 'assistant', [call('c', 'Read', {})], [SMALL]),
    messageEntry(2, 'tool', [attached], sizes),
  ])
  const blocks = (await requestView(session, session.rows.length))?.blocks
  expect(blocks?.map(({ id, kind, tokens, full }) => [id, kind, tokens, full])).toEqual([
    ['1.0', 'call', 10, 10],
    ['2.0', 'result', 50, 50],
    ['2.0.0', 'media', 30, 30],
  ])
  expect((await blockText(session, '2.0.0', { head: 2, whole: true, from: 0 }))?.text).toBe('[image/png, 4 bytes]')
})

test('what the cache held of each request, and what no row above tells', async () => {
  const told = await Promise.all(
    [0, 1, 2, 3, 4].map(async (index) => {
      const { blocks = [], cached, model, tools, most, found } = (await requestView(work, index, { to: '4.1' })) ?? {}
      const held = blocks.filter((block) => block.cached).map(({ id }) => id)
      return [index, model, `${cached} cached, tools ${tools}, most ${most}, at ${found}`, held.join(' ')]
    }),
  )
  expect(told).toEqual([
    [0, 'claude-sonnet-4-5', '0 cached, tools 492, most 1004, at undefined', ''],
    [1, 'claude-sonnet-4-5', '1600 cached, tools 484, most 2004, at undefined', '0.0 1.0'],
    [2, 'claude-sonnet-4-5', '0 cached, tools 514, most 304, at 3', ''],
    [3, 'claude-sonnet-4-5', '1010 cached, tools 506, most 304, at 3', '0.0 fold-1 4.0 4.1 5.0 5.1'],
    [4, 'claude-sonnet-4-5', '0 cached, tools 506, most 304, at 3', ''],
  ])
  const view = await requestView(work, 3)
  expect(view?.blocks.slice(0, 3).map(({ id, origin, pinned, fold }) => [id, origin, pinned, fold])).toEqual([
    ['0.0', 'caller', false, undefined],
    ['fold-1', 'daypack', false, { from: 1, to: 3, messages: 3, by: 'rules' }],
    ['4.0', 'caller', false, undefined],
  ])
  const bare = opened([
    messageEntry(1, 'user', [text('a')], [SMALL]),
    messageEntry(2, 'assistant', [text('b')], [SMALL]),
  ])
  const rows = [await requestView(bare, 0), await requestView(bare, 1, { to: '1.0' })]
  expect(
    rows.map((row) => [row?.found, row?.cached, row?.tools, row?.gone, row?.blocks.map(({ state }) => state)]),
  ).toEqual([
    [undefined, 0, 0, 0, ['new']],
    [0, 0, 0, 0, ['same', 'new']],
  ])
})
