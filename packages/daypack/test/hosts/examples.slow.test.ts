import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { answer } from '../../../../examples/hosts/voyage.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../../../..')
const { ANTHROPIC_API_KEY: _, OPENAI_API_KEY: __, GEMINI_API_KEY: ___, ...env } = process.env

async function output(file: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['--conditions=daypack-source', file], { env })
  return stdout
}

test.each(['ai-sdk', 'anthropic', 'langchain', 'mastra', 'openai', 'openai-agents', 'gemini'])(
  'examples/hosts/%s.ts answers both questions',
  async (name) => {
    const text = await output(path.join(ROOT, 'examples/hosts', `${name}.ts`))
    expect(text).toContain(answer(1, 22))
    expect(text).toContain(answer(23, 44))
    expect(text).toMatch(/window 16000, [1-9]\d* epochs/)
  },
)

test.each([
  ['use-chat', /^60 UIMessages kept whole, \d+ tokens in view, window 12000, [1-9]\d* epochs/],
  ['structured-output', /^Harbour log: 40 days; \d{4} tokens in view/],
  ['hand-offs', /^Clerk: Paid\. \(29 messages, window 16000, [1-9]/],
  ['langgraph-checkpoints', /^60 messages in the checkpoint, \d+ tokens in view, window 12000, [1-9]\d* epochs/],
])('examples/%s.ts', async (name, said) => {
  expect(await output(path.join(ROOT, 'examples', `${name}.ts`))).toMatch(said)
})

test('examples/telemetry.ts: spans and metrics of what was done, and no word of what was said', async () => {
  const text = await output(path.join(ROOT, 'examples/telemetry.ts'))
  for (const name of ['daypack.prepare', 'daypack.epoch', 'daypack.memory.search'])
    expect(text).toContain(`name: '${name}'`)
  for (const name of ['gen_ai.client.token.usage', 'daypack.cost', 'daypack.saved', 'daypack.cache.read'])
    expect(text).toContain(`name: '${name}'`)
  expect(text).toContain("'gen_ai.conversation.id': 'watched'")
  expect(text).toMatch(/'daypack\.tokens\.saved': [1-9]/)
  expect(text).not.toContain('a line of the log')
})

test('the program in docs/testing.md runs', async () => {
  const page = await readFile(path.join(ROOT, 'docs/testing.md'), 'utf8')
  const folder = path.join(import.meta.dirname, `.testing-${process.pid}`)
  await mkdir(folder)
  try {
    await writeFile(path.join(folder, 'page.ts'), /```ts\n(.*?)```/s.exec(page)?.[1] ?? '')
    expect(await output(path.join(folder, 'page.ts'))).toMatch(/Looking.*tool_use.*\[\]/s)
  } finally {
    await rm(folder, { recursive: true })
  }
})
