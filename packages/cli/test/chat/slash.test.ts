// What every slash command of the chat answers, whole: what is typed, and the lines that come.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Message, Plan } from 'daypack'
import { failureOf } from '../../src/chat/failure.ts'
import { clip, flat, halves, safe, toolLine } from '../../src/chat/show.ts'
import { commandsFor, isCommand } from '../../src/chat/slash/index.ts'
import { isDue } from '../../src/chat/slash/proactive.ts'
import { compactReply, epochLine } from '../../src/chat/slash/reply.ts'
import { showTail } from '../../src/chat/slash/resume.ts'
import { goodbye, showMeter, welcome } from '../../src/chat/status.ts'
import type { Config } from '../../src/config/schema.ts'
import { chatOn, saying } from '../seeds/chat-support.ts'

const CONFIG: Config = { window: 10_000 }
const LATER = Date.UTC(2026, 0, 5, 9)

/** A question, a call with its result, an answer with a picture. */
const TALK: Message[] = [
  saying('user', 'Look at src/login.ts, please.'),
  {
    role: 'assistant',
    blocks: [
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', callId: 'c', tool: 'read_file', input: { path: 'src/login.ts' } },
    ],
  },
  {
    role: 'tool',
    blocks: [
      { type: 'tool-result', callId: 'c', tool: 'read_file', content: { text: 'export const login = 1\n'.repeat(40) } },
    ],
  },
  saying('assistant', 'It is fine.'),
  saying('user', 'Now the rest.'),
]

/** Without what differs from run to run. */
function maskedIn(answer: string, cwd: string): string {
  return answer
    .replaceAll(cwd, '<cwd>')
    .replaceAll(/chat-\d{8}-\d{6}-\w+/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/Tools take \S+/g, 'Tools take <some>')
}

/** Types line after line. */
async function typed(lines: readonly string[], config: Config = CONFIG, messages: readonly Message[] = TALK) {
  const { chat, type, close } = await chatOn(config, messages)
  Object.assign(chat, { now: () => LATER })
  const answers: string[][] = []
  for (const line of lines) answers.push(maskedIn(await type(line), chat.cwd).split('\n'))
  await close()
  return answers
}

