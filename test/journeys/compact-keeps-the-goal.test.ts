// Somebody builds a login with an agent, types /compact in the middle of it, and goes on: the model still knows what is wanted,
// what is forbidden, what was decided and what failed. So does whoever runs `daypack compact` later, without any model.
import { startProvider, type ScriptedProvider } from 'daypack-testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daypack, project, type Project } from '../../packages/cli/test/run.ts'

const FAILING = `node -e "console.error('Error: ECONNREFUSED 127.0.0.1:5432 in connectDatabase()'); process.exit(1)"`
const TALK = [
  'Build a user login system. Use TypeScript, no frameworks.',
  'Passwords must be hashed with argon2, always.',
  'Check whether the database answers.',
  'ok',
  'go on',
]
const ANSWERS = [
  { text: 'I will keep to plain TypeScript and start with the login API in src/auth.ts, then the registration.' },
  { text: 'We decided: JWT over Sessions, because it is stateless and needs no table. The login API is done.' },
  { text: '', calls: [{ tool: 'run_shell', input: { command: FAILING } }] },
  { text: 'The check fails in connectDatabase(): nothing listens on port 5432 of this machine at the moment.' },
  { text: 'Next I implement the password reset feature in src/reset.ts; the database can be started later on.' },
  {
    text: `Understood. ${'I am looking at how other services here name their routes, which is all quite ordinary. '.repeat(8)}`,
  },
]
/** What nobody may forget. */
const KEPT = [
  'Build a user login system',
  'no frameworks',
  'argon2',
  'JWT over Sessions',
  'password reset',
  'ECONNREFUSED',
  'connectDatabase',
]

let at: Project
let server: ScriptedProvider

beforeEach(() => {
  at = project()
})
afterEach(async () => {
  await server.close()
  at.remove()
})

async function chat(
  preset: string,
  lines: readonly string[],
  script: readonly { text: string }[],
  more: readonly string[] = [],
) {
  // Whoever asks without tools writes a summary or notes: the model that should do that only greets.
  const said = [...script]
  const answer = ({ body }: { body: unknown }) =>
    (JSON.stringify(body).includes('"tools"') && said.shift()) || { text: 'Hello! How can I help you today?' }
  server = await startProvider({ script: answer })
  const env = {
    DAYPACK_PROVIDER: 'openai-compatible',
    DAYPACK_BASE_URL: `${server.url}/v1`,
    DAYPACK_API_KEY: 'sk-test',
    DAYPACK_MODEL: 'qwen-plus',
  }
  return daypack(at, ['chat', '--allow-shell', '--preset', preset, ...more], `${lines.join('\n')}\n`, env)
}

/** The request of the chat with these words, as it went over the wire; memory asks the model too, without tools. */
const sentWith = (words: string) =>
  server.requests.findLast(({ text }) => text.includes(words) && text.includes('"tools"'))?.text ?? ''

const holdsAll = (text: string) => {
  for (const words of KEPT) expect(text).toContain(words)
}

test.each(['copaw', 'miniClaude', 'daypack'])(
  'G-60: in the preset %s the next request still holds goal, constraint, decision, next step, error and name',
  async (preset) => {
    const { out } = await chat(preset, [...TALK, '/compact', 'And now?'], ANSWERS)
    const sent = sentWith('And now?')
    expect(out).toMatch(/compact/i)
    holdsAll(sent)
  },
)

test('G-60: `daypack compact` from another shell keeps it too or says that nothing is gained, without a model, and the chat continues from there', async () => {
  await chat('copaw', TALK, ANSWERS)
  await server.close()
  const { out: listed } = await daypack(at, ['sessions', '--json'])
  const [{ id }] = JSON.parse(listed) as [{ id: string }]
  const { out } = await daypack(at, ['compact', id], '', { DAYPACK_PRESET: 'copaw' })
  // So short a talk may be no longer than its summary: then nothing is folded, and the command says so.
  if (!/Nothing was compacted: .+ would be no shorter/.test(out))
    expect(out).toMatch(/\d+ → \d+ tokens[^]*^## Goal\n- Build a user login system/m)
  await chat('copaw', ['And now?'], [{ text: 'On with it.' }], ['--continue'])
  holdsAll(sentWith('And now?'))
})

test('G-61: three words of talk are not folded into a longer summary, and the chat says so', async () => {
  const { out } = await chat('copaw', ['Hello there', '/compact'], [{ text: 'Hello.' }, { text: 'Nothing to sum up.' }])
  expect(out).toMatch(/Nothing was compacted: .+\./)
})
