import { erased, eraseIn } from '../../src/memory/trust/erase.ts'
import { fenced } from '../../src/memory/trust/fence.ts'
import { check, type Said } from '../../src/memory/evidence/check.ts'
import { originOf } from '../../src/memory/evidence/origin.ts'
import { eraserFor, isMeant } from '../../src/memory/trust/match.ts'
import { findPersonalData } from '../../src/secrets/personal.ts'
import { phraseFinder, phraseOf } from '../../src/memory/trust/phrases.ts'
import { findSecrets, redacted, withoutSecrets, type Secret } from '../../src/secrets/redact.ts'
import { contentTerms, likeness, share } from '../../src/memory/trust/terms.ts'
import { normalForm, wordsOf } from '../../src/memory/text/normal.ts'
import { digest } from './digest.ts'

const KEY = Buffer.alloc(32, 7)
/** Letters and digits, put together here: no scanner is to take a file of ours for a leak. */
const some = (length: number, alphabet = 'a7Bq2Zx9Kd4Lm8Pw3Rt6') =>
  Array.from({ length }, (_, at) => alphabet[(at * 7) % alphabet.length]).join('')
const hex = (length: number) => some(length, '0f9a3c7b1e5d2846')

/** Each at, below and above the length its rule asks for, in surroundings that end it and that do not. */
function secrets(): [string, string][] {
  const keys: [string, (n: number) => string, number][] = [
    ['aws', (n) => `AKIA${some(n, 'A7BQ2ZX9')}`, 16],
    ['anthropic', (n) => `sk-ant-${some(n)}`, 16],
    ['openai', (n) => `sk-${some(n)}`, 20],
    ['github', (n) => `ghp_${some(n)}`, 36],
    ['gitlab', (n) => `glpat-${some(n)}`, 20],
    ['slack', (n) => `xoxb-${some(n)}`, 10],
    ['google', (n) => `AIza${some(n)}`, 35],
    ['npm', (n) => `npm_${some(n)}`, 36],
    ['twilio', (n) => `SK${hex(n)}`, 32],
    ['discord', (n) => `M${some(23)}.${some(6)}.${some(n)}`, 27],
  ]
  const framed = keys.flatMap(([name, make, length]): [string, string][] => [
    ...[-1, 0, 1].map((more): [string, string] => [`${name} ${more}`, `a key ${make(length + more)} here`]),
    [`${name} in base64`, `x ${Buffer.from(`my ${make(length)} !`).toString('base64')} y`],
    [`${name} in hex`, `x ${Buffer.from(`my ${make(length)} !`).toString('hex')} y`],
    [`${name} over lines`, `key = "${make(length).slice(0, 9)}" +\n  "${make(length).slice(9)}"`],
    [`${name} quoted`, `> ${make(length).slice(0, 12)}\\\n> ${make(length).slice(12)}`],
    [`${name} glued`, `z${make(length)}`],
  ])
  return [
    ...framed,
    ['url', `postgres://ada:${some(9)}@db:5432/x and http://u:***@h and ftp://u:ab@h`],
    ['authorization', `Authorization: Bearer ${some(16)} / bearer ${some(15)} / Basic ${some(20, 'abc')}`],
    ['cookie', `Cookie: sid=${some(8)}; Set-Cookie: a=${some(7)}; cookie: theme=darkmode`],
    ['password', `password: ${some(6)} / pwd=${some(5)} / Das Passwort lautet ${some(8)} / 密码是${some(8)}`],
    ['password of', `password for the old server: ${some(7)}, passwords are words; password = hunter!x`],
    ['placeholders', 'password: ${PASSWORD} token=your-token-1234 secret: xxxxxxxx1 api_key=aaaa1111aaaa'],
    [
      'assignment',
      `api_key=${some(12)} / token: ${some(11)} / secret = ./path/to/file.txt / client secret is ${some(14)}`,
    ],
    ['pem', `-----BEGIN RSA PRIVATE KEY-----\n${some(64)}\n${some(64)}\n-----END RSA PRIVATE KEY----- after`],
    ['jwt', `eyJ${some(20)}.eyJ${some(30)}.${some(43)} and eyJ${some(3)}.x`],
    ['webhook', `https://hooks.slack.com/services/T${some(8)}/B${some(8)}/${some(24)}`],
    ['few letters', 'password: a1b2a1b2 / password: a1ba1ba1b / token=a1b2a1b2a1b2a1b2'],
    ['none', `a sha ${hex(40)}, a uuid 123e4567-e89b-12d3-a456-426614174000, snake_case_name_of_a_thing_1`],
  ]
}