describe('what is shown of a conversation', () => {
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
  test('of one without messages', async () => {
    expect(
      await typed(
        ['/history', '/message 1', '/context', '/compact', '/pin', '/expand 1', '/resume', '/dump_history'],
        CONFIG,
        [],
      ),
    ).toEqual([
      ['0 messages, 0 tokens in view, 0.0 % of 10000; summaries 0 tokens.'],
      ['There are no messages yet.'],
      [
        '[······································································] 0 of 10.0k, 0 %',
        '· free 10.0k',
        'The conversation is empty.',
      ],
      ['There is nothing to compact: the conversation is empty.'],
      ['No message is pinned; /pin N pins one.'],
      ['There are messages 1 to 0. Nothing was done.'],
      ['There is no other session yet.'],
      ['Wrote 0 messages to <cwd>/.daypack/debug_history.jsonl.'],
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
})

describe('what changes it', () => {
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
})

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

describe('what /compact and an epoch say, by preset', () => {
  const done = { messages: 3, before: 1_000, after: 250, cropped: 2, isRemembered: true, isIgnored: true }
  const summary = [
    '[Hand-over: x]',
    '',
    '# Story',
    '',
    ...'abcdefgh'.split('').map((name) => name.repeat(70)),
    '# Latest request',
    'z',
  ].join('\n')
  test('/compact', () => {
    expect(
      (['copaw', 'qwenpaw', 'miniClaude', 'daypack'] as const).map((preset) =>
        compactReply(preset, { ...done, summary }),
      ),
    ).toEqual([
      [
        '**Compact Complete!**',
        '',
        '- Messages compacted: 3',
        '- The instruction needs a model to follow it; nothing that was said holds its words. Start the chat with a model.',
        '**Compressed Summary:**',
        '# Story\n\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\nbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\ncccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc\ndddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\neeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee\nffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\ngggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg\nhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh',
        '- Summary task started in background',
      ],
      [
        '**Compact Complete!**',
        '- Messages compacted: 3',
        '- Tokens: 1000 → 250 (75 % less)',
        '- The instruction needs a model to follow it; nothing that was said holds its words. Start the chat with a model.',
        '**Compressed Summary:**',
        '# Story\n\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\nbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\ncccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc\ndddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\neeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee\nffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\ngggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg\nhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh',
      ],
      [
        'ℹ Conversation compacted.',
        '- The instruction needs a model to follow it; nothing that was said holds its words. Start the chat with a model.',
      ],
      [
        'Compact complete.',
        '- Messages compacted: 3',
        '- Tokens: 1000 → 250 (75 % less)',
        '- Facts go to memory in the background; /summarize_status shows it.',
        '- Parts shortened: 2',
        '- The instruction needs a model to follow it; nothing that was said holds its words. Start the chat with a model.',
        'The summary begins:',
        '  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…',
        '  bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…',
        '  cccccccccccccccccccccccccccccccccccccccccccccccccccccccc…',
        '  dddddddddddddddddddddddddddddddddddddddddddddddddddddddd…',
        '  eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee…',
        '  ffffffffffffffffffffffffffffffffffffffffffffffffffffffff…',
        '  … 3 more lines',
        '- /compact_str shows the whole summary, /undo takes it back.',
      ],
    ])
    expect(
      compactReply('daypack', { ...done, summary: 'a\nb', cropped: 0, isRemembered: false, isIgnored: false }),
    ).toEqual([
      'Compact complete.',
      '- Messages compacted: 3',
      '- Tokens: 1000 → 250 (75 % less)',
      'The summary begins:',
      '  a',
      '  b',
      '- /compact_str shows the whole summary, /undo takes it back.',
    ])
    expect(compactReply('daypack', { ...done, summary: '# only a heading' })).not.toContain('The summary begins:')
  })
  test('an epoch', () => {
    const plan = {
      before: { tokens: 800 },
      after: { tokens: 300 },
      tide: 'pressure',
      why: 'it pays',
      budget: { usable: 1_000 },
      view: { items: [{ kind: 'fold', messages: 4 }, { kind: 'message' }, { kind: 'fold', messages: 2 }] },
    } as unknown as Plan
    const presets = ['copaw', 'miniClaude', 'daypack'] as const
    expect(presets.map((preset) => epochLine({ config: { preset, window: 1_000 } }, plan))).toEqual([
      '[context 800/1000 tokens (80.0 %), 7 msgs -> compact(6) + keep(1); 300 tokens now]',
      'ℹ Context window filling up, compacting conversation...\nℹ Conversation compacted.',
      '[folded: 800 → 300 tokens, 500 saved, because the window was filling up; /undo takes it back]',
    ])
  })
})

test('when the agent may speak up: after the pause, once a minute, never twice in a row', () => {
  const slot = (text: string, at: number, role = 'user', origin = 'caller') => ({
    at,
    origin,
    message: saying(role as 'user', text),
  })
  const due = (slots: object[], now: number, triedAt = 0) =>
    isDue({ minutes: 5, since: 100_000, triedAt }, { slots } as never, now)
  const asked = slot('Hello', 60_000)
  expect([
    due([], 900_000),
    due([asked], 399_999),
    due([asked], 400_000),
    due([asked, slot('Yes.', 200_000, 'assistant')], 400_000),
    due([asked], 400_000, 340_001),
    due([asked], 400_000, 340_000),
    due([slot('[PROACTIVE] go on', 0), slot('Yes.', 0, 'assistant')], 900_000),
    due([slot('[PROACTIVE] go on', 0, 'user', 'memory')], 900_000),
  ]).toEqual([false, false, true, false, false, true, false, true])
})

test('why a request failed, and what to do', () => {
  const model = {
    provider: 'openai',
    id: 'gpt-x',
    keyName: 'OPENAI_API_KEY',
    label: '',
    model: '' as never,
    secrets: [],
  }
  const own = { ...model, provider: 'openai-compatible', baseUrl: 'http://localhost:1/v1' }
  const failed = (message: string, more: object = {}, cause?: unknown) =>
    Object.assign(new Error(message, { cause }), more)
  expect(
    [
      [failed('bad key', { statusCode: 401, url: 'https://api.openai.com/v1/x' }), model],
      [failed('no', { statusCode: 403 }), { ...model, keyName: undefined }],
      [failed('Not Found', { statusCode: 404, url: 'http://localhost:1/x' }), own],
      [failed('Not Found', { statusCode: 404 }), model],
      [failed('no gpt-x here', { statusCode: 404 }), own],
      [failed('The model `gpt-x` does not exist'), own],
      [failed('slow down', { statusCode: 429 }), model],
      [failed('fetch failed', {}, failed('connect', { code: 'ECONNREFUSED' })), own],
      [failed('tried', { lastError: failed('x', { code: 'ABC' }) }), model],
      [failed('Cannot connect to API'), model],
      [failed('all', { errors: [failed('one', { statusCode: 500 })] }), model],
    ].map(([error, used]) => failureOf(error, used as typeof model)),
  ).toEqual([
    'https://api.openai.com does not accept the key in OPENAI_API_KEY (bad key). Set the right one and start again, or choose another model with /model.',
    'openai does not accept the key (no). Set the right one and start again, or choose another model with /model.',
    'There is nothing at http://localhost:1/x (Not Found). Check DAYPACK_BASE_URL, or baseUrl in the settings: most servers want it to end in /v1.',
    'openai knows no model “gpt-x” (Not Found). Choose another with /model; `daypack models` lists those Daypack knows.',
    'openai-compatible knows no model “gpt-x” (no gpt-x here). Choose another with /model; `daypack models` lists those Daypack knows.',
    'openai-compatible knows no model “gpt-x” (The model `gpt-x` does not exist). Choose another with /model; `daypack models` lists those Daypack knows.',
    'openai asks to wait, or the account has no credit left (slow down). Say “go on” later.',
    'No answer from openai-compatible (ECONNREFUSED). Check the network, and that a server runs at DAYPACK_BASE_URL; then say “go on”.',
    'tried\nNothing is lost: say “go on” to try again, or choose another model with /model.',
    'No answer from openai (Cannot connect to API). Check the network; then say “go on”.',
    'all\nNothing is lost: say “go on” to try again, or choose another model with /model.',
  ])
})

test('text on a line of a terminal', () => {
  const wide = 'x'.repeat(50)
  expect([
    [
      safe('a\u0000\u001B[1mb\tc\nd\u009Fe'),
      flat('  a\n b\r'),
      clip('abc', 3),
      clip('abcd', 3),
      clip('😀😀', 2),
      clip('abc', 0),
    ],
    [halves('abcdef', 6), halves('abcdefg', 4), halves('abcdefgh', 5)],
    [
      toolLine('read', { path: 'a', n: 1, on: undefined }, 'one', 40),
      toolLine('read', 'plain', 'one\ntwo\n', 60),
      toolLine('read', { path: wide }, wide, 60),
      toolLine('read', wide, `${wide}\n`, 20),
      toolLine('read', undefined, '', 20),
    ],
  ]).toEqual([
    ['a[1mb\tc\nde', 'a b', 'abc', 'ab…', '�…', 'a…'],
    ['abcdef', 'ab\n… 3 characters left out …\nfg', 'ab\n… 4 characters left out …\ngh'],
    [
      '* read a 1 → one',
      '* read plain → one (3 lines, 8 bytes)',
      '* read xxxxxxxxxxxxxxxxxxxxxxxxxxxx… → xxxxxxxxxxxxxxxxxxxx…',
      '* read xxxx… → xxxx…',
      '* read  → ',
    ],
  ])
})
