// What the inspector's page is told of one conversation, whole: a log written by hand, and each answer as it is sent.
import { project, type Entry, type Message } from 'daypack'
import type { BlockRow } from 'daypack-inspector/api'
import { describe, expect, test } from 'vitest'
import { blockText, logPage, messageText, toldOf } from './blocks.ts'
import { epochView } from './epoch.ts'
import { outlineOf } from './outline.ts'
import { costView } from './report/cost.ts'
import { timeline } from './report/timeline.ts'
import { requestChanges, requestView } from './request.ts'
import type { OpenSession } from './reader.ts'
import { searchLog, whereSeen } from './search.ts'
import { labelOf, oneLine, piece, previewOf } from './text.ts'

const MODEL = 'claude-sonnet-4-5'
const START = Date.UTC(2026, 0, 5, 9)
const SUMMARY = '[Hand-over: of 3 messages]\n[1] user: fix the parser\n[2–3] read src/parser.ts\n- no number here'

const text = (said: string) => ({ type: 'text' as const, text: said })
const call = (callId: string, tool: string, input: object) => ({ type: 'tool-call', callId, tool, input })
const result = (callId: string, tool: string, said: string, more: object = {}) => ({
  type: 'tool-result',
  callId,
  tool,
  content: { text: said },
  ...more,
})

/** Two tasks: the first is folded, all but its last answer; the long result of the second is shortened before it is sent. */
function conversation(): Entry[] {
  const entries: Entry[] = []
  const push = (entry: object) =>
    void entries.push({ seq: entries.length + 1, at: START + entries.length * 60_000, ...entry } as Entry)
  const say = (role: Message['role'], blocks: readonly object[], sizes: readonly number[], more: object = {}) =>
    push({
      kind: 'message',
      message: { role, blocks },
      hash: String(entries.length).padStart(64, '0'),
      sizes: sizes.map((tokens) => ({ tokens, bytes: tokens * 4 })),
      counter: 'test',
      ...more,
    })
  const bill = (cacheRead: number, cacheWrite: number, counted: number) =>
    push({
      kind: 'usage',
      usage: {
        input: 0,
        cacheRead,
        cacheWrite,
        output: 20,
        model: MODEL,
        head: entries.length - 1,
        counted: { tokens: counted, bytes: 0 },
      },
    })
  say('system', [text('You are careful.')], [100], { replaces: 0 })
  say('user', [text('Fix the parser.\nIt fails on src/parser.ts.')], [1_000])
  say('assistant', [text('Looking.'), call('a', 'Read', { file_path: 'src/parser.ts' })], [20, 80])
  bill(0, 1_600, 1_600)
  say('tool', [result('a', 'Read', 'export const parser = 1\nneedle one\nneedle two\n')], [2_000])
  say(
    'assistant',
    [{ type: 'opaque', purpose: 'reasoning', wire: { thinking: 'The parser is fine.' } }, text('Fixed the parser.')],
    [30, 20],
  )
  bill(1_600, 2_100, 3_700)
  push({
    kind: 'edits',
    by: 'compact',
    why: 'told without a model; it pays',
    edits: [{ op: 'fold', from: 2, to: 5, summary: { text: SUMMARY, by: 'rules' }, tokens: 300, bytes: 1_200 }],
    saved: 2_800,
    epoch: 8,
  })
  push({ kind: 'mark', name: 'epoch', data: { why: 'it pays', tide: 'pressure', before: 3_600, usable: 4_000 } })
  say(
    'user',
    [
      text('Now run the tests.'),
      { type: 'media', mediaType: 'image/png', width: 8, height: 4, content: { text: 'abcd' } },
    ],
    [50, 10],
  )
  say('assistant', [call('b', 'Bash', { command: 'npm test', timeout: 5 })], [60])
  bill(0, 1_010, 1_010)
  say(
    'tool',
    [result('b', 'Bash', `failed\n${'line of the output\n'.repeat(400)}needle at the end`, { isError: true })],
    [3_000],
  )
  push({
    kind: 'edits',
    by: 'trim',
    why: 'larger than its share',
    edits: [
      {
        op: 'crop',
        block: '13.0',
        keep: [{ from: 0, to: 7 }],
        note: { text: '[the rest is left out]' },
        tokens: 40,
        bytes: 160,
      },
    ],
    saved: 2_960,
  })
  say('assistant', [text('Two tests fail.')], [15])
  bill(1_010, 100, 1_110)
  say('user', [text('Thanks.')], [5])
  return entries
}

