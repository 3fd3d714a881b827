import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { chatOn } from '../seeds/chat-support.ts'
import { CONFIG, maskedIn, TALK } from './typed.ts'

test('/dump_history writes what is shown, /load_history begins anew with it', async () => {
  const { chat, type, close } = await chatOn({ ...CONFIG, dir: 'w' }, [
    ...TALK,
    {
      role: 'user',
      blocks: [
        { type: 'media', mediaType: '', content: { text: 'abc' } },
        { type: 'media', mediaType: 'image/png', content: { text: 'abc' } },
      ],
    },
    { role: 'tool', blocks: [{ type: 'tool-result', callId: 'd', tool: 'x', content: { text: 'no' }, isError: true }] },
  ])
  const file = path.join(chat.cwd, 'history.jsonl')
  Object.assign(chat, { env: { QWENPAW_DEBUG_HISTORY_FILE: file } })
  const masked = async (line: string) => maskedIn(await type(line), chat.cwd)
  expect(await masked('/dump_history')).toBe('Wrote 7 messages to <cwd>/history.jsonl.')
  expect(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Look at src/login.ts, please.' }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'c', name: 'read_file', input: { path: 'src/login.ts' } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c',
          content: 'export const login = 1\n'.repeat(40),
        },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'It is fine.' }] },
    { role: 'user', content: [{ type: 'text', text: 'Now the rest.' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: '[media]' },
        { type: 'text', text: '[image/png]' },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'd', content: 'no', is_error: true }] },
  ])

  const loaded = async (...lines: unknown[]) => {
    writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
    return masked(`/load_history ${path.basename(file)}`)
  }
  const summary = {
    role: 'user',
    content: [
      { type: 'text', text: 'What was.' },
      { type: 'text', text: 'And more.' },
    ],
    metadata: { has_compressed_summary: 'true' },
  }
  const answer = { role: 'assistant', content: 'Yes.' }
  expect([
    await loaded(),
    await loaded('', answer, '{'),
    await loaded(answer, { role: 'robot', content: 'x' }),
    await loaded({ role: 'user', content: 5 }),
    await loaded(null),
    await loaded({ role: 'system', content: 'Be kind.' }, answer),
    await masked('/history'),
    await loaded(summary, { role: 'user', content: [{ type: 'tool_result', id: 'd', output: 'done' }] }, answer),
    await masked('/history'),
    await masked('/compact_str'),
    await masked('/pin 1'),
    await masked('/context'),
    await masked('/load_history none.jsonl'),
    await loaded(...Array.from({ length: 10_001 }, () => answer)),
  ]).toEqual([
    '<cwd>/history.jsonl holds no messages. Nothing has changed.',
    'Nothing was loaded or changed: <cwd>/history.jsonl, line 3 is not JSON.',
    'Nothing was loaded or changed: <cwd>/history.jsonl, line 2 is no message: it needs a role (user or assistant) and content.',
    'Nothing was loaded or changed: <cwd>/history.jsonl, line 1 is no message: it needs a role (user or assistant) and content.',
    'Nothing was loaded or changed: <cwd>/history.jsonl, line 1 is no message: it needs a role (user or assistant) and content.',
    'New session <id>. The old one, s, is kept: daypack chat --resume s\nLoaded 2 messages from <cwd>/history.jsonl.',
    '2 messages, 13 tokens in view, 0.1 % of 10000; summaries 0 tokens.\n1. user, 3 tokens, 1 block: Be kind.\n2. assistant, 2 tokens, 1 block: Yes.',
    'New session <id>. The old one, <id>, is kept: daypack chat --resume <id>\nLoaded 2 messages and the summary from <cwd>/history.jsonl.',
    '3 messages, 37 tokens in view, 0.4 % of 10000; summaries 14 tokens.\n1. user, 6 tokens, 1 block folded: What was. And more.\n2. tool, 13 tokens, 1 block: [result of ] done\n3. assistant, 2 tokens, 1 block: Yes.',
    '1 message, number 1, summed up by loaded in 14 tokens:\nWhat was.\nAnd more.',
    'Message 1 is folded; show it with /expand 1 first, then pin it. Nothing was done.',
    '[#a=···································································] 37 of 10.0k, 0 %\n# hand-over 14  a assistant 6  = tool results 17  · free 10.0k\nZones: system 0; sent 37 in 3 items, unchanged until the next epoch; fresh 0 in 0 items, shortened before being sent if need be.\nTools take <some> more with every request.\nBiggest:\n      13  message 2, tool-result: [result of ] done\n       2  message 3, text: Yes.',
    "Nothing was loaded or changed: ENOENT: no such file or directory, open '<cwd>/none.jsonl'",
    'Nothing was loaded or changed: <cwd>/history.jsonl has more than 10000 messages.',
  ])
  await close()
})
