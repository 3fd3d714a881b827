// Memories moved in from elsewhere and out again: what is said of them, and in which order they come.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { commandLines } from './command-lines.ts'

const line = (day: string, content: string) =>
  JSON.stringify({ type: 'user', timestamp: `${day}T10:00:00.000Z`, message: { role: 'user', content } })

test('statements are written once, talk is noted by the day, and all comes out in order', async () => {
  const { at, ran } = commandLines()
  const put = (name: string, text: string) => writeFileSync(path.join(at.dir, name), text)
  put('notes.md', '- The staging port is 8443.\n- Ada likes tea.\n')
  put('mem0.json', JSON.stringify([{ memory: 'Deploys run on Fridays.', created_at: '2026-03-03T08:00:00Z' }]))
  put('undated.json', JSON.stringify([{ type: 'human', data: { content: 'I live in Porto.' } }]))
  put('s.jsonl', [line('2026-03-01', 'I work at Halcyon.'), line('2026-03-02', 'I prefer tabs.')].join('\n'))
  const said: unknown[] = []
  for (const name of ['notes.md', 'notes.md', 'mem0.json', 'undated.json', 's.jsonl'])
    said.push((await ran(`memory import ${name}`)).slice(1))
  expect(said).toEqual([
    [0, 'From notes.md: 2 statements, 2 new.'],
    [0, 'From notes.md: 2 statements, 0 new.'],
    [
      0,
      'From mem0 or a LangGraph store: 1 statement, 1 new.',
      'Bring MEMORY.md up to date from the days with: daypack memory consolidate',
    ],
    [0, 'From messages of LangChain: 0 statements, 0 new; 1 conversation of 1 message, 1 line noted.'],
    [
      0,
      'From a session of Claude Code: 0 statements, 0 new; 1 conversation of 2 messages, 2 lines noted.',
      'Bring MEMORY.md up to date from the days with: daypack memory consolidate',
    ],
  ])
  expect(readFileSync(path.join(at.dir, '.daypack/memory/2026-03-01.md'), 'utf8')).toContain('I work at Halcyon.')
  await ran('memory add --path memory/topics/b.md "Topic b."')
  await ran('memory add --path memory/topics/a.md "Topic a."')
  const [, code, ...out] = await ran('memory export --json')
  const notes = JSON.parse(out.join('\n')) as { path: string; text: string }[]
  expect([code, ...notes.map(({ path: name }) => name)]).toEqual([
    0,
    'MEMORY.md',
    'memory/topics/a.md',
    'memory/topics/b.md',
    'memory/<day>.md',
    'memory/<day>.md',
    'memory/<day>.md',
    'memory/<day>.md',
  ])
})

test('a workspace is moved once; what could be reached from outside is not started without a token', async () => {
  const { all } = commandLines()
  await all('memory add "Ada likes tea."')
  const lines = [
    'migrate --from .daypack --to moved',
    'migrate --from .daypack --to moved',
    'mcp --http --host 0.0.0.0',
    'proxy --host 0.0.0.0',
    'memory history none',
  ]
  const answers = await all(...lines)
  const masked = (line: unknown) => String(line).replace(/[1-9]\d* bytes/, 'some bytes')
  expect(
    answers.map((answer) =>
      answer
        .slice(1)
        .map(masked)
        .filter((line) => !/^(?:Moving |beside:|$)/.test(line)),
    ),
  ).toEqual([
    [
      '0',
      'Moved 1 sessions, 0 blobs, 0 days, 1 notes (some bytes); 0 were already there. All were compared.',
      'The memory index is rebuilt on first use.',
    ],
    [
      '0',
      'Moved 0 sessions, 0 blobs, 0 days, 0 notes (0 bytes); 2 were already there. All were compared.',
      'The memory index is rebuilt on first use.',
    ],
    ['2', 'daypack: 0.0.0.0 can be reached from outside: set a token with --token.'],
    [
      '2',
      'daypack: 0.0.0.0 can be reached from outside: set a token with --token, or tokens for each person with --team.',
    ],
    ['1', 'There is no line none.'],
  ])
})
