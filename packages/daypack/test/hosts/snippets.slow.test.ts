import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProvider, type ScriptedProvider } from '../../../daypack-testing/src/provider/index.ts'
import { temporary } from '../temporary.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../../../..')
// Inside the package, so that imports resolve as they do for its users.
const FOLDER = path.join(import.meta.dirname, `.snippets-${process.pid}`)
const cwd = temporary()

const page = await readFile(path.join(ROOT, 'docs/hosts.md'), 'utf8')
const [prelude = '', ...snippets] = [...page.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1] ?? '')
let provider: ScriptedProvider

beforeAll(async () => {
  await mkdir(FOLDER)
  provider = await startProvider({ script: [{ text: 'Forty barrels.' }] })
})
afterAll(async () => {
  await provider.close()
  await rm(FOLDER, { recursive: true, force: true })
})

test.each(snippets.map((code) => [/daypack\/hosts\/[\w-]+/.exec(code)?.[0] ?? 'no host', code]))(
  '%s runs as it stands in docs/hosts.md',
  async (_, code) => {
    expect(
      code
        .trim()
        .split('\n')
        .filter((line) => line !== '').length,
    ).toBeLessThanOrEqual(10)
    const before = provider.requests.length
    const file = path.join(FOLDER, `${before}-${snippets.indexOf(code)}.ts`)
    await writeFile(file, `${prelude}\n${code}\nconsole.log(session.view.slots.length)\nawait pack.close()\n`)
    const { stdout } = await run(
      process.execPath,
      ['--conditions=daypack-source', '--disable-warning=ExperimentalWarning', file],
      {
        cwd,
        env: { ...process.env, ...keys(code), OPENAI_AGENTS_DISABLE_TRACING: '1', MASTRA_TELEMETRY_DISABLED: '1' },
      },
    )
    // One turn or two: each is accepted.
    expect([...new Set(provider.requests.slice(before).map((request) => request.status))]).toEqual([200])
    expect(Number(stdout.trim().split('\n').at(-1))).toBeGreaterThanOrEqual(2)
    await rm(path.join(cwd, '.daypack'), { recursive: true, force: true })
  },
)

/** The AI SDK wants the version in the address, the provider's own SDK does not. */
function keys(code: string): Record<string, string> {
  const anthropic = /@ai-sdk|@mastra/.test(code) ? `${provider.url}/v1` : provider.url
  return {
    ANTHROPIC_API_KEY: 'test',
    ANTHROPIC_BASE_URL: anthropic,
    OPENAI_API_KEY: 'test',
    GEMINI_API_KEY: 'test',
    GOOGLE_GEMINI_BASE_URL: provider.url,
    OPENAI_BASE_URL: `${provider.url}/v1`,
  }
}
