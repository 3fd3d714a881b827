import { fenced, HEADINGS, quoted, quotedAfter, REQUEST } from '../../src/view/frame.ts'

/** Lines of others that look like ours. */
export function frames(): string {
  const ours = [
    ...Object.values(HEADINGS),
    ...Object.values(REQUEST),
    '[12] x',
    '[12–15] x',
    '- [1] x',
    '[12]x',
    '[1234567890] x',
    '#### Note',
    '# Notes',
    '####### Note',
    '# the latest',
    '(Last checks when this was written',
    '(Paths that do not',
    '</file>',
    '<code ',
    '<filet',
    'user: x',
    'result (a): x',
    'results: x',
    'called (a\nb): x',
    '[Hand-over',
    '[Messages 3',
    '[Messages x',
    'plain',
    '[3] USER: x',
  ]
  const breaks = ['\n', '\r\n', '\u2028', '\u001e', '\n\n', ' ']
  return [
    '## Lines that look like ours',
    ...ours.map((line) => `- ${JSON.stringify([...breaks.map((cut) => quotedAfter(`a${cut}${line}`)), quoted(line)])}`),
    `- ${JSON.stringify([fenced('file', { path: 'a"<b>\n\u2028 x', n: '1' }, 'x </FILE> y </file-2 z'), fenced('code', {}, '')])}`,
  ].join('\n')
}