function opened(entries: readonly Entry[]): OpenSession {
  const line = timeline()
  line.take(entries)
  return {
    ...line.now(),
    id: 'work',
    viewAt: (head) => project(entries.filter(({ seq }) => seq <= head)),
    read: async (content, span) => ('text' in content ? content.text.slice(span?.from ?? 0, span?.to) : '[gone]'),
  }
}
const work = opened(conversation())

test('the outline: each request in columns, the epochs, and what is shown now', () => {
  expect(outlineOf(work, 8_000)).toEqual({
    session: 'work',
    head: 17,
    messages: 9,
    window: 8000,
    estimated: false,
    currency: 'dollars',
    requests: {
      head: [2, 5, 10, 14],
      at: [1767603720000, 1767603900000, 1767604200000, 1767604440000],
      model: ['claude-sonnet-4-5', 'claude-sonnet-4-5', 'claude-sonnet-4-5', 'claude-sonnet-4-5'],
      parts: {
        system: [104, 104, 104, 104],
        tools: [492, 484, 514, 506],
        user: [1004, 1004, 64, 64],
        agent: [0, 104, 24, 88],
        results: [0, 2004, 0, 44],
        folds: [0, 0, 304, 304],
      },
      total: [1600, 3700, 1010, 1110],
      cached: [0, 1600, 0, 1010],
      cost: [0.0063, 0.008655, 0.0040875, 0.000978],
      unmanaged: [1600, 3700, 3810, 6870],
      epoch: [0, 0, 1, 0],
    },
    epochs: [
      {
        number: 1,
        seq: 8,
        at: 1767604020000,
        saved: 2800,
        edits: 1,
        why: 'the window was filling up',
        isUndone: false,
        request: 2,
      },
    ],
    last: { tokens: 632, items: 7, folds: 1, cropped: 1 },
  })
})