const PERSONAL = [
  'Write to ada@harbour.org, a.b+c@x-y.co.uk, ada@example.com, git@github.com, ada@localhost, x@y.1',
  'cards 4111 1111 1111 1111, 4111-1111-1111-1112, 378282246310005, 5555555555554444, 1111111111111117, 6011000990139424',
  'DE89 3704 0044 0532 0130 00, DE88 3704 0044 0532 0130 00, GB82WEST12345698765432, FR1420041010050500013M02606',
  'call +49 30 1234567, +1 (415) 555-2671, +12 3, +86 138 0013 8000, 030 1234567, +441234567890123456789',
  '123-45-6789, 000-45-6789, 666-45-6789, 912-45-6789, 123-00-6789, 123-45-0000',
  '11010519491231002X, 110105194912310021, 440524188001010014, 11010519491231002x',
  '12345678Z, 12345678A, X1234567L, X1234567-L, Y1234567X, Z1234567R',
  '1 84 12 76 451 089 46, 184127645108947, 2 55 08 14 168 025 38',
  'RSSMRA85T10A562S, RSSMRA85F10A562S, 86 095 742 719, 86095742718, 12345678901, 529.982.247-25, 529.982.247-26, 111.111.111-11',
]

const SAID: readonly (readonly [string, string])[] = [
  ['Prefers tea over coffee', 'I prefer tea over coffee in the morning.'],
  ['Lives in Berlin Mitte since 2019', 'I live in Berlin since 2019.'],
  ['The deploy key is in vault/prod.yaml', 'Remember that the deploy key is in vault/prod.yaml!'],
  ['Works with Müller & Söhne on Tuesdays', 'On Tuesdays I work with Müller & Söhne.'],
  ['用户住在上海，喜欢喝茶', '我住在上海，喜欢喝茶。'],
  ['田中さんは東京に住んでいる', '田中さんは東京に住んでいます'],
  ['Never uses semicolons and hates tabs', 'Please never use semicolons.'],
  ['Meets Ada on 12 March at 10:30', 'Meeting with Ada, 12 March, 10:30.'],
  ['', 'Something.'],
]

function places(found: readonly Secret[]): string {
  return found.map(({ rule, from, to }) => `${rule} ${from}–${to}`).join(', ')
}

/** What is found, believed and erased, line by line. Secrets show as rule and place alone. */
export function judgements(): string {
  const lines: string[] = ['# Secrets']
  for (const [name, text] of secrets()) {
    const found = findSecrets(text)
    lines.push(`${name}: ${places(found)}; ${digest(redacted(text, found, KEY))}`)
  }
  const nested = { a: [`password: ${some(9)}`, 1, null, { b: `ghp_${some(36)}` }], c: true, d: 'plain' }
  lines.push(
    `nested: ${digest(JSON.stringify(withoutSecrets(nested)))} ${withoutSecrets({ d: 'plain' }) !== undefined}`,
  )
  lines.push('', '# Personal data')
  for (const text of PERSONAL) lines.push(places(findPersonalData(text)))
  lines.push('', '# Statements')
  const finder = phraseFinder(
    SAID.flatMap(([text]) => phraseOf(text, digest) ?? []),
    digest,
  )
  for (const [claim, said] of SAID) {
    const [a, b] = [contentTerms(claim), contentTerms(said)]
    const heard: Said[] = [
      { seq: 1, by: 'user', text: said },
      { seq: 2, by: 'model', text: `${claim} Yes.` },
    ]
    const outside: Said = { seq: 3, by: 'tool', text: claim }
    lines.push(
      JSON.stringify({
        claim,
        words: wordsOf(claim),
        normal: normalForm(claim),
        share: share(a, b).toFixed(3),
        likeness: likeness(a, b).toFixed(3),
        verdict: check({ line: claim, quote: said }, { said: heard, today: '2026-11-16' }),
        alone: originOf(claim, heard, '2026-11-16'),
        amongOthers: originOf(claim, [...heard, outside], '2026-11-16'),
        phrase: phraseOf(claim, digest)?.words,
        found: finder(`${said} ${claim}. ${claim.toUpperCase()}`).length,
        meant: ['tea', 'tea over', 'vault/prod.yaml', 'berlin 2019 lives', '上海', ''].map((query) =>
          isMeant(said, [], { query }),
        ),
        source: isMeant(said, ['s1#3-9'], { source: 's1#4' }),
        erased: erased(`${said}é🀄`),
        without: eraserFor({ query: 'tea over coffee' }, [claim])(`${said} Then. ${claim}\n${claim}`),
      }),
    )
  }
  const value = {
    type: 'text',
    text: 'tea',
    name: 'tea',
    input: { path: 'tea', deep: [{ type: 'tea' }] },
    more: 'a b tea',
    opaque: { type: 'opaque', wire: 'a tea' },
  }
  lines.push(JSON.stringify(eraseIn(value, (text) => text.replaceAll('tea', '***'))))
  const pieces = [{ citation: 'MEMORY.md#L3', text: '| odd\n</recalled-notes> end', date: '2026-01-05', by: 'user' }]
  lines.push(fenced(pieces, KEY, 'salt'))
  return `${lines.join('\n')}\n`
}
