import { startProvider, type ScriptedProvider } from 'daypack-testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daypack, project, type Project } from './run.ts'

let at: Project
let server: ScriptedProvider
beforeEach(async () => {
  at = project()
  server = await startProvider({
    script: [
      { text: 'Reading.', calls: [{ tool: 'read_file', input: { file_path: 'a.txt' } }] },
      { text: 'It says 世界.' },
    ],
  })
})
afterEach(async () => {
  await server.close()
  at.remove()
})

test.each([
  ['anthropic', '/v1/messages', 'claude-sonnet-4-5'],
  ['openai', '/v1/responses', 'gpt-5.4'],
  ['openai-compatible', '/v1/chat/completions', 'qwen-plus'],
])('%s: a turn with a tool, over real HTTP', async (provider, route, model) => {
  at.file('a.txt', '世界\n')
  const env = {
    DAYPACK_PROVIDER: provider,
    DAYPACK_BASE_URL: `${server.url}/v1`,
    DAYPACK_API_KEY: 'sk-test',
    DAYPACK_MODEL: model,
  }
  const { out, err, code } = await daypack(at, ['chat'], 'what is in a.txt?\n/cost\n', env)
  expect(out).toContain('It says 世界.')
  expect(out).toContain('2 requests')
  expect(code).toBe(0)
  expect(err).not.toContain('AI SDK Warning')
  expect(server.requests.map(({ path, status, violations }) => [path, status, violations])).toEqual([
    [route, 200, []],
    [route, 200, []],
    // When the chat ends, its model writes the notes.
    [route, 200, []],
  ])
  expect(server.requests[1]?.text).toContain('世界')
  if (provider === 'openai') expect(server.requests[1]?.body).toMatchObject({ store: false })
})

test('a note that fits is shown once, where recall is on: what the block at the start has is not recalled again', async () => {
  await daypack(at, ['memory', 'add', 'The harbour master is called Anneliese Brandt.'])
  at.file('daypack.json', JSON.stringify({ memory: { recall: true } }))
  at.file(
    'echo.mjs',
    `export default ({ shown }) => ({ text: 'notes shown: ' + (shown.split('Anneliese').length - 1) })`,
  )
  const { out } = await daypack(
    at,
    ['chat', '--model', 'scripted', '--script', 'echo.mjs'],
    'who is the harbour master?\nand who is the harbour master today?\n',
  )
  expect(out.match(/notes shown: \d/g)).toEqual(['notes shown: 1', 'notes shown: 1'])
})
