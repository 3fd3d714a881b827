import path from 'node:path'
import { createDaypack } from 'daypack'
import { expect, test } from 'vitest'
import { commandLines } from './command-lines.ts'
import { agentSession, said } from '../inspect/workspace.ts'

const text = (role: 'user' | 'assistant', words: string) => ({ role, blocks: [{ type: 'text' as const, text: words }] })
const talk = (dir: string) => said(dir, 'talk', [text('user', 'Look at the login.'), text('assistant', 'It is fine.')])

test('sessions are listed, explained, exported, deleted and imported', async () => {
  const { at, all } = commandLines()
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

test('a session of an agent: what an epoch says, and taking it back', async () => {
  const { at, ran, all } = commandLines()
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
  const { at, ran } = commandLines()
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
