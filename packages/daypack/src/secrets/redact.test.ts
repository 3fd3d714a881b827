import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPersonalData } from './personal.ts'
import { findSecrets, redacted, redactor, withoutSecrets } from './redact.ts'
import { CONTEXT_RULES, KEY_RULES } from './secret-rules.ts'

const key = Buffer.alloc(32, 7)
const hex = '0123456789abcdef'
const alnum = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const of = (chars: string, length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...chars.split('')), minLength: length, maxLength: length })
const pre = (prefix: string, chars: string, length: number): fc.Arbitrary<string> =>
  of(chars, length).map((rest) => prefix + rest)

/** Keys put together at run time, so that no scanner takes this file for a leak. */
const SHAPES: Record<string, fc.Arbitrary<string>> = {
  aws: pre('AKIA', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 16),
  anthropic: pre('sk-ant-api03-', alnum, 93),
  openai: fc.tuple(of(alnum, 20), of(alnum, 20)).map(([a, b]) => `sk-${a}1T3BlbkFJ${b}`),
  openaiProject: pre('sk-proj-a1', alnum, 60),
  github: pre('ghp_', alnum, 36),
  githubFine: pre('github_pat_', alnum, 82),
  gitlab: pre('glpat-', alnum, 20),
  slack: of(alnum, 24).map((rest) => `xoxb-123456789012-123456789012-${rest}`),
  google: pre('AIza', alnum, 35),
  stripe: pre('sk_live_', alnum, 24),
  npm: pre('npm_', alnum, 36),
  hf: pre('hf_', alnum, 34),
  groq: pre('gsk_', alnum, 52),
  sendgrid: fc.tuple(of(alnum, 22), of(alnum, 43)).map(([a, b]) => `SG.${a}.${b}`),
  digitalocean: pre('dop_v1_', hex, 64),
  databricks: pre('dapi', hex, 32),
  telegram: pre('123456789:AA', alnum, 33),
  vault: pre('hvs.', alnum, 32),
  alibaba: pre('LTAI', alnum, 20),
  jwt: fc.tuple(of(alnum, 20), of(alnum, 30), of(alnum, 43)).map(([a, b, c]) => `eyJ${a}.eyJ${b}.${c}`),
  pem: of(alnum, 200).map((body) => `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----`),
}
/** How it stands in a text: the secret is what must be gone. */
const FRAMES = [
  (secret: string) => `my key is ${secret}, keep it`,
  (secret: string) => `KEY=${secret}`,
  (secret: string) => `{"key":"${secret}"}`,
  (secret: string) => `- \`${secret}\``,
  (secret: string) => `密钥${secret}。`,
]

test.each(Object.entries(SHAPES))('%s is found in every surrounding and does not come through', async (_, shape) => {
  const redact = redactor(key)
  await fc.assert(
    fc.asyncProperty(shape, fc.constantFrom(...FRAMES), async (secret, frame) => {
      const clean = await redact(frame(secret))
      expect(clean).not.toContain(secret)
      expect(clean).not.toContain(secret.slice(8, 28))
      expect(await redact(clean)).toBe(clean)
    }),
  )
})

test.each([
  ['password: hunter2hunter2', 'hunter2hunter2'],
  ['db_password = "Tr0ub4dor&3"', 'Tr0ub4dor&3'],
  ['My password is S3cret!pass now', 'S3cret!pass'],
  ['密码是 abc12345xyz', 'abc12345xyz'],
  ['postgres://admin:s3cr3tpw@db.internal:5432/app', 's3cr3tpw'],
  ['Authorization: Bearer 7f8a9b0c1d2e3f4a5b6c7d8e', '7f8a9b0c1d2e3f4a5b6c7d8e'],
  ['curl -H "Authorization: Basic dXNlcjpwYXNzd29yZDEyMw=="', 'dXNlcjpwYXNzd29yZDEyMw=='],
  ['client_secret="q8Zt-31kd9PLmw02"', 'q8Zt-31kd9PLmw02'],
  ['AccountKey=Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA==', 'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA=='],
])('%s', (text, secret) => {
  expect(redacted(text, findSecrets(text), key)).not.toContain(secret)
})

