import { describe, expect, test } from 'vitest'
import { exitCode } from '../../src/handover/read/call/exit-code.ts'
import { identifiers } from '../../src/handover/text/identifiers.ts'
import { overflowOf } from '../../src/model/overflow.ts'
import { outcome } from '../../src/handover/read/call/outcome.ts'
import { pastedParts, surelyOwn } from '../../src/speech/pasted.ts'
import { rejection } from '../../src/speech/rejection.ts'
import { voiceOfText } from '../../src/speech/voices.ts'
import { entriesOf } from '../../src/memory/notes/entries.ts'
import { marked, sourceOf, withoutMarks } from '../../src/memory/notes/source.ts'
import { absoluteDates } from '../../src/memory/search/text/dates.ts'
import { tokenize } from '../../src/memory/search/text/tokenize.ts'
import { check } from '../../src/memory/evidence/check.ts'
import { findSecrets } from '../../src/secrets/redact.ts'
import { extract } from '../../src/memory/write/extract.ts'
import { score } from '../../src/memory/write/score.ts'
import { sentences } from '../../src/memory/write/sentences.ts'
import { termsOf } from '../../src/retrieval/scan.ts'
import { fenced, quoted } from '../../src/view/frame.ts'

const bash = (text: string) => outcome({ tool: 'bash', input: { command: 'npm test' } }, { text })
/** Everything that looks at text from outside with patterns of ours. */
const READERS: Record<string, (text: string) => unknown> = {
  identifiers,
  'shell commands': (text) => outcome({ tool: 'bash', input: { command: text } }, { text: 'ok' }),
  'exit codes': exitCode,
  outcomes: bash,
  'overflow errors': overflowOf,
  'pasted parts': pastedParts,
  rejections: rejection,
  'quoted lines': (text) => [quoted(text), fenced('file', { path: text }, text)],
  voices: voiceOfText,
  'entries of notes': entriesOf,
  'marks of sources': (text) => [withoutMarks(`${text} <!-- @user -->`), sourceOf(text)],
  'marked lines': (text) => marked(text, { by: 'user', from: [] }),
  dates: absoluteDates,
  tokens: tokenize,
  evidence: (text: string) =>
    check({ line: text, quote: text }, { said: [{ seq: 1, by: 'user', text }], today: '2026-11-16' }),
  secrets: findSecrets,
  sentences,
  'spoken parts': (text) => surelyOwn(text, { greeting: /^hi/i, signOff: /^best/i }),
  'what a sentence scores': (text) => score(text),
  'terms of a query': termsOf,
}
const UNITS = [
  ...[
    '\\',
    ' ',
    '\n',
    '\t',
    '*',
    '#',
    '-',
    '.',
    '/',
    '[',
    '(',
    '<',
    '>',
    '|',
    '"',
    "'",
    '`',
    '=',
    '_',
    'a',
    'A',
    '0',
    '世',
    '9 ',
  ],
  ...[
    '<!--',
    '<<E ',
    '2> ',
    '](',
    '# ',
    '- ',
    '> ',
    'a.',
    'a@',
    'eyJ',
    '```\n',
    '<a>',
    '[a] ',
    'sed -i ',
    'L1,',
    ' \n',
    '\r\n',
  ],
  ...[
    'key=',
    'password: ',
    'From: a\n',
    'Exit code ',
    'rejected ',
    '| a ',
    'use a ',
    'date: ',
    '-----BEGIN ',
    'http://',
  ],
]
const BEFORE = ['', '# ', 'cat <<EOF\n', 'ADD ', '- x']
const SMALL = 2_000
const TIMES = 8
const LEAST_MS = 60

const timed = (work: () => unknown): number => {
  const { user, system } = process.cpuUsage()
  work()
  const used = process.cpuUsage({ user, system })
  return (used.user + used.system) / 1_000
}
const best = (work: () => unknown, times: number): number =>
  Math.min(...Array.from({ length: times }, () => timed(work)))

describe('F-66: eight times the text takes about eight times the work, not sixty-four', () => {
  test.each(Object.entries(READERS))('%s', (_, read) => {
    const slow: unknown[] = []
    for (const unit of UNITS) {
      for (const before of BEFORE) {
        const text = (size: number) => `${before}${unit.repeat(size / unit.length)}!`
        const measured = (times: number): number => best(() => read(text(SMALL * TIMES)), times)
        // Less than this is nothing, whatever it is in proportion to; a pause to collect garbage is not the reader's.
        const large = measured(1) < LEAST_MS ? 0 : measured(2)
        if (large < LEAST_MS) continue
        const small = best(() => read(text(SMALL)), 5)
        // What looks slow is looked at again: other threads of this process count as well.
        const ratio = large / small > 3 * TIMES ? measured(5) / small : large / small
        if (ratio > 3 * TIMES) slow.push({ before, unit, ratio: Math.round(ratio), ms: Math.round(large) })
      }
    }
    expect(slow).toEqual([])
  })
})

test('F-66: of a very long list of facts no more is compared than is kept', () => {
  const facts = (count: number) =>
    Array.from({ length: count }, (_, at) => `I like boat ${at} and my office is in room ${at}.`).join(' ')
  const read = (count: number) => extract({ heard: [{ seq: 1, by: 'user', text: facts(count) }], calls: [] })
  read(100)
  expect(best(() => read(1_600), 2) / best(() => read(200), 2)).toBeLessThan(3 * TIMES)
})
