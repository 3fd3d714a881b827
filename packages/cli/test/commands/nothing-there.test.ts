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
