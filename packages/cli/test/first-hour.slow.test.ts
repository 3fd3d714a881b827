import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAYPACK, daypack, project, within, type Project } from './run.ts'

let at: Project
beforeEach(() => void (at = project()))
afterEach(() => at.remove())

const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')
const put = (name: string, text: string) => {
  const file = path.join(at.dir, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

const CLAUDE = lines(
  { type: 'user', uuid: 'a', sessionId: 's1', message: { role: 'user', content: 'Mend the parser' } },
  {
    type: 'assistant',
    uuid: 'b',
    message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
  },
)
const CODEX = lines(
  { timestamp: '2026-11-15T10:00:00Z', type: 'session_meta', payload: { id: 'c1' } },
  item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'List the files' }] }),
  item({ type: 'function_call', name: 'shell', call_id: 'k', arguments: '{"command":["ls"]}' }),
  item({ type: 'function_call_output', call_id: 'k', output: 'a.ts\nb.ts' }),
  item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Two files.' }] }),
)
function item(payload: object): object {
  return { timestamp: '2026-11-15T10:00:01Z', type: 'response_item', payload }
}
const GEMINI = JSON.stringify({
  sessionId: 'g1',
  messages: [
    { type: 'user', content: 'Read a.ts', timestamp: '2026-11-15T10:00:00Z' },
    {
      type: 'gemini',
      content: 'It is empty.',
      toolCalls: [
        {
          id: 't',
          name: 'read_file',
          args: { path: 'a.ts' },
          result: [{ functionResponse: { response: { output: '' } } }],
        },
      ],
    },
  ],
})

describe('F-41: replay of your own transcripts', () => {
  test('without a file it finds the sessions of the agents on this machine', async () => {
    put('.claude/projects/-x/s1.jsonl', CLAUDE)
    put('.codex/sessions/2026/11/15/rollout-2026-11-15T10-00-00-c1.jsonl', CODEX)
    put('.gemini/tmp/hash/chats/session-2026-11-15-g1.json', GEMINI)
    const pi = [
      { type: 'session', id: 'p1' },
      { type: 'message', message: { role: 'user', content: 'hello pi' } },
      { type: 'message', message: { role: 'assistant', content: [{ type: 'text', text: 'hello' }] } },
    ]
    put('.pi/agent/sessions/x/p1.jsonl', lines(...pi))
    const storage = '.local/share/opencode/storage'
    put(`${storage}/session/global/ses_1.json`, JSON.stringify({ id: 'ses_1' }))
    put(`${storage}/message/ses_1/msg_1.json`, JSON.stringify({ id: 'msg_1', role: 'user' }))
    put(`${storage}/part/msg_1/prt_1.json`, JSON.stringify({ type: 'text', text: 'hello opencode' }))
    put(`${storage}/message/ses_1/msg_2.json`, JSON.stringify({ id: 'msg_2', role: 'assistant' }))
    put(`${storage}/part/msg_2/prt_1.json`, JSON.stringify({ type: 'text', text: 'hello' }))
    const ran = await within(at, ['replay'])
    expect(ran.code).toBe(0)
    for (const said of [
      'Claude Code',
      'Mend the parser',
      'Codex',
      'List the files',
      'Gemini CLI',
      'Read a.ts',
      'hello pi',
    ])
      expect(ran.out).toContain(said)
    expect(ran.out).toContain('hello opencode')
    expect((await within(at, ['replay', path.join(at.dir, storage, 'session/global/ses_1.json')])).out).toContain(
      'everything',
    )
  })

  test('a folder lists what is in it', async () => {
    put('logs/a.jsonl', CLAUDE)
    put('logs/notes.md', 'nothing')
    const ran = await within(at, ['replay', 'logs'])
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toContain('Mend the parser')
    expect(ran.out).not.toContain('notes.md')
  })

  test('lines that could not be read are counted', async () => {
    const ran = await within(at, ['replay', put('cut.jsonl', `${CLAUDE}{"type":"assist`)])
    expect(ran.out).toContain('1 line of the file could not be read')
  })

  test('a session that fits says why it saves nothing, and at which window it would', async () => {
    const talk = Array.from({ length: 60 }, (_, n) => [
      { role: 'user', content: `question ${n}: ${'what stands in this line of the log? '.repeat(30)}` },
      { role: 'assistant', content: `answer ${n}: ${'it says that all is well. '.repeat(30)}` },
    ]).flat()
    const ran = await within(at, ['replay', put('talk.json', JSON.stringify(talk))])
    expect(ran.out).toMatch(/never came close to the window \(\d+\.\dk of 200\.0k tokens\)/)
  })

  test('an unknown format is named', async () => {
    const ran = await within(at, ['replay', put('odd.json', '[{"foo":1,"bar":2}]')])
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('a JSON list with the fields foo, bar')
  })
})

describe('F-38: the command ends', () => {
  test('chat --resume of a session that is not there', async () => {
    const ran = await daypack(at, ['chat', '--model', 'scripted', '--resume', 'nope'])
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('There is no session nope')
  })

  test('a reader that goes away leaves no stack', () => {
    const command = DAYPACK.map((part) => `'${part}'`).join(' ')
    const run = `${command} --help 2>err | head -1; cat err`
    const out = execFileSync('bash', ['-c', run], { cwd: at.dir, env: at.env, encoding: 'utf8' })
    expect(out.trim().split('\n')).toHaveLength(1)
    const tour = `(${command} tour 2>err | head -1); cat err`
    const said = execFileSync('bash', ['-c', tour], { cwd: at.dir, env: at.env, encoding: 'utf8' })
    expect(said).not.toContain('EPIPE')
    expect(readdirSync(at.dir)).toEqual(['err'])
  })
})

describe('F-42: --model says what is wrong with it', () => {
  test.each([
    ['foo:bar', /there is no provider "foo"; there are anthropic.*DAYPACK_BASE_URL/],
    ['antropic:claude-sonnet-5-5', /did you mean "anthropic"\?/],
    ['anthropic', /No key for anthropic: set ANTHROPIC_API_KEY/],
    ['openai:gpt-5.6', /No key for openai: set OPENAI_API_KEY/],
  ])('%s', async (model, message) => {
    const ran = await within(at, ['chat', '--model', model])
    expect(ran.err).toMatch(message)
    expect(ran.code).toBe(2)
  })
})

test('F-20, F-39: the tour deletes nothing, writes nothing elsewhere, and its hints can be typed', async () => {
  put('mine/log/daypack.jsonl', 'my session\n')
  put('mine/MEMORY.md', 'my notes\n')
  const ran = await daypack(at, ['tour', '--dir', 'mine'])
  expect(ran.code).toBe(0)
  expect(ran.out).not.toContain('npm start')
  expect(ran.out).toMatch(/ {2}daypack explain daypack --dir \S+mine-2/)
  expect(readdirSync(at.dir)).toEqual(['mine', 'mine-2'])
  expect(readdirSync(path.join(at.dir, 'mine'))).toEqual(['MEMORY.md', 'log'])
  expect(readFileSync(path.join(at.dir, 'mine/MEMORY.md'), 'utf8')).toBe('my notes\n')
  expect(readFileSync(path.join(at.dir, 'mine/log/daypack.jsonl'), 'utf8')).toBe('my session\n')
  expect(readdirSync(path.join(at.dir, 'mine-2'))).toContain('log')
})
