// What the slash commands that change something answer, and how they refuse what they cannot do.
import { expect, test } from 'vitest'
import { commandsFor, isCommand } from '../../src/chat/slash/index.ts'
import { chatOn } from '../seeds/chat-support.ts'
import { CONFIG, maskedIn, TALK, typed } from './typed.ts'

test('/pin and /expand say what they take, and do nothing else', async () => {
  expect(
    await typed([
      '/pin',
      '/pin 2',
      '/pin 9',
      '/pin two',
      '/pin',
      '/pin 2 off',
      '/pin',
      '/history',
      '/expand',
      '/expand 3-1',
      '/expand 1-99',
      '/expand 1 - 2',
      '/undo x',
      '/undo',
    ]),
  ).toEqual([
    ['No message is pinned; /pin N pins one.'],
    ['Message 2 is pinned: no pass will touch it.'],
    ['/pin takes the number of a message, 1 to 5, and optionally “off”. Nothing was done.'],
    ['/pin takes the number of a message, 1 to 5, and optionally “off”. Nothing was done.'],
    ['Pinned: 2'],
    ['Message 2 is no longer pinned.'],
    ['No message is pinned; /pin N pins one.'],
    [
      '5 messages, 352 tokens in view, 3.5 % of 10000; summaries 0 tokens.',
      '1. user, 8 tokens, 1 block: Look at src/login.ts, please.',
      '2. assistant, 24 tokens, 2 blocks: I look. [call read_file {"path":"src/login.ts"}]',
      '3. tool, 292 tokens, 1 block: [result of read_file] export const login = 1 export const login = 1 export const login = 1 export c…',
      '4. assistant, 4 tokens, 1 block: It is fine.',
      '5. user, 4 tokens, 1 block: Now the rest.',
    ],
    [
      '/expand takes the number of a message as /history shows it, or two with a dash: /expand 12-20. Nothing was done.',
    ],
    ['There are messages 1 to 5. Nothing was done.'],
    ['There are messages 1 to 5. Nothing was done.'],
    ['These messages are already shown whole.'],
    ['/undo takes the number of a batch, as /explain shows it, or no number at all. Nothing was done.'],
    ['Nothing was undone: there is nothing to undo.'],
  ])
})

test('/plan', async () => {
  expect(
    await typed(['/plan', '/plan first; ; second ', '/plan done 2', '/plan done 3', '/plan', '/plan clear', '/plan']),
  ).toEqual([
    ['There is no plan. Set one with: /plan first step; second step'],
    ['Plan: 2 steps. /plan shows it.'],
    ['Done: second'],
    ['There are steps 1 to 2. Nothing was done.'],
    ['Plan: 1 of 2 steps done.', '1. [ ] first', '2. [x] second'],
    ['The plan is cleared.'],
    ['There is no plan. Set one with: /plan first step; second step'],
  ])
})

test('/proactive, /preset, /model', async () => {
  expect(
    await typed([
      '/proactive',
      '/proactive on',
      '/proactive',
      '/proactive 5',
      '/proactive x',
      '/proactive off',
      '/preset',
      '/preset none',
      '/preset COPAW',
      '/preset',
      '/model',
    ]),
  ).toEqual([
    ['Off; /proactive on switches it on.'],
    ['On: the agent may speak up after 30 minutes of silence.'],
    ['On: after 30 minutes.'],
    ['On: the agent may speak up after 5 minutes of silence.'],
    ['/proactive takes on, off, or a number of minutes. It is off now.'],
    ['Off.'],
    ['daypack; there are daypack, copaw, qwenpaw, miniClaude, claudeCode.'],
    ['There is no preset none; there are daypack, copaw, qwenpaw, miniClaude, claudeCode. Nothing has changed.'],
    ['Preset copaw from the next request on.'],
    ['copaw; there are daypack, copaw, qwenpaw, miniClaude, claudeCode.'],
    ['scripted. /model provider:name changes it, such as /model anthropic:claude-sonnet-5-5.'],
  ])
})

test('what is not known, and what takes no arguments', async () => {
  expect(await typed(['/compat', '/zebra', '/history 3', '//new x', '/memory', '/summarize_status'])).toEqual([
    [
      'There is no /compat; did you mean /compact or /context or /compact_str or /cost? /help lists the commands. Nothing was sent.',
    ],
    ['There is no /zebra. /help lists the commands. Nothing was sent.'],
    ['/history takes no arguments. Nothing was done.'],
    ['/new takes no arguments. Nothing was done.'],
    ['Memory is switched off (memory.enabled in daypack.json).'],
    ['Memory is switched off (memory.enabled in daypack.json).'],
  ])
  expect(['/help', '//help', '/usr/lib', 'help', '/ help', '/help\tme', '/a1'].map(isCommand)).toEqual([
    true,
    true,
    false,
    false,
    false,
    true,
    false,
  ])
  expect(commandsFor(['undo', 'context', 'none'])).toEqual([
    { name: 'undo', description: 'take back the newest epoch, or one batch', input: { hint: '[batch]' } },
    { name: 'context', description: 'what fills the window, and what would go next' },
  ])
})

test('/resume lists the sessions used last, and goes on with one', async () => {
  const { chat, type, close } = await chatOn(CONFIG, TALK)
  const typedNow = async (line: string) => maskedIn(await type(line), chat.cwd)
  const answers = [
    await typedNow('/clear'),
    await typedNow('/resume'),
    await typedNow('/resume 7'),
    await typedNow('/resume 1'),
    await typedNow('/new'),
  ]
  expect(answers).toEqual([
    'New session <id>. The old one, s, is kept: daypack chat --resume s',
    '  1  s  Now the rest.\nGo on with one: /resume N',
    'There is no session 7. /resume lists them.',
    'Session s, 5 messages.\n\n> Look at src/login.ts, please.\n\nI look.\n\nIt is fine.\n\n> Now the rest.',
    'New session <id>. The old one, s, is kept: daypack chat --resume s',
  ])
  expect(chat.session.view.slots).toHaveLength(0)
  await close()
})
