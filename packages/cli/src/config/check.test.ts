import { expect, test } from 'vitest'
import { messageOf } from '../../test/message-of.ts'
import { checkConfig } from './check.ts'

test('what is wrong in a file is told field by field', () => {
  const wrong: unknown[] = [
    { windw: 1 },
    { memory: { zebra: 1 }, chat: { maxStep: 1 } },
    { preset: 'x' },
    { model: '' },
    { retentionDays: -1 },
    { retentionDays: 'x'.repeat(80) },
    { copaw: { compactRatio: 0 } },
    { copaw: { compactRatio: 2, compactThreshold: 1.5 } },
    { memory: { enabled: 1, aliases: 2, recall: { limit: 0 } } },
    { provider: { baseUrl: 'no address' } },
    { chat: [] },
    [],
  ]
  expect(
    wrong.map((value) =>
      messageOf(() => checkConfig(value, 'daypack.json'))
        .split('\n')
        .slice(1),
    ),
  ).toEqual([
    ['  windw: no such setting; did you mean "window"?'],
    [
      '  memory.zebra: no such setting; there are enabled, flush, recall, aliases, keyword, ranking, vectorWeight, everyTurns, schedule, rebuildOnStart, dir, embedding, backend, backendUrl, backendToken, tenant',
      '  chat.maxStep: no such setting; did you mean "maxSteps"?',
    ],
    ['  preset: write one of "daypack", "copaw", "qwenpaw", "miniClaude", "claudeCode", not "x"'],
    ['  model: write some text, not ""'],
    ['  retentionDays: write a number of at least 0, not -1'],
    ['  retentionDays: write a number, not "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'],
    ['  copaw.compactRatio: write a number of at least 0 (and more than that), not 0'],
    [
      '  copaw.compactThreshold: write a whole number, not 1.5',
      '  copaw.compactRatio: write a number of at most 1, not 2',
    ],
    [
      '  memory.enabled: write true or false, not 1',
      '  memory.recall.limit: write a number of at least 0 (and more than that), not 0',
      '  memory.aliases: write a list in [ ], not 2',
    ],
    ['  provider.baseUrl: write an address such as https://host/v1, not "no address"'],
    ['  chat: write an object in { }, not []'],
    ['  the file: write an object in { }, not []'],
  ])
})
