// Memories of other programs: each form of a file, and what is taken of it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readMemories } from './read.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'daypack-memories-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

function file(name: string, content: unknown): string {
  const at = path.join(dir, name)
  mkdirSync(path.dirname(at), { recursive: true })
  writeFileSync(at, typeof content === 'string' ? content : JSON.stringify(content))
  return at
}
const read = (name: string, content: unknown) => readMemories(file(name, content))
const failure = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return (error as Error).message.replaceAll(dir, '<dir>')
  }
}

const MARKDOWN = `---
name: x
---
# Heading
<!-- hidden
comment -->
- **Port**: 8443
- [x] tabs, not spaces
  and no trailing ones
1. first
2) second

A paragraph
in two lines.
> quoted
@import.md
@ada said so
| a | table |
---
abc
\`\`\`sh
rm -rf /
\`\`\`
~~~
more code
~~~
__Bold__ end
`

describe('Markdown', () => {
  test('list items and paragraphs', () => {
    expect(read('notes.md', MARKDOWN)).toEqual({
      from: 'notes.md',
      taken: [
        { text: 'Port: 8443', by: 'user' },
        { text: 'tabs, not spaces and no trailing ones', by: 'user' },
        { text: 'first', by: 'user' },
        { text: 'second', by: 'user' },
        { text: 'A paragraph in two lines.', by: 'user' },
        { text: '@ada said so', by: 'user' },
        { text: 'Bold end', by: 'user' },
      ],
      talks: [],
    })
    const windows = read('windows.md', `\uFEFF${MARKDOWN.replaceAll('\n', '\r\n')}`)
    expect(windows.taken).toEqual(read('notes.md', MARKDOWN).taken)
    expect(read('notes.Markdown', 'One line.').taken).toEqual([{ text: 'One line.', by: 'user' }])
  })
})

describe('JSON', () => {
  test('mem0, LangGraph and langmem: statements with their day', () => {
    expect([
      read(
        'a.json',
        `\uFEFF${JSON.stringify([{ memory: ' likes\n tea ', created_at: '2026-01-05T09:00:00Z' }, { memory: '' }, { other: 1 }])}`,
      ),
      read('b.json', {
        results: [
          { memory: 'x', updated_at: '2026-02-01', created_at: '2026-01-01' },
          { memory: 'y', updatedAt: '2026-03-01', createdAt: '2026-01-01' },
          { memory: 'z', createdAt: 5 },
        ],
      }).taken,
      read('c.json', {
        memories: [
          { value: { content: { content: 'deep' } } },
          { value: { text: 'text' } },
          { value: { memory: 'mem' } },
          { value: { data: 'data', x: 1 } },
        ],
      }).taken,
    ]).toEqual([
      { from: 'mem0 or a LangGraph store', taken: [{ text: 'likes tea', by: 'model', day: '2026-01-05' }], talks: [] },
      [
        { text: 'x', by: 'model', day: '2026-02-01' },
        { text: 'y', by: 'model', day: '2026-03-01' },
        { text: 'z', by: 'model' },
      ],
      [
        { text: 'deep', by: 'model' },
        { text: 'text', by: 'model' },
        { text: 'mem', by: 'model' },
        { text: 'data', by: 'model' },
      ],
    ])
  })
  test('messages of LangChain, in its four forms', () => {
    expect([
      read('m.json', {
        messages: [
          { type: 'human', data: { content: 'Hi' } },
          { type: 'ai', content: 'Ho' },
          { role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }] },
        ],
      }),
      read('n.json', {
        chat_memory: {
          messages: [
            { type: 'constructor', id: ['x', 'HumanMessage'], kwargs: { content: 'K' } },
            { type: 'constructor', id: ['AIMessageChunk'], kwargs: { content: 'L' } },
          ],
        },
      }).talks,
      read('o.json', [
        { type: 'tool', content: 'no' },
        { role: 'assistant', content: '' },
        { role: 'assistant', content: 'yes' },
      ]).talks,
    ]).toEqual([
      {
        from: 'messages of LangChain',
        taken: [],
        talks: [
          {
            name: 'm.json',
            told: [
              { role: 'user', text: 'Hi' },
              { role: 'assistant', text: 'Ho' },
              { role: 'user', text: 'a\nb' },
            ],
          },
        ],
      },
      [
        {
          name: 'n.json',
          told: [
            { role: 'user', text: 'K' },
            { role: 'assistant', text: 'L' },
          ],
        },
      ],
      [{ name: 'o.json', told: [{ role: 'assistant', text: 'yes' }] }],
    ])
  })
  test('what it is not', () => {
    expect([
      failure(() => read('p.json', { a: 1 })),
      failure(() => read('q.json', '{')),
      failure(() => read('r.json', [{ type: 'tool' }])),
      failure(() => readMemories(path.join(dir, 'none.json'))),
    ]).toEqual([
      '<dir>/p.json is not something that can be imported: mem0 memories (get_all), LangChain messages, LangGraph store items, a Claude Code session (.jsonl), Markdown, or a folder: ~/.claude, one of its projects, or a workspace with MEMORY.md.',
      '<dir>/q.json is not JSON.',
      '<dir>/r.json is not something that can be imported: mem0 memories (get_all), LangChain messages, LangGraph store items, a Claude Code session (.jsonl), Markdown, or a folder: ~/.claude, one of its projects, or a workspace with MEMORY.md.',
      'There is no <dir>/none.json.',
    ])
  })
})

