// What commands say where there is nothing to work on.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { commandLines } from './command-lines.ts'

test('in a folder without a workspace', async () => {
  const { all } = commandLines()
  expect(await all('sessions', 'doctor', 'memory search x', 'memory add ""', 'explain s', 'session rm s')).toEqual([
    [
      'sessions',
      1,
      '',
      'beside:',
      'daypack: There is no workspace at <dir>/.daypack. Name another with --dir, or start one: daypack chat --model scripted',
    ],
    [
      'doctor',
      0,
      '✓ versions: daypack 0.0.0, <versions>',
      '✓ settings: defaults; preset daypack, window 200000',
      '· model: none is set up; `daypack chat --model scripted` works without a key',
      '· workspace: none at <dir>/.daypack yet',
      'All is well.',
    ],
    [
      'memory search x',
      1,
      '',
      'beside:',
      'daypack: There are no notes at <dir>/.daypack yet. Write the first with: daypack memory add "…", or name another workspace with --dir.',
    ],
    ['memory add ""', 2, '', 'beside:', 'daypack: An argument is empty.'],
    [
      'explain s',
      1,
      '',
      'beside:',
      'daypack: There is no workspace at <dir>/.daypack. Name another with --dir, or start one: daypack chat --model scripted',
    ],
    [
      'session rm s',
      1,
      '',
      'beside:',
      'daypack: There is no workspace at <dir>/.daypack. Name another with --dir, or start one: daypack chat --model scripted',
    ],
  ])
})

test('what could be reached from outside wants a token; a proxy or a workspace that is not there is said', async () => {
  const { all } = commandLines()
  const lines = await all(
    'proxy --host 0.0.0.0 --port 0',
    'mcp --http --host 0.0.0.0 --port 0',
    'proxy --status --port 1',
    'inspect none',
    'inspect http://127.0.0.1:1/t/x',
    'inspect --dir x',
  )
  expect(lines.map(([line, code, ...told]) => [line, code, told.at(-1)])).toEqual([
    [
      'proxy --host 0.0.0.0 --port 0',
      2,
      'daypack: 0.0.0.0 can be reached from outside: set a token with --token, or tokens for each person with --team.',
    ],
    [
      'mcp --http --host 0.0.0.0 --port 0',
      2,
      'daypack: 0.0.0.0 can be reached from outside: set a token with --token.',
    ],
    ['proxy --status --port 1', 1, 'daypack: No proxy answers on 127.0.0.1:1; name its port with --port.'],
    [
      'inspect none',
      1,
      'daypack: There is no workspace at <dir>/none. Name one: daypack inspect <folder>; or create one to look at: daypack tour --dir demo',
    ],
    [
      'inspect http://127.0.0.1:1/t/x',
      1,
      'daypack: No proxy answers on http://127.0.0.1:1/t/x; is it running? Give the address it printed.',
    ],
    ['inspect --dir x', 2, "error: unknown option '--dir'"],
  ])
})

test('a replay that is kept says where what is', async () => {
  const { at, ran } = commandLines()
  const talk = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
  ]
  at.file('short.json', JSON.stringify(talk))
  expect((await ran('replay short.json --dir kept')).slice(-5)).toEqual([
    '  kept',
    '    log/          2 files: everything that was said, every edit with its reason',
    '    dialog/       0 days of folded dialog, as it was',
    '    tool_result/  0 big tool results, whole',
    '    memory/       nothing yet',
  ])
})

