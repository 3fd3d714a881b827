// What commands print of data: each table is an input and the lines a person reads.
import type { CostReport, Entry, Explanation } from 'daypack'
import type { Answer, Consolidated, Forgotten, MemoryStatus, Reason } from 'daypack/memory'
import { describe, expect, test } from 'vitest'
import { calledAs, resumeCommand } from './called.ts'
import { costReport } from './cost.ts'
import { explainLines } from './explain.ts'
import { consolidatedLines, forgottenLines, hitLines, reasonLines, statusLines } from './memory.ts'
import { indexingProgress, progressLine } from './progress.ts'
import { tableLines } from './table.ts'
import { count, plainWhy, reasonOf } from './words.ts'

describe('what was billed', () => {
  const billed = { input: 1_000, cacheRead: 8_000, cacheWrite: 1_000, output: 500 }
  const sum = {
    requests: 4,
    billed,
    cached: 0.8,
    cost: { tokens: 5_550, dollars: 0.0185 },
    unmanaged: { tokens: 11_000, dollars: 0.044 },
  }
  const report = { ...sum, epochs: [], overWindow: 0 } as unknown as CostReport
  const tokens = (cost: number, unmanaged: number) =>
    ({ ...report, cost: { tokens: cost }, unmanaged: { tokens: unmanaged } }) as CostReport

  test('in dollars where the price is known', () => {
    expect(costReport(report)).toEqual([
      "4 requests; 80 % of what was sent came from the provider's cache.",
      'Tokens so far:      10.0k in, 500 out',
      'Cost so far:        $0.02',
      'Sending everything: $0.04; Daypack saved 50 %',
    ])
  })
  test('in tokens where it is not, with what was lost, and what an earlier list cost', () => {
    const earlier = { requests: 1, cost: { tokens: 2_000_000 } } as CostReport['earlier']
    expect(costReport({ ...tokens(12_000, 11_000), overWindow: 2, earlier } as CostReport)).toEqual([
      "4 requests; 80 % of what was sent came from the provider's cache.",
      'Tokens so far:      10.0k in, 500 out',
      'Cost so far:        12.0k input tokens',
      'Sending everything: 11.0k input tokens; Daypack cost 9 % more',
      'No price is known for this model, so everything is counted in input tokens: cached ones at 0.1, written to the cache at 1.25, output at 5.',
      'Without Daypack 2 requests would not have fitted the window at all.',
      'Earlier under this id, before another list of messages began: 1 request, 2.00M input tokens; still in the log.',
    ])
  })
  test('each epoch by itself where there are several with requests', () => {
    const epochs = [
      { ...sum, epoch: 0, requests: 1 },
      { ...sum, epoch: 1, requests: 3, cost: { tokens: 5, dollars: 0.004 }, unmanaged: { tokens: 7, dollars: 0 } },
      { ...sum, epoch: 2, requests: 0 },
    ]
    expect(costReport({ ...report, epochs } as unknown as CostReport).slice(4)).toEqual([
      '  before the first epoch: 1 request, $0.02 instead of $0.04',
      '  after epoch 1: 3 requests, less than $0.01 instead of $0.00',
    ])
    expect(costReport({ ...report, epochs: epochs.slice(0, 1) } as unknown as CostReport)).toHaveLength(4)
  })
  test('small amounts, one request too many, and a price of one side alone', () => {
    const cost = (dollars: number) => costReport({ ...report, cost: { tokens: 1, dollars } })[2]
    expect([0, 0.0099, 0.01].map(cost)).toEqual([
      'Cost so far:        $0.00',
      'Cost so far:        less than $0.01',
      'Cost so far:        $0.01',
    ])
    expect(costReport({ ...report, overWindow: 1 }).at(-1)).toBe(
      'Without Daypack 1 request would not have fitted the window at all.',
    )
    expect(costReport({ ...report, cost: { tokens: 5_550 } })[2]).toBe('Cost so far:        5.5k input tokens')
  })
  test('nothing is said of a saving where there is none', () => {
    expect([tokens(11_000, 11_000), tokens(0, 0)].map((each) => costReport(each)[3])).toEqual([
      'Sending everything: 11.0k input tokens',
      'Sending everything: 0 input tokens',
    ])
  })
})

