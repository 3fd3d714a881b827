// The lines around a conversation: the welcome, the meter, the end of what was said, the goodbye.
import { expect, test } from 'vitest'
import { showTail } from '../../src/chat/slash/resume.ts'
import { goodbye, showMeter, welcome } from '../../src/chat/status.ts'
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

test('the lines around a chat: welcome, meter, goodbye', async () => {
  const { chat, close } = await chatOn(CONFIG, TALK)
  const cwd = chat.cwd
  const meters: object[] = []
  showMeter({ ...chat, ui: { ...chat.ui, meter: (text) => void meters.push(text) } })
  const lines = [
    welcome(chat, 0),
    welcome({ ...chat, model: { ...chat.model, provider: 'openai' } }, 1),
    welcome(chat, 2),
  ]
  expect([
    meters,
    ...lines.map((each) => each.map((line) => line.replace(cwd, '<cwd>'))),
    goodbye({ ...chat, env: {} }, '/w'),
  ]).toEqual([
    [{ short: '4 %', long: '[ua=·············] 4 % of 10.0k' }],
    [
      'model    scripted',
      'window   10.0k tokens, preset daypack',
      'folder   <cwd>',
      'session  s, 5 messages, 352 tokens',
      'try      list .',
    ],
    [
      'model    scripted',
      'window   10.0k tokens, preset daypack',
      'folder   <cwd>',
      'session  s, 5 messages, 352 tokens',
      '1 open tool call was closed',
      'try      what is in this folder?',
    ],
    [
      'model    scripted',
      'window   10.0k tokens, preset daypack',
      'folder   <cwd>',
      'session  s, 5 messages, 352 tokens',
      '2 open tool calls were closed',
      'try      list .',
    ],
    'Session saved. Continue with: daypack chat --resume s --dir /w',
  ])
  const empty = await chatOn(CONFIG)
  expect([
    welcome({ ...empty.chat, cwd: process.env['HOME'] ?? '' }, 0).slice(2, 4),
    goodbye(empty.chat, undefined),
  ]).toEqual([['folder   ~', 'session  s, new'], undefined])
  await close()
  await empty.close()
})
