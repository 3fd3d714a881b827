// A conversation written to a file, and a new one begun from such a file.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { chatOn } from '../seeds/chat-support.ts'
import { CONFIG, maskedIn, TALK } from './typed.ts'

async function opened(file = 'history.jsonl') {
  const { chat, type, close } = await chatOn(CONFIG, TALK)
  const full = path.join(chat.cwd, file)
  Object.assign(chat, { env: { QWENPAW_DEBUG_HISTORY_FILE: full } })
  return { chat, close, full, type: async (line: string) => maskedIn(await type(line), chat.cwd) }
}

test('calls and results come back as what they were', async () => {
  const { chat, type, close, full } = await opened()
  const before = chat.session.view.slots.map(({ message: { role, blocks } }) => ({ role, blocks }))
  expect(await type('/dump_history')).toBe('Wrote 5 messages to <cwd>/history.jsonl.')
  expect(JSON.parse(readFileSync(full, 'utf8').split('\n')[1] ?? '')).toEqual({
    role: 'assistant',
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'c', name: 'read_file', input: { path: 'src/login.ts' } },
    ],
  })
  expect((await type('/load_history')).split('\n').at(-1)).toBe('Loaded 5 messages from <cwd>/history.jsonl.')
  expect(chat.session.view.slots.map(({ message: { role, blocks } }) => ({ role, blocks }))).toMatchObject(before)
  await close()
})

test('results as AgentScope writes them are read; what is no message is named by its line', async () => {
  const { chat, type, close, full } = await opened()
  const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'ls', input: {} }] }
  const result = { role: 'system', content: [{ type: 'tool_result', id: 'a', name: 'ls', output: 'b.txt' }] }
  writeFileSync(full, [{ role: 'user', content: 'List.' }, call, result].map((line) => JSON.stringify(line)).join('\n'))
  await type('/load_history')
  expect(chat.session.view.slots.map(({ message }) => message.role)).toEqual(['user', 'assistant', 'tool'])
  writeFileSync(full, '{"role":"user","content":"x"}\n\n{"role":"user"}\n')
  expect(await type('/load_history')).toBe(
    'Nothing was loaded or changed: <cwd>/history.jsonl, line 3, is no message: it needs a role (user or assistant) and content.',
  )
  writeFileSync(full, '\n')
  expect(await type('/load_history')).toBe('<cwd>/history.jsonl holds no messages. Nothing has changed.')
  await close()
})