describe('why the context looks as it does', () => {
  const shown = { messages: 3, folds: 1, cropped: 2, tokens: 900 }
  const batch = { seq: 4, by: 'compact', why: 'told by the model', edits: 1, saved: 1 }
  const epoch = {
    at: 0,
    isUndone: false,
    batches: [batch, { ...batch, seq: 6, by: 'trim', why: 'too long', edits: 2, saved: 30 }],
  }
  const explanation = {
    messages: 9,
    shown,
    epochs: [epoch, { ...epoch, isUndone: true, batches: [] }],
    fresh: { batches: 0, saved: 0 },
  }
  const mark = (data: object) => [{ seq: 7, at: 0, kind: 'mark', name: 'epoch', data }] as unknown as Entry[]
  const full = mark({ why: 'it pays', before: 700, usable: 1_000 })

  test('the epochs with their batches and reasons', () => {
    expect(explainLines(explanation as unknown as Explanation, 1_000, full)).toEqual([
      '9 messages in the log. Sent to the model: 3 messages, 1 hand-over, 2 shortened parts; 900 tokens.',
      'Epoch 1 at 1970-01-01T00:00:00.000Z, because the window was filling up:',
      '  batch 4, compact: hand-over written by the model (1 edit, 1 token saved)',
      '  batch 6, trim: too long (2 edits, 30 tokens saved)',
      'Epoch 2 at 1970-01-01T00:00:00.000Z, because the window was filling up; undone:',
    ])
  })
  test('what was shortened before it was sent, and the last request', () => {
    const lines = (more: object) =>
      explainLines(
        {
          messages: 1,
          shown: { messages: 1, folds: 0, cropped: 0, tokens: 5 },
          epochs: [],
          fresh: { batches: 0, saved: 0 },
          ...more,
        } as unknown as Explanation,
        1_000,
        full,
      )
    expect([
      lines({}),
      lines({ fresh: { batches: 1, saved: 40 } }).slice(1),
      lines({
        fresh: { batches: 2, saved: 50 },
        last: { tide: 'none', why: 'fits', skipped: [{ by: 'trim', why: 'nothing long' }] },
      }).slice(1),
      lines({ epochs: [epoch], last: { tide: 'pressure', why: 'asked for; full', skipped: [] } }).slice(-1),
      lines({ last: { tide: 'cold', why: 'cold', skipped: [] } }).slice(-1),
    ]).toEqual([
      [
        '1 message in the log. Sent to the model: 1 message; 5 tokens.',
        'No epoch yet: everything is shown as it came.',
      ],
      [
        'Shortened before they were first sent, once: 40 tokens saved.',
        'No epoch yet: everything is shown as it came.',
      ],
      [
        'Shortened before they were first sent, 2 times: 50 tokens saved.',
        'No epoch yet: everything is shown as it came.',
        'The last request: nothing already sent was changed; fits.',
        '  left alone by trim: nothing long',
      ],
      ['The last request: an epoch, because the window was filling up; full.'],
      ['The last request: an epoch, because the window was filling up; cold.'],
    ])
  })
  test.each([
    ['pressure', 'asked for by you', 0.1, 'you asked for it'],
    ['cold', 'it pays', 0.9, "the provider's cache had expired, so a change costs nothing extra"],
    ['switch', 'it pays', 0.9, 'another model has nothing cached yet, so a change costs nothing extra'],
    ['pressure', 'it pays', 0.7, 'the window was filling up'],
    ['pressure', 'it pays', 0.69, 'it is cheaper now than sending it all again'],
  ])('tide %s, %s, %d full: %s', (tide, why, share, reason) => expect(reasonOf(tide, why, share)).toBe(reason))
  test('a batch in plain words', () => {
    expect(['told without a model; it pays', 'told by the model', 'was told so', 'trimmed'].map(plainWhy)).toEqual([
      'hand-over written without a model; it pays',
      'hand-over written by the model',
      'was told so',
      'trimmed',
    ])
  })
})