const line = (type: string, content: unknown, more: object = {}) =>
  JSON.stringify({ type, message: { content }, timestamp: '2026-01-05T09:00:00Z', ...more })

describe('sessions of Claude Code', () => {
  test('what was said, without what a host or a sub-agent added', () => {
    const lines = [
      line('user', 'Hi'),
      '',
      '{ broken',
      line(
        'assistant',
        [
          { type: 'text', text: 'Ho' },
          { type: 'tool_use', text: 'no' },
        ],
        { timestamp: 'never' },
      ),
      line('user', [{ type: 'tool_result' }]),
      line('system', 'no'),
      line('user', 'meta', { isMeta: true }),
      line('user', 'side', { isSidechain: true }),
      line('user', 'summary', { isCompactSummary: true }),
      line('user', 'plain', { isMeta: false }),
    ]
    expect(read('s.jsonl', lines.join('\n'))).toEqual({
      from: 'a session of Claude Code',
      taken: [],
      talks: [
        {
          name: 's.jsonl',
          told: [
            { role: 'user', text: 'Hi', at: 1767603600000 },
            { role: 'assistant', text: 'Ho' },
            { role: 'user', text: 'plain', at: 1767603600000 },
          ],
        },
      ],
    })
  })
  test('a folder: its notes, days and projects, the oldest talk first', () => {
    file('CLAUDE.md', '- Use tabs.')
    file('memory/2026-01-05.md', 'The port is 8443.')
    file('memory/people.md', 'Ada decides.')
    file('memory/data.json', '{}')
    file('projects/app/MEMORY.md', '- The app is blue.')
    file('projects/app/late.jsonl', line('user', 'late', { timestamp: '2026-02-01T00:00:00Z' }))
    file('early.jsonl', line('user', 'early'))
    file('empty.jsonl', '')
    const { from, ...rest } = readMemories(dir)
    expect(from).toBe(path.basename(dir))
    expect(rest).toEqual({
      taken: [
        { text: 'Use tabs.', by: 'user' },
        { text: 'The port is 8443.', by: 'user', day: '2026-01-05' },
        { text: 'Ada decides.', by: 'user' },
        { text: 'The app is blue.', by: 'user' },
      ],
      talks: [
        { name: 'empty.jsonl', told: [] },
        { name: 'early.jsonl', told: [{ role: 'user', text: 'early', at: 1767603600000 }] },
        { name: 'projects/app/late.jsonl', told: [{ role: 'user', text: 'late', at: 1769904000000 }] },
      ],
    })
    rmSync(dir, { recursive: true })
    mkdirSync(dir)
    expect(failure(() => readMemories(dir))).toBe(
      '<dir> has no USER.md, PROFILE.md, CLAUDE.md, MEMORY.md, no memory/ and no sessions (.jsonl): there is nothing to import.',
    )
  })
})
