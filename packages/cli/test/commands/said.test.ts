// What commands print and with which exit code they end, whole, in a folder of somebody.
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createDaypack } from 'daypack'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { project, within, type Project } from '../run.ts'
import { agentSession, said } from '../inspect/workspace.ts'

let at: Project
beforeEach(() => {
  at = project()
})
afterEach(() => at.remove())

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/\d+ MB free on its disk, \d+ MB of memory/g, '<space>'],
  [/Node [\d.]+, SQLite [\d.]+, \w+ \w+/g, '<versions>'],
  [/\b[0-9a-f]{12,}\b/g, '<hash>'],
  [/\d{4}-\d\d-\d\d/g, '<day>'],
]

/** One command line: its exit code, what it printed, and what went beside it. */
async function ran(line: string, env: Record<string, string> = {}) {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const { code, out, err } = await within(at, words, env)
  const masked = (text: string) =>
    MASKS.reduce((all, [form, name]) => all.replaceAll(form, name), text.replaceAll(at.dir, '<dir>'))
      .trimEnd()
      .split('\n')
  return [line, code, ...masked(out), ...(err === '' ? [] : ['beside:', ...masked(err)])]
}
async function all(...lines: string[]) {
  const answers: (string | number | null)[][] = []
  for (const line of lines) answers.push(await ran(line))
  return answers
}

const text = (role: 'user' | 'assistant', words: string) => ({ role, blocks: [{ type: 'text' as const, text: words }] })
const talk = (dir: string) => said(dir, 'talk', [text('user', 'Look at the login.'), text('assistant', 'It is fine.')])