describe('memory', () => {
  test('hits, and why there are none', () => {
    const answer = (hits: object[], files = 3, reason = '') =>
      ({ hits, status: { searched: { files }, reason } }) as unknown as Answer
    const hit = { citation: 'MEMORY.md:3', score: 0.456, text: 'one\ntwo' }
    expect([
      hitLines(answer([hit, { ...hit, date: '2026-01-05' }])),
      hitLines(answer([])),
      hitLines(answer([], 3, 'No index yet.')),
      hitLines(answer([], 0, 'ignored')),
    ]).toEqual([
      ['MEMORY.md:3  0.46', '    one', '    two', 'MEMORY.md:3  0.46  2026-01-05', '    one', '    two'],
      ['Nothing found.'],
      ['Nothing found.', 'No index yet.'],
      [
        'Nothing found.',
        'There is nothing to search yet: daypack memory add "…" writes the first note, and Markdown files below memory/ count too.',
      ],
    ])
  })
  test('where a line comes from', () => {
    const reason: Reason = {
      citation: 'MEMORY.md:3',
      by: 'you',
      struck: false,
      text: 'The port is 8443.',
      notes: ['memory/2026-01-05.md'],
      quotes: [{ role: 'user', session: 's', seq: 4, text: 'port 8443' }],
      others: ['README'],
    } as never
    expect(reasonLines([reason, { ...reason, struck: true, notes: [], quotes: [], others: [] }])).toEqual([
      'MEMORY.md:3  you',
      '    The port is 8443.',
      '    noted in memory/2026-01-05.md',
      '    user in s#4: “port 8443”',
      '    from README',
      'MEMORY.md:3  you, holds no longer',
      '    The port is 8443.',
    ])
    expect(reasonLines([])).toEqual(['No line of the notes says so.'])
  })
  test('the state of memory: only what there is something to say of', () => {
    const scopes = { notes: { files: 1, units: 2, newest: Date.UTC(2026, 0, 5) }, archive: { files: 0, units: 0 } }
    const index = { store: 'sqlite', index: { state: 'ready' }, scopes, vectors: { state: 'off' } }
    const quiet = {
      index,
      reconciledAt: Date.UTC(2026, 0, 6),
      watching: false,
      pendingIndexing: 0,
      pendingFlushes: 0,
      tombstones: 0,
      calls: { count: 0, tokens: 0 },
      asked: [],
      refused: 0,
      quoted: 0,
      left: [],
      failures: [],
    }
    const busy = {
      ...quiet,
      index: {
        ...index,
        scopes: { notes: { files: 2, units: 1 } },
        vectors: { state: 'ready', model: 'e', covered: 1, of: 2 },
      },
      watching: true,
      pendingIndexing: 4,
      pendingFlushes: 5,
      tombstones: 1,
      calls: { count: 1, tokens: 30 },
      asked: [{ text: 'the code' }],
      refused: 1,
      quoted: 2,
      nextConsolidation: Date.UTC(2026, 0, 7),
      left: ['a', 'b', 'c', 'd', 'e', 'f'].map((line) => ({ line, why: 'too long' })),
      failures: ['disk full'],
    }
    expect([quiet, busy].map((each) => statusLines(each as unknown as MemoryStatus))).toEqual([
      [
        'Index: sqlite, ready; notes 1 file, 2 pieces; archive 0 files, 0 pieces',
        'Compared with the notes: 2026-01-06T00:00:00Z; newest note indexed: 2026-01-05T00:00:00Z',
        'Vectors: off',
        'Watching: off (a command looks once and ends); waiting: 0 to index, 0 to write',
      ],
      [
        'Index: sqlite, ready; notes 2 files, 1 piece',
        'Compared with the notes: 2026-01-06T00:00:00Z',
        'Vectors: ready (e), 1 of 2',
        'Watching: every two seconds; waiting: 4 to index, 5 to write',
        'Forgotten: 1 marks keep what was forgotten from coming back',
        'Own calls to a model: 1, about 30 tokens',
        'You asked to forget: the code. To confirm: daypack memory forget "the code"',
        'Refused: 1 line written by a model that nothing said supports',
        'In your own sentence: 2 lines that a model had worded further than you said',
        'Next consolidation: 2026-01-07T00:00:00Z',
        'Not merged: b (too long)',
        'Not merged: c (too long)',
        'Not merged: d (too long)',
        'Not merged: e (too long)',
        'Not merged: f (too long)',
        'Failed: disk full',
      ],
    ])
  })
  test('what a consolidation did', () => {
    const done = (more: object) =>
      ({ state: 'changed', days: [], diff: '+ a', untrusted: 0, left: [], ...more }) as unknown as Consolidated
    expect([
      consolidatedLines(done({ state: 'nothing-due', untrusted: 2 }), undefined),
      consolidatedLines(
        done({ state: 'unchanged', days: ['a'], untrusted: 2, left: [{ text: 'x', why: 'old' }] }),
        'id',
      ),
      consolidatedLines(done({}), undefined),
      consolidatedLines(done({ days: ['a', 'b'], untrusted: 1 }), 'c-1'),
    ]).toEqual([
      ["Nothing to do: no finished day has anything new. Today's log is merged after midnight."],
      [
        'MEMORY.md stays as it is: nothing new in 1 finished day matters beyond its day.',
        'From tools and documents: 2 statements, left in the day logs.',
        'Left out: x (old)',
      ],
      ['What is over was moved from MEMORY.md to memory/topics/past.md:', '+ a'],
      [
        'MEMORY.md was brought up to date from 2 finished days:',
        '+ a',
        'From tools and documents: 1 statement, left in the day logs.',
        'To undo: daypack memory revert c-1',
      ],
    ])
  })
  test('what was forgotten, would be, and what is still somewhere', () => {
    const gone = (more: object) =>
      ({ lines: [], archive: { messages: 0, results: 0, sessions: [] }, left: [], ...more }) as unknown as Forgotten
    const lines = [{ citation: 'MEMORY.md:3', text: 'my code' }]
    const left = [{ file: 'log/s.jsonl', times: 2 }]
    const told = (forgotten: object, dryRun: boolean, everywhere: boolean) =>
      forgottenLines(gone(forgotten), { dryRun, everywhere })
    expect([
      told({}, false, false),
      told({ lines, left }, true, false),
      told({ lines, left, archive: { messages: 1, results: 2, sessions: ['s', 't'] } }, false, true),
      told({ archive: { messages: 0, results: 1, sessions: [] } }, true, true),
    ]).toEqual([
      ['Nothing in the notes matches.'],
      [
        'Would forget 1 line:',
        '  MEMORY.md:3  my code',
        'Still in files outside the notes; --everywhere also removes it from session logs, archive and results:',
        '  log/s.jsonl (2)',
      ],
      [
        'Forgot 1 line:',
        '  MEMORY.md:3  my code',
        'Taken out of 1 message of sessions and the archive (s, t) and 2 offloaded results.',
        'Still there, in signed reasoning or fragments that cannot be edited; delete these files to get rid of it:',
        '  log/s.jsonl (2)',
      ],
      ['Nothing in the notes matches.', 'Would take it out of 1 offloaded result.'],
    ])
  })
})

