import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { withProof } from '../../../scripts/docs/proof.mjs'

const root = path.join(import.meta.dirname, '..', '..', '..')
const run = promisify(execFile)

/** A program in a page (```ts run) and what it prints (the ```text right behind it). */
const EXAMPLE = /^```ts run\n([^]*?)^```\n+(?:^```text\n([^]*?)^```)?/gm

const pages: { page: string; examples: { code: string; prints: string | undefined }[] }[] = []
for await (const page of glob(['README.md', 'docs/**/*.md'], { cwd: root })) {
  const text = readFileSync(path.join(root, page), 'utf8')
  const examples = [...text.matchAll(EXAMPLE)].map(([, code = '', prints]) => ({ code, prints }))
  if (examples.length > 0) pages.push({ page, examples })
}

it('the table of proof in the README is what the benchmarks say: npm run docs', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  expect(withProof(root, readme)).toBe(readme)
})

describe('examples in the documentation', () => {
  it.each(pages)('of $page run and print what the page says', async ({ page, examples }) => {
    // The README writes its workspace where it is; a folder below node_modules finds the packages too.
    const cwd = page === 'README.md' ? mkdtempSync(path.join(root, 'node_modules', '.readme-')) : root
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
        { cwd },
      )
      if (prints !== undefined) expect(stdout.replaceAll(/[0-9a-f]{64}/g, '<ref>')).toBe(prints)
    }
    if (cwd !== root) rmSync(cwd, { recursive: true, force: true })
  })
})
