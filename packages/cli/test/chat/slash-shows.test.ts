// What the slash commands that only look answer, whole.
import { expect, test } from 'vitest'
import { CONFIG, typed } from './typed.ts'

test('/history, /message, /context', async () => {
  expect(
    await typed([
      '/history',
      '/message 2',
      '/message 9',
      '/message x',
      '/context',
      '/compact_str',
      '/explain',
      '/cost',
    ]),
  ).toEqual([
    [
      '5 messages, 352 tokens in view, 3.5 % of 10000; summaries 0 tokens.',
      '1. user, 8 tokens, 1 block: Look at src/login.ts, please.',
      '2. assistant, 24 tokens, 2 blocks: I look. [call read_file {"path":"src/login.ts"}]',
      '3. tool, 292 tokens, 1 block: [result of read_file] export const login = 1 export const login = 1 export const login = 1 export c…',
      '4. assistant, 4 tokens, 1 block: It is fine.',
      '5. user, 4 tokens, 1 block: Now the rest.',
    ],
    ['Message 2, assistant, <time>, caller', 'I look.', '[call read_file {"path":"src/login.ts"}]'],
    ['There is no message 9; there are 1 to 5.'],
    ['/message takes a number, as /history shows it: /message 3.'],
    [
      '[ua==··································································] 352 of 10.0k, 4 %',
      'u user 20  a assistant 36  = tool results 296  · free 9.6k',
      'Zones: system 0; sent 344 in 4 items, unchanged until the next epoch; fresh 8 in 1 item, shortened before being sent if need be.',
      'Tools take <some> more with every request.',
      'Biggest:',
      '     292  message 3, tool-result: [result of read_file] export const login = 1 export const login =…',
      '      21  message 2, tool-call: [call read_file {"path":"src/login.ts"}]',
      '       8  message 1, text: Look at src/login.ts, please.',
      '       4  message 4, text: It is fine.',
      '       4  message 5, text: Now the rest.',
      '       3  message 2, text: I look.',
    ],
    ['There is no summary: nothing has been folded.'],
    [
      '5 messages in the log. Sent to the model: 5 messages; 352 tokens.',
      'No epoch yet: everything is shown as it came.',
    ],
    ['Nothing was billed in this session yet.'],
  ])
})

test('a conversation without messages', async () => {
  expect(await typed(['/history', '/message 1', '/context', '/compact', '/resume'], CONFIG, [])).toEqual([
    ['0 messages, 0 tokens in view, 0.0 % of 10000; summaries 0 tokens.'],
    ['There are no messages yet.'],
    [
      '[······································································] 0 of 10.0k, 0 %',
      '· free 10.0k',
      'The conversation is empty.',
    ],
    ['There is nothing to compact: the conversation is empty.'],
    ['There is no other session yet.'],
  ])
})

test('a history that is too long shows its ends', async () => {
  const [lines] = await typed(['/history'], { ...CONFIG, chat: { historyMaxChars: 60 } })
  expect(lines).toEqual([
    '5 messages, 352 tokens in view, 3.5 % of 10000; summaries 0 tokens.',
    '1. user, 8 tokens, 1 block: Lo',
    '… 299 characters left out …',
    'tokens, 1 block: Now the rest.',
  ])
})