describe('progress', () => {
  const written = (isTTY: boolean, run: (stream: { isTTY: boolean; write: (text: string) => void }) => void) => {
    const said: string[] = []
    run({ isTTY, write: (text) => void said.push(text) })
    return said
  }
  const all = (of: number) => (stream: Parameters<typeof progressLine>[1]) => {
    const tell = progressLine('Reading', stream)
    for (let done = 1; done <= of; done++) tell(done, of)
  }
  test('a line for every tenth in a file, redrawn for every hundredth on a screen, and none for a few', () => {
    expect(written(false, all(500))).toEqual(
      [1, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500].map((done) => `Reading: ${done} of 500\n`),
    )
    const screen = written(true, all(1_000))
    expect([screen.length, screen[0], screen[1], screen.at(-1)]).toEqual([
      101,
      '\rReading: 1 of 1000',
      '\rReading: 10 of 1000',
      '\rReading: 1000 of 1000\n',
    ])
    expect(written(true, all(499))).toEqual([])
  })
  test('a second run begins anew, and only indexing is told', () => {
    const said = written(false, (stream) => {
      const tell = progressLine('Reading', stream)
      for (const done of [1, 2, 1]) tell(done, 600)
      const index = indexingProgress(stream)
      index({ type: 'indexing', done: 600, of: 600 } as never)
      index({ type: 'flushed', done: 600, of: 600 } as never)
    })
    expect(said).toEqual(['Reading: 1 of 600\n', 'Reading: 1 of 600\n', 'Indexing notes: 600 of 600\n'])
  })
})

test('rows in columns: text to the left, figures to the right', () => {
  const rows = [
    ['name', 'cost', 'why'],
    ['a', '1,000', ''],
    ['longer', '2'],
  ]
  expect([tableLines(rows), tableLines(rows, (column) => column !== 1), tableLines([])]).toEqual([
    ['name     cost  why', 'a       1,000', 'longer      2'],
    ['name     cost  why', 'a       1,000', 'longer      2'],
    [],
  ])
})

test('numbers with their word', () => {
  expect([count(1, 'file'), count(0, 'file'), count(2, 'summary'), count(1, 'summary'), count(3, 'day')]).toEqual([
    '1 file',
    '0 files',
    '2 summaries',
    '1 summary',
    '3 days',
  ])
})

test('a hint is typed as the command was', () => {
  const ways = [{}, { npm_command: 'exec' }, { npm_command: 'run' }, { DAYPACK_CALLED_AS: 'dp', npm_command: 'exec' }]
  expect(ways.map(calledAs)).toEqual(['daypack', 'npx daypack-cli', 'daypack', 'dp'])
  expect([resumeCommand('s', undefined, {}), resumeCommand('s', '/w', {})]).toEqual([
    'daypack chat --resume s',
    'daypack chat --resume s --dir /w',
  ])
})