describe('a request block by block', () => {
  /** A block as a row: what it is, its size of how much, its minute, for how many requests it is there, and how it is shown. */
  const rowOf = ({ id, role, kind, label, preview, tokens, full, at, age, ...more }: BlockRow) =>
    [
      `${id} ${role} ${kind} ${label}: ${preview.slice(0, 30)}`,
      `${tokens}/${full}, minute ${(at - START) / 60_000}, ${age} old`,
      Object.values(more)
        .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
        .join(' '),
    ].join(' | ')
  const said = async (index: number) => {
    const { blocks = [], ...rest } = (await requestView(work, index)) ?? {}
    return { ...rest, blocks: blocks.map(rowOf) }
  }
  test('the one behind an epoch', async () =>
    expect(await said(2)).toEqual({
      total: 6,
      most: 304,
      from: 0,
      index: 2,
      head: 10,
      at: 1767604200000,
      model: 'claude-sonnet-4-5',
      tokens: 1010,
      tools: 514,
      cached: 0,
      cost: 0.0040875,
      epoch: 0,
      gone: 3,
      blocks: [
        '0.0 system text text: You are careful. | 100/100, minute 0, 2 old | false same whole caller false false',
        'fold-1 user fold 3 messages: [Hand-over: of 3 messages] [1] | 304/3100, minute 7, 0 old | false new folded daypack false false {"by":"compact","why":"hand-over written without a model; it pays","at":1767604020000} {"from":1,"to":3,"messages":3,"by":"rules"}',
        '4.0 assistant opaque reasoning: The parser is fine. | 0/30, minute 5, 0 old | false new left out caller false false',
        '4.1 assistant text text: Fixed the parser. | 20/20, minute 5, 0 old | false new whole caller false false',
        '5.0 user text text: Now run the tests. | 50/50, minute 9, 0 old | false new whole caller false false',
        '5.1 user media image/png: [image/png, 8 × 4, 4 bytes] | 10/10, minute 9, 0 old | false new whole caller false false',
      ],
    }))
  test('the one that is being written', async () =>
    expect(await said(4)).toEqual({
      total: 10,
      most: 304,
      from: 0,
      index: 4,
      head: 17,
      at: 1767604560000,
      model: 'claude-sonnet-4-5',
      tokens: 1138,
      tools: 506,
      cached: 0,
      cost: 0,
      epoch: 0,
      gone: 0,
      blocks: [
        '0.0 system text text: You are careful. | 100/100, minute 0, 4 old | false same whole caller false false',
        'fold-1 user fold 3 messages: [Hand-over: of 3 messages] [1] | 304/3100, minute 7, 2 old | false same folded daypack false false {"by":"compact","why":"hand-over written without a model; it pays","at":1767604020000} {"from":1,"to":3,"messages":3,"by":"rules"}',
        '4.0 assistant opaque reasoning: The parser is fine. | 0/30, minute 5, 2 old | false same left out caller false false',
        '4.1 assistant text text: Fixed the parser. | 20/20, minute 5, 2 old | false same whole caller false false',
        '5.0 user text text: Now run the tests. | 50/50, minute 9, 2 old | false same whole caller false false',
        '5.1 user media image/png: [image/png, 8 × 4, 4 bytes] | 10/10, minute 9, 2 old | false same whole caller false false',
        '6.0 assistant call Bash: {"command":"npm test","timeout | 60/60, minute 10, 1 old | false same whole caller false false',
        '7.0 tool result Bash: failed line of the output line | 40/3000, minute 12, 1 old | false same cropped caller false true {"by":"trim","why":"larger than its share","at":1767604380000}',
        '8.0 assistant text text: Two tests fail. | 15/15, minute 14, 0 old | false new whole caller false false',
        '9.0 user text text: Thanks. | 5/5, minute 16, 0 old | false new whole caller false false',
      ],
    }))
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

test('an epoch: its edits, what went and what it saved', async () => {
  expect(await epochView(work, 1, 8_000)).toEqual({
    number: 1,
    seq: 8,
    at: 1767604020000,
    saved: 2800,
    edits: 1,
    why: 'the window was filling up',
    isUndone: false,
    request: 2,
    before: 3270,
    after: 432,
    currency: 'dollars',
    batches: [
      {
        seq: 8,
        by: 'compact',
        why: 'hand-over written without a model; it pays',
        saved: 2800,
        active: true,
        edits: [
          {
            batch: 8,
            by: 'compact',
            op: 'fold',
            target: '1–3',
            what: '[Hand-over: of 3 messages] [1] user: fix the parser [2–3] read src/parser.ts - no number here',
            before: 3112,
            after: 300,
            money: 0.0008436,
          },
        ],
      },
    ],
    changes: {
      was: 7,
      head: 8,
      same: 0,
      rows: [
        {
          sign: '+',
          number: 1,
          id: 'fold-1',
          label: 'hand-over',
          before: 0,
          after: 304,
          preview: '[Hand-over: of 3 messages] [1] user: fix the parser [2–3] read src/parser.ts - no number here',
        },
        {
          sign: '-',
          number: 1,
          id: '1',
          label: 'user',
          before: 1004,
          after: 0,
          preview: 'Fix the parser. It fails on src/parser.ts.',
        },
        { sign: '-', number: 2, id: '2', label: 'assistant', before: 104, after: 0, preview: 'Looking.' },
        {
          sign: '-',
          number: 3,
          id: '3',
          label: 'tool Read',
          before: 2004,
          after: 0,
          preview: 'export const parser = 1 needle one needle two',
        },
        {
          sign: '~',
          number: 4,
          id: '4',
          label: 'assistant reasoning',
          before: 54,
          after: 24,
          preview: 'The parser is fine.',
        },
      ],
    },
    loss: {
      text: '3 messages left the view, 2,838 tokens less; among them 1 tool results.\nWhat the user asked: 1 only in the archive.\nFiles: 1 still named.\nNames: 2 still in view.',
      names: [],
      files: [],
      requests: [2],
    },
    undoneBy: [],
  })
  expect(await epochView(work, 2, 8_000)).toBeUndefined()
  const revert = { seq: 18, at: START, kind: 'edits', by: 'undo', why: '', edits: [{ op: 'revert', seq: 8 }], saved: 0 }
  const undone = await epochView(opened([...conversation(), revert as Entry]), 1, 8_000)
  expect([undone?.isUndone, undone?.undoneBy, undone?.batches.map(({ active }) => active)]).toEqual([
    true,
    [18],
    [false],
  ])
})

test('the log, message by message', async () => {
  const { rows, ...rest } = await logPage(work, { from: 0, count: 100 })
  expect(rest).toEqual({ total: 10, from: 0 })
  expect(rows.map(({ at, ...row }) => [(at - START) / 60_000, ...Object.values(row)])).toEqual([
    [0, 0, 'system', 100, 'You are careful.', 'whole', 'You are careful.', []],
    [
      1,
      1,
      'user',
      1000,
      'Fix the parser. It fails on src/parser.ts.',
      'folded',
      'Fix the parser.\nIt fails on src/parser.ts.',
      [],
    ],
    [
      2,
      2,
      'assistant',
      100,
      'Looking. · Read {"file_path":"src/parser.ts"}',
      'folded',
      'Looking.',
      ['→ Read src/parser.ts'],
    ],
    [
      4,
      3,
      'tool',
      2000,
      'Read export const parser = 1 needle one needle two',
      'folded',
      '',
      ['← Read export const parser = 1 needle one needle two'],
    ],
    [
      5,
      4,
      'assistant',
      50,
      'The parser is fine. · Fixed the parser.',
      'cropped',
      'Fixed the parser.',
      ['· The parser is fine.'],
    ],
    [
      9,
      5,
      'user',
      60,
      'Now run the tests. · [image/png, 8 × 4, 4 bytes]',
      'whole',
      'Now run the tests.',
      ['· [image/png, 8 × 4, 4 bytes]'],
    ],
    [10, 6, 'assistant', 60, 'Bash {"command":"npm test","timeout":5}', 'whole', '', ['→ Bash npm test 5']],
    [
      12,
      7,
      'tool',
      3000,
      'Bash failed line of the output line of the output line of the output line of the output line of the output line of the output line of the output line of the out…',
      'cropped',
      '',
      [
        '← Bash failed line of the output line of the output line of the output line of the output line of the output line of the output line of the output line of the output l…',
      ],
    ],
    [14, 8, 'assistant', 15, 'Two tests fail.', 'whole', 'Two tests fail.', []],
    [16, 9, 'user', 5, 'Thanks.', 'whole', 'Thanks.', []],
  ])
  const numbers = async (range: Parameters<typeof logPage>[1]) =>
    (await logPage(work, range)).rows.map(({ number }) => number)
  expect(await numbers({ from: 1, count: 2 })).toEqual([1, 2])
  expect(await numbers({ from: 0, count: 9, first: 3, last: 5 })).toEqual([3, 4, 5])
})

test('the text of a message, of a block as shown and as it was, and of a fold', async () => {
  const of = async (id: string, more: { whole?: boolean; head?: number; from?: number } = {}) =>
    (await blockText(work, id, { head: 18, whole: false, from: 0, ...more }))?.text.slice(0, 60)
  expect({
    message: (await messageText(work, 2))?.text,
    noMessage: await messageText(work, 99),
    shown: await of('7.0'),
    whole: await of('7.0', { whole: true }),
    fold: await of('fold-1'),
    folded: await of('2.1', { whole: true }),
    before: await of('1.0', { head: 6 }),
    rest: await of('1.0', { head: 6, from: 16 }),
    picture: await of('5.1'),
    none: await of('7.9', { whole: true }),
  }).toEqual({
    message: 'Looking.\n\n[tool-call Read]\n{\n  "file_path": "src/parser.ts"\n}',
    shown: 'failed\n[the rest is left out]',
    whole: 'failed\nline of the output\nline of the output\nline of the out',
    fold: '[Hand-over: of 3 messages]\n[1] user: fix the parser\n[2–3] re',
    folded: '{\n  "file_path": "src/parser.ts"\n}',
    before: 'Fix the parser.\nIt fails on src/parser.ts.',
    rest: 'It fails on src/parser.ts.',
    picture: '[image/png, 8 × 4, 4 bytes]',
  })
})

test('which lines of a hand-over tell of a folded message', () => {
  expect([1, 2, 3, 4, 5].map((number) => toldOf(work, number, 18)?.lines)).toEqual([
    ['[1] user: fix the parser'],
    ['[2–3] read src/parser.ts'],
    ['[2–3] read src/parser.ts'],
    undefined,
    undefined,
  ])
})

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

test('what it cost, by epoch, day and model, and where the cache broke', () => {
  expect(costView(work, 'work', { window: 8_000 })).toEqual({
    currency: 'dollars',
    session: {
      name: 'work',
      requests: 4,
      cost: 0.0200205,
      cached: 0.35175202156334234,
      estimated: false,
      unmanaged: 0.0296955,
    },
    epochs: [
      {
        name: 'before the first epoch',
        requests: 2,
        cost: 0.014955,
        cached: 0.3018867924528302,
        estimated: false,
        unmanaged: 0.014955,
      },
      {
        name: 'since epoch 1',
        requests: 2,
        cost: 0.0050655,
        cached: 0.47641509433962265,
        estimated: false,
        unmanaged: 0.0147405,
      },
    ],
    days: [{ requests: 4, cost: 0.0200205, cached: 0.35175202156334234, name: '2026-01-05', estimated: false }],
    models: [
      { requests: 4, cost: 0.0200205, cached: 0.35175202156334234, name: 'claude-sonnet-4-5', estimated: false },
    ],
    overWindow: 0,
    breaks: [
      {
        request: 2,
        at: 1767604200000,
        expected: 3700,
        read: 0,
        cause: 'epoch: compact, hand-over written without a model; it pays',
        money: 0.012765,
      },
    ],
  })
})

describe('logs with something of their own', () => {
  const entry = (more: object, seq: number) => ({ seq, at: START + seq, ...more }) as Entry
  const message = (role: string, blocks: readonly object[], sizes: readonly object[]) => ({
    ...{ kind: 'message', message: { role, blocks }, hash: JSON.stringify(blocks), sizes, counter: 'test' },
  })
  const usage = (cacheRead: number, cacheWrite: number, head: number, model = MODEL) => ({
    kind: 'usage',
    usage: {
      input: 0,
      cacheRead,
      cacheWrite,
      output: 1,
      model,
      head,
      counted: { tokens: cacheRead + cacheWrite, bytes: 0 },
    },
  })
  const small = { tokens: 10, bytes: 40 }
  type Bill = readonly [read: number, written: number, model?: string]
  /** So many requests of one word, with these bills. */
  const billed = (...bills: readonly Bill[]) =>
    bills.flatMap(([read, written, model], at) => [
      entry(message('user', [text(`ask ${at}`)], [small]), at * 3 + 1),
      entry(message('assistant', [text(`say ${at}`)], [small]), at * 3 + 2),
      entry(usage(read, written, at * 3 + 1, model), at * 3 + 3),
    ])

  test('a picture in a result is a block of its own, with its own size', async () => {
    const attached = result('c', 'Read', 'seen', {
      attachments: [{ type: 'media', mediaType: 'image/png', content: { text: 'abcd' } }],
    })
    const sizes = [{ tokens: 50, bytes: 200, attachments: [{ tokens: 30, bytes: 120 }] }]
    const session = opened([
      entry(message('assistant', [call('c', 'Read', {})], [small]), 1),
      entry(message('tool', [attached], sizes), 2),
    ])
    const blocks = (await requestView(session, session.rows.length))?.blocks
    expect(blocks?.map(({ id, kind, tokens, full }) => [id, kind, tokens, full])).toEqual([
      ['1.0', 'call', 10, 10],
      ['2.0', 'result', 50, 50],
      ['2.0.0', 'media', 30, 30],
    ])
    expect((await blockText(session, '2.0.0', { head: 2, whole: true, from: 0 }))?.text).toBe('[image/png, 4 bytes]')
  })
  test('a long message is shown by its first 4,000 characters', async () => {
    const { rows } = await logPage(opened([entry(message('user', [text('x'.repeat(4_001))], [small]), 1)]), {
      from: 0,
      count: 9,
    })
    expect(rows.map((row) => row.text.length)).toEqual([4_000])
  })
  test.each<[string, readonly Bill[], number]>([
    [
      'less than a provider caches is no break',
      [
        [0, 1_023],
        [0, 5_000],
      ],
      0,
    ],
    [
      'as much as it caches is one',
      [
        [0, 1_024],
        [0, 5_000],
      ],
      1,
    ],
    [
      'nineteen of twenty read back is none',
      [
        [0, 2_000],
        [1_900, 100],
      ],
      0,
    ],
    [
      'less is one',
      [
        [0, 2_000],
        [1_899, 101],
      ],
      1,
    ],
    [
      'another model breaks it',
      [
        [0, 2_000],
        [0, 2_000, 'other'],
      ],
      1,
    ],
  ])('%s', (_, bills, breaks) => {
    expect(costView(opened(billed(...bills)), 's').breaks).toHaveLength(breaks)
  })
  test('models of one’s own have their own price and cache', () => {
    const price = { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 }
    const line = timeline({ mine: { window: 9_000, price, cacheSeconds: 60 } })
    line.take(billed([0, 2_000, 'mine'], [0, 3_000, 'mine']))
    const { currency, session, breaks } = costView({ ...work, ...line.now() }, 's')
    expect({ currency, cost: session.cost, breaks: breaks.length }).toEqual({
      currency: 'dollars',
      cost: 0.005_002,
      breaks: 1,
    })
    expect(costView(opened(billed([0, 2_000, 'mine'])), 's').currency).toBe('tokens')
  })
})

test('text is told in pieces, in one line, by its kind', async () => {
  const long = 'x'.repeat(300_000)
  expect(
    [piece(long, 0), piece(long, 200_000), piece(long, 100_000)].map(({ text: said, ...rest }) => ({
      ...rest,
      said: said.length,
    })),
  ).toEqual([
    { from: 0, length: 300_000, more: true, said: 200_000 },
    { from: 200_000, length: 300_000, more: false, said: 100_000 },
    { from: 100_000, length: 300_000, more: false, said: 200_000 },
  ])
  expect([oneLine(' a \n\t b '), oneLine('y'.repeat(160)).length, oneLine('y'.repeat(161)).length]).toEqual([
    'a b',
    160,
    161,
  ])
  const blocks = [
    text('a'),
    call('c', 'Read', { path: 'x' }),
    result('c', 'Read', 'r'),
    result('c', '', 'r'),
    { type: 'media', mediaType: '', content: { text: 'abc' } },
    { type: 'media', mediaType: 'image/png', width: 2, height: 3, content: { ref: 'f', bytes: 9 } },
    { type: 'media', mediaType: 'image/png', width: 2, content: { text: 'abc' } },
    { type: 'opaque', purpose: 'reasoning', wire: { thinking: 'so it is' } },
    { type: 'opaque', purpose: 'item', wire: { thinking: '' } },
    { type: 'opaque', purpose: 'item', wire: null },
  ] as never[]
  const told = await Promise.all(blocks.map(async (block) => [labelOf(block), await previewOf(block, work)]))
  expect(told).toEqual([
    ['text', 'a'],
    ['Read', '{"path":"x"}'],
    ['Read', 'r'],
    ['result', 'r'],
    ['medium', '[medium, 3 bytes]'],
    ['image/png', '[image/png, 2 × 3, 9 bytes]'],
    ['image/png', '[image/png, 3 bytes]'],
    ['reasoning', 'so it is'],
    ['item', '{"thinking":""}'],
    ['item', 'null'],
  ])
})
