import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { commandLines } from './command-lines.ts'

test('doctor names the settings, the model and its key, never the key itself', async () => {
  const { at, ran } = commandLines()
  at.file('daypack.json', JSON.stringify({ preset: 'copaw', window: 9_000, models: { mine: { window: 5_000 } } }))
  expect([
    await ran('doctor'),
    await ran('doctor', {
      ANTHROPIC_API_KEY: 'sk-secret',
      DAYPACK_MODEL: 'anthropic:claude-sonnet-4-5',
      DAYPACK_WINDOW: '8000',
    }),
    await ran('doctor', { DAYPACK_MODEL: 'openai:gpt-4', DAYPACK_API_KEY: 'sk-secret', DAYPACK_PROVIDER: 'openai' }),
  ]).toEqual([
    [
      'doctor',
      0,
      '✓ versions: daypack 0.0.0, <versions>',
      '✓ settings: from <dir>/daypack.json; preset copaw, window 9000',
      '· model: none is set up; `daypack chat --model scripted` works without a key',
      '· workspace: none at <dir>/.daypack yet',
      'All is well.',
    ],
    [
      'doctor',
      0,
      '✓ versions: daypack 0.0.0, <versions>',
      '✓ settings: from <dir>/daypack.json, then the environment; preset copaw, window 8000',
      '✓ model: anthropic:claude-sonnet-4-5 (ANTHROPIC_API_KEY)',
      '· workspace: none at <dir>/.daypack yet',
      'All is well.',
    ],
    [
      'doctor',
      0,
      '✓ versions: daypack 0.0.0, <versions>',
      '✓ settings: from <dir>/daypack.json, then the environment; preset copaw, window 9000',
      '✓ model: openai:gpt-4 (key from the settings)',
      '· workspace: none at <dir>/.daypack yet',
      'All is well.',
    ],
  ])
})

test('models: those that are known, and one of yours', async () => {
  const { at, ran } = commandLines()
  at.file(
    'daypack.json',
    JSON.stringify({
      models: {
        mine: { window: 5_000 },
        priced: {
          window: 6_000,
          maxOutput: 100,
          price: {
            input: 1,
            output: 2,
            cacheRead: 3,
            cacheWrite: 4,
            above: { tokens: 10, input: 5, output: 6, cacheRead: 7, cacheWrite: 8 },
          },
        },
      },
    }),
  )
  expect([await ran('models mine'), await ran('models PRICED'), await ran('models claude-sonnet-4-5')]).toEqual([
    [
      'models mine',
      0,
      'model  window  answer  input  cached  written  output',
      'mine     5000                                          yours',
      '',
      'Dollars for a million tokens. As published until <day>; your own under "models" in daypack.json come first.',
    ],
    [
      'models PRICED',
      0,
      'model   window  answer  input  cached  written  output',
      'priced    6000     100      1       3        4       2  yours; above 10 tokens: 5 … 6',
      '',
      'Dollars for a million tokens. As published until <day>; your own under "models" in daypack.json come first.',
    ],
    [
      'models claude-sonnet-4-5',
      0,
      'model                       window  answer  input  cached  written  output',
      'claude-sonnet-4-5           200000   64000      3     0.3     3.75      15  switched off on <day>',
      'claude-sonnet-4-5-20250929  200000   64000      3     0.3     3.75      15  switched off on <day>',
      '',
      'Dollars for a million tokens. As published until <day>; your own under "models" in daypack.json come first.',
    ],
  ])
})

test('hooks are put beside those that are there, once', async () => {
  const { at, ran, all } = commandLines()
  mkdirSync(path.join(at.dir, '.claude'))
  at.file(
    '.claude/settings.json',
    // As some editors write it.
    '\uFEFF' +
      JSON.stringify({
        model: 'x',
        hooks: {
          PostToolUse: [
            { hooks: [{ type: 'command', command: 'mine' }] },
            { hooks: [{ type: 'command', command: 'old hooks run' }] },
          ],
        },
      }),
  )
  expect(await all('hooks install --block-compaction', 'hooks install --block-compaction')).toEqual([
    ['hooks install --block-compaction', 0, 'Hooks are in <dir>/.claude/settings.json.'],
    ['hooks install --block-compaction', 0, '<dir>/.claude/settings.json has them already.'],
  ])
  expect(JSON.parse(readFileSync(path.join(at.dir, '.claude/settings.json'), 'utf8'))).toEqual({
    model: 'x',
    hooks: {
      PostToolUse: [
        { hooks: [{ type: 'command', command: 'mine' }] },
        { hooks: [{ type: 'command', command: 'daypack hooks run --block-compaction' }] },
      ],
      SessionStart: [{ hooks: [{ type: 'command', command: 'daypack hooks run --block-compaction' }] }],
      PreCompact: [{ hooks: [{ type: 'command', command: 'daypack hooks run --block-compaction' }] }],
      SessionEnd: [{ hooks: [{ type: 'command', command: 'daypack hooks run --block-compaction' }] }],
    },
  })
  at.file('.claude/settings.json', '{')
  expect(await ran('hooks install')).toEqual([
    'hooks install',
    2,
    '',
    'beside:',
    'daypack: <dir>/.claude/settings.json is not JSON; fix it, then install the hooks.',
  ])
})
