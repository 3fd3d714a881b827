import type { LogStore } from '../../src/model/driver.ts'
import type { Entry } from '../../src/model/entry.ts'
import { openState } from '../../src/memory/notes/state.ts'
import { erased, eraseIn, eraseWhere } from '../../src/memory/trust/erase.ts'
import { check, type Said } from '../../src/memory/evidence/check.ts'
import { originOf } from '../../src/memory/evidence/origin.ts'
import { longRuns } from '../../src/secrets/long-runs.ts'
import { isMeant } from '../../src/memory/trust/match.ts'
import { findPersonalData } from '../../src/secrets/personal.ts'
import { phraseFinder, phraseOf } from '../../src/memory/trust/phrases.ts'
import { findSecrets, redacted, withoutSecrets } from '../../src/secrets/redact.ts'
import { tombstones, within } from '../../src/memory/trust/tombstones.ts'
import { randomFrom, type Random } from '../crash/random.ts'
import { digest } from './digest.ts'

/** Drawn numbers, keys, statements and things to forget: which count as what. */
export async function drawnJudgements(): Promise<string> {
  return [...numbers(), ...keys(), ...spans(), ...statements(), ...(await forgotten())].join('\n')
}

/** Numbers with every check digit: only the right one counts, of which the end is shown. */
function numbers(): string[] {
  const random = randomFrom(1)
  const some = (length: number) => Array.from({ length }, () => random.below(10)).join('')
  const accepted = (candidates: readonly string[]) => {
    const found = candidates.filter((each) => findPersonalData(`x ${each} y`).length > 0)
    return `${found.map((each) => each.slice(-2)).join(' ')} ${digest(found.join())}`
  }
  const ends = (length: number, alphabet: string) =>
    Array.from({ length: alphabet.length ** length }, (_, at) =>
      Array.from({ length }, (__, place) => alphabet[Math.floor(at / alphabet.length ** place) % alphabet.length]).join(
        '',
      ),
    )
  const each = (times: number, make: () => string[]) => accepted(Array.from({ length: times }, make).flat())
  const digits = '0123456789'
  const twice = () => {
    const chosen = some(9)
    return `${1 + random.below(9)}${chosen.slice(0, 8)}${chosen[random.below(8)]}`
  }
  return [
    '# Drawn numbers',
    ...[12, 13, 14, 15, 18].map(
      (length) =>
        `card of ${length + 1}: ${each(6, () => ['4', '37', '36', '51', '56', '22', '27', '28', '6', '1'].map((lead) => lead + some(length - lead.length)).flatMap((number) => ends(1, digits).map((end) => number + end)))}`,
    ),
    `iban: ${each(3, () => {
      const account = some(18)
      return ends(2, digits).map((end) => `DE${end}${account}`)
    })}`,
    `iban with letters: ${each(3, () => {
      const account = `WEST${some(14)}`
      return ends(2, digits).map((end) => `GB${end}${account}`)
    })}`,
    `chinese: ${each(8, () => {
      const id = `11010519${some(9)}`
      return ends(1, `${digits}X`).map((end) => id + end)
    })}`,
    `spanish: ${each(8, () =>
      ['X', 'Y', 'Z', '1'].flatMap((lead) => {
        const id = lead + some(7)
        return ends(1, 'TRWAGMYFPDXBNJZSQVHLCKE').map((end) => id + end)
      }),
    )}`,
    `french: ${each(3, () => {
      const id = `1${some(2)}0${1 + random.below(9)}${some(8)}`
      return ends(2, digits).map((end) => id + end)
    })}`,
    `german: ${each(25, () => {
      const id = twice()
      return ends(1, digits).map((end) => id + end)
    })}`,
    `brazilian: ${each(3, () => {
      const id = some(9)
      return ends(2, digits).map((end) => `${id.slice(0, 3)}.${id.slice(3, 6)}.${id.slice(6)}-${end}`)
    })}`,
    `phones: ${accepted(['+1 2345678', '+1 23456789', '+12 34 56 78 90 12 34 56', '+12 34 56 78 90 12 34 567', '+49 (30) 12345', '+0 1234567890'])}`,
  ]
}

