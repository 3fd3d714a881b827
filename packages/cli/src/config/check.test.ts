import { expect, test } from 'vitest'
import { messageOf } from '../../test/message-of.ts'
import { checkConfig } from './schema.ts'

test('what is wrong in a file is told field by field', () => {
  const wrong: unknown[] = [
    { windw: 1 },
    { memory: { zebra: 1 }, chat: { allowShel: 1 } },
    { preset: 'x' },
    { model: '' },
    { retentionDays: -1 },
    { retentionDays: 'x'.repeat(80) },
    { copaw: { compactRatio: 0 } },
    { copaw: { compactRatio: 2, compactThreshold: 1.5 } },
    { memory: { enabled: 1, embedding: 2, recall: { limit: 0 } } },
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
      '  memory.zebra: no such setting; there are enabled, flush, recall, keyword, everyTurns, schedule, rebuildOnStart, dir, embedding, backend',
      '  chat.allowShel: no such setting; did you mean "allowShell"?',
    ],
    ['  preset: Invalid option: expected one of "daypack"|"copaw"|"qwenpaw"|"miniClaude"|"claudeCode"; it is "x"'],
    ['  model: Too small: expected string to have >=1 characters; it is ""'],
    ['  retentionDays: Too small: expected number to be >=0; it is -1'],
    [
      '  retentionDays: Invalid input: expected number, received string; it is "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…',
    ],
    ['  copaw.compactRatio: Too small: expected number to be >0; it is 0'],
    [
      '  copaw.compactThreshold: Invalid input: expected int, received number; it is 1.5',
      '  copaw.compactRatio: Too big: expected number to be <=1; it is 2',
    ],
    [
      '  memory.enabled: Invalid input: expected boolean, received number; it is 1',
      '  memory.recall.limit: Too small: expected number to be >0; it is 0',
      '  memory.embedding: Invalid input: expected object, received number; it is 2',
    ],
    ['  provider.baseUrl: Invalid URL; it is "no address"'],
    ['  chat: Invalid input: expected object, received array; it is []'],
    ['  the file: Invalid input: expected object, received array; it is []'],
  ])
})
