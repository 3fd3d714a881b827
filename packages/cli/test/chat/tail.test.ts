import { expect, test } from 'vitest'
import { showTail } from '../../src/chat/slash/sessions.ts'
import { chatOn, saying } from '../seeds/chat-support.ts'
import { CONFIG, TALK } from './typed.ts'

test('the end of a conversation: who said what, long answers by their beginning', async () => {
  const { chat, said, close } = await chatOn(CONFIG, [
    ...TALK,
    saying('assistant', Array.from({ length: 13 }, (_, at) => `line ${at}`).join('\n')),
    saying('user', 'two\nlines'),
  ])
  showTail(chat)
  expect(said).toEqual([
    '',
    'It is fine.',
    '',
    '> Now the rest.',
    '',
    'line 0\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\nline 7\nline 8\nline 9\nline 10\nline 11\n… 1 more lines',
    '',
    '> two\nlines',
  ])
  await close()
})