const PIECES = [
  ['AKI', 'AQ7BX2ZLM9KD4P3RT'].join(''),
  ['sk-', 'ant-a7Bq2Zx9Kd4Lm8Pw'].join(''),
  'password: ',
  'hunter2x',
  'token=',
  'Zx9Kd4Lm8Pw3',
  ' ',
  '\n',
  '"',
  '" +\n  "',
  '> ',
  '\\\n',
  'Bearer ',
  'a7Bq2Zx9Kd4Lm8Pw3Rt6',
  'the key of it ',
  'cookie: sid=',
  'https://ada:',
  '@host/',
  'xxxxxxx1',
  '${TOKEN}',
  '-----BEGIN PRIVATE KEY-----\n',
  'QUJD',
  '-----END PRIVATE KEY-----',
  'eyJhbGciOiJIUzI1NiJ9',
  '.eyJzdWIiOiIxMjM0In0',
  '.c2lnbmF0dXJl',
  'é',
  '密码是',
  'secret is ',
]

/** Texts put together from pieces of secrets and of nothing: where one is found. */
function keys(): string[] {
  const random = randomFrom(2)
  const made = Array.from({ length: 150 }, () =>
    Array.from({ length: 2 + random.below(9) }, () => random.pick(PIECES)).join(''),
  )
  const long = made.slice(0, 20).map((text) => text.padStart(3_000, 'words of it, '))
  return [
    '# Drawn secrets',
    ...[...made, ...long].map((text) => {
      const found = findSecrets(text)
      return `${digest(text)} ${found.map(({ rule, from, to }) => `${rule} ${from}–${to}`).join(', ')}; ${digest(redacted(text, found))} ${digest(JSON.stringify(withoutSecrets({ a: [text, 1] })))}`
    }),
    ...[
      'a'.repeat(14),
      'a'.repeat(15),
      `${'a'.repeat(15)} ${'b'.repeat(16)}`,
      `x ${'a'.repeat(29)}é${'b'.repeat(15)}`,
      `${'a '.repeat(30)}${'c'.repeat(40)}`,
    ].map((text) => {
      const { runs, place } = longRuns(text)
      return `runs ${runs
        .split('\n')
        .map((run) => run.length)
        .join()} at ${[0, 1, 15, 16, 17, 30, 60].map(place).join(' ')}`
    }),
  ]
}

function spans(): string[] {
  const of = (...list: [number, number][]) => list.map(([from, to], at) => ({ rule: `r${at}`, from, to }))
  const text = 'abcdefghijklmnop'
  return [
    '# Spans and places',
    ...[
      of([2, 4], [4, 6]),
      of([2, 5], [4, 6]),
      of([2, 9], [4, 6]),
      of([4, 6], [2, 5]),
      of([2, 4], [2, 9]),
      of([0, 16]),
      of(),
    ].map((found) => redacted(text, found)),
    [
      's1',
      's1#3',
      's1#3-9',
      's1#2-9',
      's1#3-10',
      's1#L3-L9',
      's2',
      's10',
      'a/b.md',
      'a/b.md#3',
      'https://x.example/a',
      'https://x.example/a/b',
    ]
      .map((ref) =>
        ['s1', 's1#3-9', 's1#3', 'a', 'a/', 'https://x.example/a'].map((whole) => Number(within(ref, whole))).join(''),
      )
      .join(' '),
    JSON.stringify(
      ['a b. c! d', '。あ！い', 'x\ny', ''].map((each) => eraseWhere(each, (part) => /[bcあy]/.test(part))),
    ),
    JSON.stringify(erased('aé日😀 \n')),
    JSON.stringify(
      eraseIn(
        {
          type: 'text',
          text: 'gone',
          id: 'gone it',
          input: { type: 'opaque', deep: ['gone'] },
          x: 'gone',
          y: 'gone it',
          z: { type: 'opaque', text: 'gone it' },
          list: ['gone it', 1, null],
        },
        (each) => each.replaceAll('gone', '****'),
      ),
    ),
  ]
}

