import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { answer } from '../../../../examples/hosts/voyage.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../../../..')
const { ANTHROPIC_API_KEY: _, OPENAI_API_KEY: __, ...env } = process.env

async function output(file: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['--conditions=daypack-source', file], { env })
  return stdout
}

test.each(['ai-sdk', 'anthropic', 'langchain', 'mastra', 'openai', 'openai-agents'])(
  'examples/hosts/%s.ts answers both questions',
  async (name) => {
    const text = await output(path.join(ROOT, 'examples/hosts', `${name}.ts`))
    expect(text).toContain(answer(1, 22))
    expect(text).toContain(answer(23, 44))
    expect(text).toMatch(/window 16000, [1-9]\d* epochs/)
  },
)

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
