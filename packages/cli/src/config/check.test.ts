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

const COMPACT = 'qwenpaw.context_compact_config'
const PRUNING = 'qwenpaw.tool_result_pruning_config'
test.each<[string, number, number?]>([
  ['qwenpaw.token_count_estimate_divisor', 2, 5],
  [`${COMPACT}.compact_threshold_ratio`, 0.1, 0.9],
  [`${COMPACT}.reserve_threshold_ratio`, 0, 0.3],
  [`${PRUNING}.pruning_recent_n`, 1, 10],
  [`${PRUNING}.pruning_old_msg_max_bytes`, 100],
  [`${PRUNING}.pruning_recent_msg_max_bytes`, 1_000],
  [`${PRUNING}.offload_retention_days`, 1, 10],
  ['memory.recall.minScore', 0, 1],
  ['claudeCode.compactAt', 0],
])('%s: from %s to %s, and nothing beyond', (name, least, most) => {
  const step = (most ?? 2) > 1 ? 1 : 0.01
  const takes = (value: number) => {
    const config = name.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
    return messageOf(() => checkConfig(config, 'x')).startsWith('none: ')
  }
  expect([takes(least - step), takes(least), takes(most ?? 1e9), takes((most ?? Infinity) + step)]).toEqual([
    false,
    true,
    true,
    false,
  ])
})