const WORDS = [
  'tea',
  'coffee',
  'Berlin',
  'Mitte',
  'prefers',
  'prefer',
  'never',
  'uses',
  'tabs',
  'semicolons',
  'lives',
  'in',
  'since',
  '2019',
  'works',
  'on',
  'Tuesdays',
  'the',
  'deploy',
  'key',
  'config.yaml',
  'likes',
  'not',
  'green',
  'with',
  'Ada',
  '住在',
  '上海',
  'and',
  ',',
  '.',
]
const sentence = (random: Random) => Array.from({ length: 2 + random.below(9) }, () => random.pick(WORDS)).join(' ')

/** Statements and what was heard: whose they are, and what nobody said. */
function statements(): string[] {
  const random = randomFrom(3)
  const lines: string[] = ['# Drawn statements']
  for (let at = 0; at < 120; at++) {
    const claim = sentence(random)
    const near = claim
      .split(' ')
      .filter(() => random.chance(0.85))
      .join(' ')
    const heard: Said[] = Array.from({ length: 1 + random.below(4) }, (_, index) => ({
      seq: index + 1,
      by: random.pick(['user', 'model', 'tool', 'user'] as const),
      text: random.chance(0.6) ? near : sentence(random),
    }))
    const { by, seqs } = originOf(claim, heard, '2026-11-16')
    const { state } = check({ line: claim, quote: near }, { said: heard, today: '2026-11-16' })
    const phrase = phraseOf(claim, digest)
    const found = phraseFinder(phrase ? [phrase] : [], digest)(`so ${near}, ${claim} it was`).length
    const meant = ['query', 'source']
      .map((key) => Number(isMeant(near, ['s1#3-9'], key === 'query' ? { query: claim } : { source: 's1' })))
      .join('')
    lines.push(`${digest(claim)} ${by} ${seqs.join()} | ${state} | ${phrase?.words ?? 'short'} ${found} ${meant}`)
  }
  return lines
}

/** Tombstones on a log of their own. */
async function stones() {
  const entries: Entry[] = [
    { seq: 1, at: 0, kind: 'mark', name: 'key', data: { key: Buffer.alloc(32, 7).toString('base64') } },
  ]
  const log = {
    read: async (_: string, after = 0) => ({
      entries: entries.filter(({ seq }) => seq > after),
      head: entries.length,
      damage: [],
    }),
    append: async (_: string, more: readonly Entry[]) => ({ head: entries.push(...more) }),
  } as unknown as LogStore
  return { stones: tombstones(await openState(log, () => 1)), entries }
}

/** What is forgotten, said again and asked for, in drawn order. */
async function forgotten(): Promise<string[]> {
  const { stones: one } = await stones()
  const before = one.masked('- Tea.\n- Coffee.')
  await one.add(['Tea'], [])
  const { stones: gone, entries } = await stones()
  const random = randomFrom(4)
  const said = Array.from({ length: 12 }, () => sentence(random))
  const lines: string[] = [
    '# Forgotten',
    `${one.size} ${JSON.stringify([before, one.masked('- Tea.\n- Coffee. Tea.')])}`,
  ]
  for (let step = 0; step < 40; step++) {
    const text = random.pick(said)
    const way = random.below(4)
    if (way === 0)
      await gone.add([text, `- Fact: ${random.pick(said)}`], random.chance(0.3) ? ['s1#3-9', 'https://x.example'] : [])
    if (way === 1) await gone.lift(text)
    const note = said.map((each, at) => `- ${at % 3 === 0 ? 'Preference: ' : ''}${each}. ${text}`).join('\n')
    const from = random.pick([[], ['s1#4'], ['s1#4', 's2'], ['https://x.example/a'], ['s1#2']])
    lines.push(
      `${way} ${gone.size} ${said.map((each) => Number(gone.has(each))).join('')} ${Number(gone.has(`Well. ${text}! So.`))}${Number(gone.has('nothing of it', from))} ${digest(gone.masked(note))} ${digest(gone.erased(note))}`,
    )
  }
  // What was forgotten by an earlier version must be known again: the digests are a format.
  lines.push(`${entries.length} entries ${digest(JSON.stringify(entries))}`)
  return lines
}
