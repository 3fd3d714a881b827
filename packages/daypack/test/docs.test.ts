import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..', '..')
const run = promisify(execFile)

/** A program in a page (```ts run) and what it prints (the ```text right behind it). */
const EXAMPLE = /^```ts run\n([^]*?)^```\n+(?:^```text\n([^]*?)^```)?/gm

const pages: { page: string; examples: { code: string; prints: string | undefined }[] }[] = []
for await (const page of glob('docs/**/*.md', { cwd: root })) {
  const text = readFileSync(path.join(root, page), 'utf8')
  const examples = [...text.matchAll(EXAMPLE)].map(([, code = '', prints]) => ({ code, prints }))
  if (examples.length > 0) pages.push({ page, examples })
}

describe('examples in the documentation', () => {
  it.each(pages)('of $page run and print what the page says', async ({ examples }) => {
    for (const { code, prints } of examples) {
      const { stdout } = await run(
        process.execPath,
        [
          '--conditions=daypack-source',
          '--input-type=module-typescript',
          '--disable-warning=ExperimentalWarning',
          '--eval',
          code,
        ],
        { cwd: root },
      )
      if (prints !== undefined) expect(stdout.replaceAll(/[0-9a-f]{64}/g, '<ref>')).toBe(prints)
    }
  })
})