test('replay, carry and exam without anything to work on', async () => {
  const { at, all } = commandLines()
  at.file(
    'short.json',
    JSON.stringify([
      { role: 'user', content: 'Look at the login.' },
      { role: 'assistant', content: 'It is fine.' },
    ]),
  )
  mkdirSync(path.join(at.dir, 'empty'))
  expect(
    await all(
      'replay',
      'replay empty',
      'replay none',
      'replay short.json --preset x',
      'replay short.json --window 8000',
      'replay .',
      'carry --to vim',
      'carry --to codex',
      'exam empty',
    ),
  ).toEqual([
    [
      'replay',
      1,
      'No sessions of Claude Code, Codex, Copilot CLI, pi, OpenCode, Gemini CLI or Qwen Code were found in your home folder.',
      'Name a file: daypack replay <transcript>; or see a recorded one: daypack tour',
    ],
    [
      'replay empty',
      1,
      'No session was found in empty. Daypack reads Claude Code, Codex, Copilot CLI, pi, OpenCode, Gemini CLI and Qwen Code sessions, OpenAI, Anthropic or AI SDK messages as JSON, SWE-agent .traj, OpenHands, LangGraph and SpecStory, and what `daypack export` wrote.',
    ],
    ['replay none', 1, '', 'beside:', 'daypack: There is no none.'],
    [
      'replay short.json --preset x',
      2,
      '',
      'beside:',
      'daypack: There is no preset "x"; choose daypack, copaw, qwenpaw, miniClaude, claudeCode, or "all".',
    ],
    [
      'replay short.json --window 8000',
      0,
      '  request   1  [u·······················································]',
      '               u user 9  · free 8.0k',
      '',
      "              cost  of everything  user's words  next edit  cache breaks  most tokens",
      '  daypack       53        100.0 %       100.0 %          –             0           10',
      '  everything    53        100.0 %       100.0 %          –             0           10',
      '  everything: the whole history sent with every request',
      "  user's words, next edit: how much of what the user said, and of the lines the agent changed next, it still saw",
      '  cost: in input tokens, no price is known; against plain input, cached 0.1, written to the cache 1.25, output 5; the cache lasts 5 minutes',
      '  It never came close to the window (10 of 8.0k tokens), so nothing was left out and nothing was gained. A smaller --window shows what would be.',
    ],
    [
      'replay .',
      0,
      'The newest sessions:',
      '  <day>                  2 messages  short.json  “Look at the login.”',
      '',
      'Choose one: daypack replay <file>',
    ],
    [
      'carry --to vim',
      2,
      '',
      'beside:',
      'daypack: There is no agent "vim"; choose claude, codex, opencode, pi, gemini, qwen.',
    ],
    [
      'carry --to codex',
      1,
      '',
      'beside:',
      'daypack: There is no session of an agent in <dir>. Name a transcript, or a session of `daypack sessions`.',
    ],
    [
      'exam empty',
      1,
      '',
      'beside:',
      'daypack: No session was found in which an agent compacted its own conversation and the recording tells with what words. Claude Code and Copilot CLI record it; it happens in long sessions.',
    ],
  ])
})

test('a session is carried to another agent in its own words, with the names of its tools', async () => {
  const { at, ran } = commandLines()
  const call = { id: 'c', type: 'function', function: { name: 'Read', arguments: '{"file_path":"a.ts"}' } }
  const talk = [
    { role: 'user', content: 'Mend the parser.' },
    { role: 'assistant', content: 'I look.', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: 'export const a = 1' },
    { role: 'assistant', content: 'It is mended.' },
  ]
  at.file('talk.json', JSON.stringify(talk))
  at.file('CLAUDE.md', 'Use tabs.')
  const [, code, ...lines] = await ran('carry talk.json --to codex --print')
  expect([code, lines[0], lines[1], lines[2]]).toEqual([
    0,
    expect.stringMatching(/^You take over work that another agent began in this folder\. .*carry-codex-[0-9a-f]{8}/),
    'It comes from talk.json. Files are as they are now; look before you change what is told below.',
    'The instructions of this project are in CLAUDE.md: read it first.',
  ])
  expect(lines.join('\n')).toMatch(/Mend the parser\.[^]*It is mended\./)
})

test('PostgreSQL: what to run once, and which address is missing', async () => {
  const { ran } = commandLines()
  const sql = (await ran('postgres init --owner mine --server app')).join('\n')
  expect([sql.includes('mine'), sql.includes('app'), sql.includes('daypack_owner')]).toEqual([true, true, false])
  const missing = 'daypack: Name the database: --url postgres://role@host/database, or DAYPACK_PG_URL.'
  for (const line of ['postgres status', 'postgres migrate', 'postgres delete anna'])
    expect((await ran(line)).slice(1)).toEqual([2, '', 'beside:', missing])
})
