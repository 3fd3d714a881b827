import type { Plan } from 'daypack'
import { expect, test } from 'vitest'
import { compactReply, epochLine } from './reply.ts'

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
test('what /compact says, by preset', () => {
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

test('what an epoch says, by preset', () => {
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