test.each([
  'The token count is 100000 and the budget 4096 tokens.',
  'password: string',
  'const password = process.env.DB_PASSWORD2',
  'api_key: ${OPENAI_API_KEY}',
  'password: your-password-1234',
  'the secret to good tests is determinism',
  'commit 8f14e45fceea167a5a36dedd4bea2543aa7d1f20 fixed it',
  'session 550e8400-e29b-41d4-a716-446655440000 at https://example.com/a:8080/x@y',
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'token: src/auth/token2.ts',
  'sk-learn and sk-something-long-but-only-words-here',
  'email bob@example.com, ssh git@github.com:user/repo.git',
  'We keep keys in the vault; ask ops for access key rotation.',
])('left alone: %s', (text) => {
  expect(findSecrets(text)).toEqual([])
})

test('a fingerprint tells two secrets apart and depends on the key', () => {
  const [a, b] = ['ghp_' + 'a1'.repeat(18), 'ghp_' + 'b2'.repeat(18)]
  const print = (secret: string, by: Uint8Array): string => redacted(secret, findSecrets(secret), by)
  expect(print(a, key)).toMatch(/^\[redacted github [0-9a-f]{8}\]$/)
  expect(print(a, key)).not.toBe(print(b, key))
  expect(print(a, key)).not.toBe(print(a, Buffer.alloc(32, 8)))
})

test('what other finders find is redacted with what ours find', async () => {
  const find = async (text: string) => [{ rule: 'pin', from: text.indexOf('1234'), to: text.indexOf('1234') + 4 }]
  const text = `pin 1234, use ${'ghp_' + 'a1'.repeat(18)} here`
  expect(await redactor(key, [find])(text)).toMatch(
    /^pin \[redacted pin [0-9a-f]{8}\], use \[redacted github [0-9a-f]{8}\] here$/,
  )
})

test('a value loses the secrets in all its texts, and nothing else', () => {
  const token = `ghp_${'a1'.repeat(18)}`
  const value = {
    role: 'user',
    blocks: [{ type: 'text', text: `use ${token}` }, { input: { header: `Bearer ${token}`, n: 1 } }],
  }
  const clean = JSON.stringify(withoutSecrets(value))
  expect(clean).not.toContain(token)
  expect(clean).toContain('use [redacted github]')
  const plain = { a: ['b', { c: null }] }
  expect(withoutSecrets(plain)).toBe(plain)
})

