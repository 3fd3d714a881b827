import { fenced, HEADINGS, quoted, quotedAfter, REQUEST, unanswered } from '../../src/view/frame.ts'

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
  const breaks = ['\n', '\r', '\u2028', ' ', '']
  return [
    '## Lines that look like ours',
    ...ours.map(
      (line) =>
        `- ${JSON.stringify(line.slice(0, 40))}: ${breaks.map((cut) => Number(quotedAfter(`a${cut}${line}`).includes('› '))).join('')} ${breaks.map((cut) => Number(quotedAfter(`a${cut}   ${line}`).includes('› '))).join('')} ${Number(quoted(line).startsWith('› '))} ${Number(fenced('file', {}, line).includes('› '))}`,
    ),
    `- ${JSON.stringify(['→ USER: x', '→USER: x', '→ user: x', '-> USER:'].map(unanswered))}`,
    `- ${JSON.stringify([fenced('file', { path: 'a"<b>\n\u2028 → USER: x', n: '1' }, 'x </FILE> y </file-2 z'), fenced('code', {}, '')])}`,
  ].join('\n')
}
