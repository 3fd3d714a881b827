// What the slash commands that change something answer, and how they refuse what they cannot do.
import { expect, test } from 'vitest'
import { commandsFor, isCommand } from '../../src/chat/slash/index.ts'
import { chatOn } from '../seeds/chat-support.ts'
import { CONFIG, maskedIn, TALK, typed } from './typed.ts'

test('/undo and /model', async () => {
  expect(await typed(['/undo x', '/undo', '/model'])).toEqual([
    ['/undo takes the number of a batch, as /explain shows it, or no number at all. Nothing was done.'],
    ['Nothing was undone: there is nothing to undo.'],
    ['scripted. /model provider:name changes it, such as /model anthropic:claude-sonnet-5-5.'],
  ])
})

test('what is not known, and what takes no arguments', async () => {
  expect(await typed(['/compat', '/zebra', '/history 3', '//new x', '/memory'])).toEqual([
    [
      'There is no /compat; did you mean /compact or /context or /compact_str or /cost? /help lists the commands. Nothing was sent.',
    ],
    ['There is no /zebra. /help lists the commands. Nothing was sent.'],
    ['/history takes no arguments. Nothing was done.'],
    ['/new takes no arguments. Nothing was done.'],
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