test('in a folder without a workspace', async () => {
  expect(
    await all(
      'sessions',
      'doctor',
      'memory search x',
      'memory add ""',
      'explain s',
      'migrate --from a --to a',
      'models zebra',
      'session rm s',
    ),
  ).toEqual([
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
    ['memory add ""', 2, '', 'beside:', 'daypack: The text to remember is empty.'],
    [
      'explain s',
      1,
      '',
      'beside:',
      'daypack: There is no workspace at <dir>/.daypack. Name another with --dir, or start one: daypack chat --model scripted',
    ],
    ['migrate --from a --to a', 1, '', 'beside:', 'daypack: There is no workspace at <dir>/a.'],
    [
      'models zebra',
      1,
      '',
      'beside:',
      'daypack: no model is known by "zebra". Its server may tell its window; else set "models": { "zebra": { "window": 32000 } } in daypack.json.',
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

describe('sessions', () => {
  test('are listed, explained, exported, deleted and imported', async () => {
    await talk(path.join(at.dir, '.daypack'))
    expect(
      await all(
        'sessions',
        'sessions --json',
        'explain talk',
        'explain none',
        'compact talk',
        'undo talk',
        'undo talk --batch 9',
        'export talk --markdown',
        'export talk out.jsonl',
        'import out.jsonl',
        'import out.jsonl --as copy',
        'import none.jsonl',
        'session rm none',
        'session rm talk',
        'session rm talk --yes',
        'sessions',
        'doctor',
      ),
    ).toEqual([
      ['sessions', 0, 'talk  2 messages, 17 tokens in view, last used <time>'],
      [
        'sessions --json',
        0,
        '[',
        '  {',
        '    "id": "talk",',
        '    "messages": 2,',
        '    "tokens": 17,',
        '    "last": "<time>"',
        '  }',
        ']',
      ],
      [
        'explain talk',
        0,
        '2 messages in the log. Sent to the model: 2 messages; 17 tokens.',
        'No epoch yet: everything is shown as it came.',
      ],
      [
        'explain none',
        1,
        '',
        'beside:',
        'daypack: There is no session none; `daypack sessions` lists them. The newest: talk',
      ],
      ['compact talk', 0, 'Nothing was compacted: there is nothing to fold.'],
      ['undo talk', 0, 'Nothing was undone: there is nothing to undo.'],
      ['undo talk --batch 9', 1, '', 'beside:', 'daypack: There is no batch 9; `daypack explain talk` lists them.'],
      [
        'export talk --markdown',
        0,
        '# Session talk',
        '',
        '## 1. user, <time>',
        '',
        'Look at the login.',
        '',
        '## 2. assistant, <time>',
        '',
        'It is fine.',
      ],
      ['export talk out.jsonl', 0, '', 'beside:', 'Wrote out.jsonl: 2 messages, 593 bytes.'],
      [
        'import out.jsonl',
        1,
        '',
        'beside:',
        'daypack: There is already a session talk; give the copy another name with --as.',
      ],
      ['import out.jsonl --as copy', 0, 'Session copy: 2 messages. Continue it with: daypack chat --resume copy'],
      ['import none.jsonl', 1, '', 'beside:', 'daypack: There is no file none.jsonl.'],
      ['session rm none', 1, '', 'beside:', 'daypack: There is no session none; `daypack sessions` lists them.'],
      [
        'session rm talk',
        2,
        '',
        'beside:',
        'This deletes the log of talk for good. To keep a copy first: daypack export talk <file>. To go ahead, add --yes',
      ],
      ['session rm talk --yes', 0, 'Removed talk.'],
      ['sessions', 0, 'copy  2 messages, 17 tokens in view, last used <time>'],
      [
        'doctor',
        0,
        '✓ versions: daypack 0.0.0, <versions>',
        '✓ settings: defaults; preset daypack, window 200000',
        '· model: none is set up; `daypack chat --model scripted` works without a key',
        '✓ workspace: <dir>/.daypack: 2 logs, 5 entries, 0 days of dialog',
        '✓ space: <space>',
        '✓ stored results: 0 in use',
        '✓ memory: index empty, 0 tasks waiting',
        'All is well.',
      ],
    ])
  })
  test('of an agent: what an epoch says, and taking it back', async () => {
    await agentSession(path.join(at.dir, '.daypack'), { steps: 60, window: 12_000 })
    // The figures are those of the hand-over, which has tests of its own.
    const plain = (lines: readonly (string | number | null)[]) =>
      lines.map((line) => (typeof line === 'string' ? line.replaceAll(/\d[\d.]*/g, '#') : line))
    const answers = [
      ...(await all('explain work', 'undo work', 'sessions')),
      (await ran('compact work --instruction zebras')).slice(0, 4),
    ]
    expect(answers.map(plain)).toEqual([
      [
        'explain work',
        0,
        '# messages in the log. Sent to the model: # messages, # hand-over; # tokens.',
        'Epoch # at <time>, because the window was filling up:',
        '  batch #, compact: # of # items folded; hand-over written without a model (# edit, # tokens saved)',
        'Epoch # at <time>, because the window was filling up:',
        '  batch #, compact: # of # items folded; hand-over written without a model (# edit, # tokens saved)',
        '',
        "# requests; # % of what was sent came from the provider's cache.",
        'Tokens so far:      #k in, #k out',
        'Cost so far:        $#',
        'Sending everything: $#; Daypack saved # %',
        '  before the first epoch: # requests, $# instead of $#',
        '  after epoch #: # requests, $# instead of $#',
        '  after epoch #: # requests, $# instead of $#',
      ],
      ['undo work', 0, 'Undone: # → # tokens, # place changed.', 'To redo it: daypack undo work --batch #'],
      ['sessions', 0, 'work  # messages, # tokens in view, last used <time>'],
      [
        'compact work --instruction zebras',
        0,
        '# → # tokens, # change. To undo: daypack undo work',
        '- The instruction needs a model to follow it; nothing that was said holds its words. Start the chat with a model.',
      ],
    ])
  })
  test('sub-agents stand below the session that started them', async () => {
    const pack = await createDaypack({ dir: path.join(at.dir, '.daypack'), memory: false, retention: false })
    await (await pack.session('other')).append(text('user', 'x'))
    const own = await pack.session('main')
    await own.append(text('user', 'x'))
    const below = await pack.session('a-helper')
    await below.append(text('user', 'x'))
    await below.mark('sender', { client: 'c', parent: 'main' })
    await pack.close()
    expect((await ran('sessions')).slice(2)).toEqual([
      'main  1 message, 5 tokens in view, last used <time>',
      '  a-helper  1 message, 5 tokens in view, last used <time>',
      'other  1 message, 5 tokens in view, last used <time>',
    ])
  })
})

describe('memory', () => {
  test('is written, searched, changed, forgotten', async () => {
    expect(
      await all(
        'memory add "The staging port is 8443."',
        'memory add "The staging port is 8443."',
        'memory add "Ada likes tea." --path memory/people.md',
        'memory search "staging port"',
        'memory search "staging port" --scope dialog',
        'memory search x --scope all',
        'memory search ""',
        'memory why 8443',
        'memory why zebra',
        'memory log',
        'memory log none.md',
        'memory forget 8443 --dry-run',
        'memory forget 8443',
        'memory add "The staging port is 8443."',
        'memory search "staging port"',
        'memory consolidate',
        'memory reindex',
        'memory status',
        'memory history none',
        'memory export',
      ),
    ).toEqual([
      ['memory add "The staging port is 8443."', 0, 'Written to MEMORY.md.'],
      ['memory add "The staging port is 8443."', 0, 'MEMORY.md says so already.'],
      ['memory add "Ada likes tea." --path memory/people.md', 0, 'Written to memory/people.md.'],
      ['memory search "staging port"', 0, 'MEMORY.md#L4  1.00', '    - The staging port is 8443.'],
      [
        'memory search "staging port" --scope dialog',
        0,
        'Nothing found.',
        'There is nothing to search yet: daypack memory add "…" writes the first note, and Markdown files below memory/ count too.',
      ],
      [
        'memory search x --scope all',
        2,
        '',
        'beside:',
        'daypack: There is no scope "all"; choose notes, dialog or results.',
      ],
      ['memory search ""', 2, '', 'beside:', 'daypack: The query is empty.'],
      ['memory why 8443', 0, 'MEMORY.md#L4  user', '    The staging port is 8443.'],
      ['memory why zebra', 1, 'No line of the notes says so.'],
      [
        'memory log',
        0,
        'memory/people.md@00000001  <time>  +1 −0  add (user)',
        'MEMORY.md@00000001  <time>  +4 −0  add (user)',
      ],
      [
        'memory log none.md',
        2,
        '',
        'beside:',
        'daypack: "none.md" is not a note: use MEMORY.md or a Markdown file in memory/, such as memory/<day>.md.',
      ],
      ['memory forget 8443 --dry-run', 0, 'Would forget 1 line:', '  MEMORY.md#L4  The staging port is 8443.'],
      ['memory forget 8443', 0, 'Forgot 1 line:', '  MEMORY.md#L4  The staging port is 8443.'],
      ['memory add "The staging port is 8443."', 0, 'Written to MEMORY.md.'],
      ['memory search "staging port"', 0, 'MEMORY.md#L4  1.00', '    - The staging port is 8443.'],
      [
        'memory consolidate',
        0,
        "Nothing to do: no finished day has anything new. Today's log is merged after midnight.",
      ],
      ['memory reindex', 0, 'Indexed 2 files in 2 pieces.'],
      [
        'memory status',
        0,
        'Index: sqlite, ready; notes 2 files, 2 pieces; dialog 0 files, 0 pieces; results 0 files, 0 pieces',
        'Compared with the notes: <time>; newest note indexed: <time>',
        'Vectors: off',
        'Watching: off (a command looks once and ends); waiting: 0 to index, 0 to write',
      ],
      ['memory history none', 1, 'There is no line none.'],
      [
        'memory export',
        0,
        '<!-- MEMORY.md -->',
        '# Memory',
        '',
        '## Facts',
        '- The staging port is 8443. <!-- @user -->',
        '',
        '<!-- memory/people.md -->',
        'Ada likes tea. <!-- @user -->',
      ],
    ])
  })
})

describe('settings', () => {
  test('init writes them once', async () => {
    at.file(
      'agent.json',
      JSON.stringify({
        agents: {
          running: {
            max_input_length: 9_000,
            max_iters: 3,
            embedding_config: { base_url: 'http://e/v1', model_name: 'e' },
          },
        },
      }),
    )
    at.file('broken.json', '{')
    expect(
      await all(
        'init',
        'init',
        'init --force --from agent.json',
        'init --from none.json --force',
        'init --from broken.json --force',
        'init --user --from agent.json',
      ),
    ).toEqual([
      ['init', 0, 'Wrote <dir>/daypack.json. What else it may say: docs/config.md. Try it: daypack chat'],
      ['init', 2, '', 'beside:', 'daypack: <dir>/daypack.json already exists; --force replaces it.'],
      [
        'init --force --from agent.json',
        0,
        'No counterpart here for: max_iters.',
        'A project’s file may not name an embedding endpoint; put this into your environment (or use --user):',
        '  EMBEDDING_BASE_URL=http://e/v1 EMBEDDING_MODEL_NAME=e',
        'Wrote <dir>/daypack.json. What else it may say: docs/config.md. Try it: daypack chat',
      ],
      [
        'init --from none.json --force',
        1,
        '',
        'beside:',
        'daypack: There is no file none.json. QwenPaw keeps it in ~/.qwenpaw/workspaces/<agent>/agent.json.',
      ],
      ['init --from broken.json --force', 2, '', 'beside:', 'daypack: broken.json is not JSON.'],
      [
        'init --user --from agent.json',
        0,
        'No counterpart here for: max_iters.',
        'Wrote <dir>/.config/daypack/daypack.json. What else it may say: docs/config.md. Try it: daypack chat',
      ],
    ])
    expect(
      [
        readFileSync(path.join(at.dir, 'daypack.json'), 'utf8'),
        readFileSync(path.join(at.dir, '.config/daypack/daypack.json'), 'utf8'),
      ].map((file) => JSON.parse(file) as object),
    ).toEqual([
      { preset: 'qwenpaw', window: 9000 },
      {
        preset: 'qwenpaw',
        window: 9000,
        memory: { embedding: { baseUrl: 'http://e/v1', apiKeyEnv: 'EMBEDDING_API_KEY', model: 'e' } },
      },
    ])
  })
  test('init does not take the place of a workspace', async () => {
    at.file('daypack.json', JSON.stringify({ kind: 'workspace' }))
    expect(await ran('init --force')).toEqual([
      'init --force',
      2,
      '',
      'beside:',
      "daypack: <dir>/daypack.json belongs to a workspace, which keeps its own daypack.json there. Run `daypack init` in the project's folder.",
    ])
  })
  test('doctor names the settings, the model and its key, never the key itself', async () => {
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
})

test('replay, carry and exam without anything to work on', async () => {
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
      'daypack replay: no preset "x"; choose daypack, copaw, qwenpaw, miniClaude, claudeCode, or "all".',
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
      '  It never came close to the window (10 of 8.0k tokens), so nothing was left out and nothing was gained.',
      '  It is too short for any window to make a difference.',
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
      'No session was found in which an agent compacted its own conversation and the recording tells with what words. Claude Code and Copilot CLI record it; it happens in long sessions.',
    ],
  ])
})
