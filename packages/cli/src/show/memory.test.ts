import type { Answer, Consolidated, Forgotten, MemoryStatus, Reason } from 'daypack/memory'
import { describe, expect, test } from 'vitest'
import { consolidatedLines, forgottenLines, hitLines, reasonLines, statusLines } from './memory.ts'

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
      ['What is over was taken out of MEMORY.md:', '+ a'],
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