const token = ['MTA1MjQ3NjQzNzM2NTQ4NTU4OA', 'GnB5Xr', 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9'].join('.')
const aws = ['AKIA', 'IOSFODNN7EXAMPL3'].join('')
const github = ['ghp_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')

test.each([
  ['a Discord token', `bot = ${token}`, token],
  ['a Cookie header', 'Cookie: session_id=8f3a9c2b7d1e4f60; theme=dark', '8f3a9c2b7d1e4f60'],
  ['a Set-Cookie header', 'set-cookie: sid=s%3Aq1w2e3r4t5y6.u7i8o9p0; Path=/', 'q1w2e3r4t5y6'],
  ['a key parted over lines', `${github.slice(0, 20)}\n${github.slice(20)}`, github.slice(20)],
  ['a key parted over strings', `key = "${aws.slice(0, 9)}" +\n      "${aws.slice(9)}"`, aws.slice(9)],
  ['a key parted on one line', `const k = '${aws.slice(0, 9)}' + '${aws.slice(9)}'`, aws.slice(9)],
  ['a key in quoted mail', `> ${github.slice(0, 25)}\n> ${github.slice(25)}`, github.slice(25)],
  [
    'a key in base64',
    `data: ${Buffer.from(`export KEY=${aws}`).toString('base64')} end`,
    Buffer.from(aws).toString('base64').slice(4, -4),
  ],
  [
    'a key in hex',
    `x ${Buffer.from(`token ${github}`).toString('hex')}`,
    Buffer.from(github).toString('hex').slice(0, 30),
  ],
  ['a German phrase', 'Das Passwort lautet Sommer2026!', 'Sommer2026!'],
  ['another', 'Kennwort für den Server: geh3im-Xy', 'geh3im-Xy'],
  ['a third', 'Mein Passwort ist: Blau7Haus', 'Blau7Haus'],
])('F-71: %s is masked', (_, text, secret) => {
  expect(redacted(text, findSecrets(text), key)).not.toContain(secret)
})

test.each([
  'The commit 3f786850e387550fdab836ed7e6dc881de23001b fixed it.',
  'sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'one line\nanother line\nand a third with-dashes-in-it\n',
  'Set a cookie: yes. Cookie banners are dull.',
  'Das Passwort ist sicher. The password is required for login.',
])('F-71: %s is left alone', (text) => {
  expect(findSecrets(text)).toEqual([])
})

test('F-71: personal data is found when asked for, by shape and check digit', () => {
  const real = [
    'anna.schmidt@firma.de',
    '4111 1111 1111 1111',
    'DE89 3704 0044 0532 0130 00',
    '+49 170 1234567',
    '078-05-1120',
    '11010519491231002X',
    '12345678Z',
    '86095742719',
    '529.982.247-25',
  ]
  for (const each of real)
    expect([each, redacted(`it is ${each}, yes`, findPersonalData(`it is ${each}, yes`))]).toEqual([
      each,
      expect.not.stringContaining(each),
    ])
  const none = [
    '4111 1111 1111 1112',
    'DE89 3704 0044 0532 0130 01',
    '110105194912310021',
    '12345678A',
    '529.982.247-26',
    '1.2.3.4',
    '2026-11-15 12:30:45',
    'git@github.com',
    '12345678901',
    'v1.22.333-44',
  ]
  for (const each of none) expect([each, findPersonalData(`it is ${each}, yes`)]).toEqual([each, []])
})

test('F-71: a French number is taken for one only with its check digits', () => {
  const rules = (text: string) => findPersonalData(text).map(({ rule }) => rule)
  expect(rules('numéro 1 84 12 76 451 089 46')).toContain('french-id')
  expect(rules('numéro 1 84 12 76 451 089 47')).not.toContain('french-id')
})

test('F-71: every rule is named in docs/privacy.md, and no other', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/privacy.md'), 'utf8')
  const listed = [...page.slice(page.indexOf('The rules: ')).matchAll(/`([\w-]+)`/g)].map(([, rule]) => rule)
  const known = [...KEY_RULES, ...CONTEXT_RULES].map(({ name }) => name)
  expect(new Set(listed)).toEqual(new Set([...known, 'private-key', 'web-token']))
})

const digitsOf = (length: number): fc.Arbitrary<string> => of('0123456789', length)
const two = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at).padStart(2, '0'))
/** A number without its check, all checks it could have, and how both make the whole. */
const CHECKED: Record<string, [fc.Arbitrary<string>, readonly string[], (body: string, check: string) => string]> = {
  'payment-card': [digitsOf(14).map((rest) => `4${rest}`), '0123456789'.split(''), (body, check) => body + check],
  iban: [digitsOf(18), two(2, 98), (body, check) => `DE${check}${body}`],
  'chinese-id': [
    fc.tuple(digitsOf(5), digitsOf(9)).map(([a, b]) => `1${a}19${b}`),
    '0123456789X'.split(''),
    (body, check) => body + check,
  ],
  'spanish-id': [digitsOf(8), 'TRWAGMYFPDXBNJZSQVHLCKE'.split(''), (body, check) => body + check],
  'french-id': [digitsOf(8).map((rest) => `18412${rest}`), two(1, 97), (body, check) => body + check],
  'brazilian-id': [
    digitsOf(9).filter((body) => new Set(body).size > 1),
    two(0, 99),
    (body, check) => `${body.slice(0, 3)}.${body.slice(3, 6)}.${body.slice(6)}-${check}`,
  ],
}

test.each(Object.entries(CHECKED))('F-71: of a %s exactly one check is right', (rule, [body, checks, whole]) => {
  fc.assert(
    fc.property(body, (given) => {
      const found = checks.filter((check) =>
        findPersonalData(`x ${whole(given, check)} y`).some((secret) => secret.rule === rule),
      )
      expect(found).toHaveLength(1)
    }),
  )
})

test('a web token has a signature, and one of eight characters is none', () => {
  const token = (length: number) => `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${'Q'.repeat(length)}`
  const rules = (text: string) => findSecrets(text).map(({ rule }) => rule)
  expect(rules(`see ${token(9)} there`)).toContain('web-token')
  expect(rules(`see ${token(8)} there`)).not.toContain('web-token')
})
