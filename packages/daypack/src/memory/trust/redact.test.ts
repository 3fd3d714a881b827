import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSecrets, redacted, redactor, withoutSecrets } from './redact.ts'
import { secretlintFinder } from './secretlint.ts'

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

test('secretlint speaks the same language', async () => {
  const find = await secretlintFinder()
  const text = `use ${'ghp_' + 'a1'.repeat(18)} here`
  expect(await find(text)).toEqual([{ rule: 'github', from: 4, to: 44 }])
  expect(await redactor(key, [find])(text)).toMatch(/^use \[redacted github [0-9a-f]{8}\] here$/)
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
