import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { KNOWN_MODELS, modelOf } from '../src/tokens/models.ts'
import { checkMeasured, MEASURED } from '../../../scripts/figures/measured.mjs'
import { knownFigures, typedByHand, withFigures } from '../../../scripts/figures/blocks.mjs'

const root = path.join(import.meta.dirname, '..', '..', '..')
const run = promisify(execFile)
/** Pages whose programs keep a workspace in the folder they run in. */
const WRITES = new Set(['README.md', 'docs/five-minutes.md'])

/** Lines between the output of pages, and of a page's programs. */
const [PAGE, PROGRAM] = ['=== page ', '=== program']

/** A program in a page (```ts run) and what it prints (the ```text right behind it). */
const EXAMPLE = /^```ts run\n([^]*?)^```\n+(?:^```text\n([^]*?)^```)?/gm

const pages: { page: string; examples: { code: string; prints: string | undefined }[] }[] = []
for await (const page of glob(['README.md', 'docs/**/*.md'], { cwd: root })) {
  const text = readFileSync(path.join(root, page), 'utf8')
  const examples = [...text.matchAll(EXAMPLE)].map(([, code = '', prints]) => ({ code, prints }))
  if (examples.length > 0) pages.push({ page, examples })
}

it('G-101: a digit changed in what a page says was measured is noticed, and so is a figure nothing measured', () => {
  const stored = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const pages = globSync('docs/**/*.md', { cwd: root })
  const now = JSON.stringify(checkMeasured(pages, stored).sealed)
  const read = (file: string) => (file === MEASURED ? now : stored(file))
  expect(checkMeasured(pages, read).wrong).toEqual([])
  for (const page of ['docs/benchmarks/gateway.md', 'docs/choosing.md', 'docs/memory.md']) {
    const changed = (file: string) => (file === page ? read(file).replace(/(?<=\| \**)\d*\.\d/, '77.7') : read(file))
    expect(checkMeasured(pages, changed).wrong, page).toEqual([expect.stringContaining(page)])
  }
  const more = (file: string) => (file === 'docs/which.md' ? 'It is 12 % better.' : read(file))
  expect(checkMeasured(pages, more).wrong).toEqual([expect.stringContaining('does not say what measured it')])
})

it('G-101: every figure in README and docs is what its file says, and a changed digit is noticed: npm run figures', () => {
  const figures = knownFigures(root)
  for (const file of globSync(['README.md', 'docs/**/*.md'], { cwd: root })) {
    const page = readFileSync(path.join(root, file), 'utf8')
    expect(withFigures(page, figures), file).toBe(page)
  }
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  expect(typedByHand(readme)).toEqual([])
  const changed = readme.replace(figures.tour.ways['daypack']?.share ?? '', '12.3 %')
  expect(changed).not.toBe(readme)
  expect(withFigures(changed, figures)).toBe(readme)
  expect(typedByHand(`${readme}\nNow only 12.3 % of the cost.`)).toEqual(['Now only 12.3 % of the cost.'])
})

it('G-102: the models that pages and examples name are known, and not switched off', () => {
  for (const file of globSync(['README.md', 'docs/*.md', 'examples/**/*.ts'], { cwd: root }))
    for (const [, name = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(
      /'((?:claude|gpt|gemini)-[\w.-]+)'/g,
    )) {
      const model = modelOf(name)
      expect(model, `${file}: ${name}`).toBeDefined()
      expect(model?.until ?? '9', `${file}: ${name}`).toSatisfy((day: string) => day > KNOWN_MODELS.date)
    }
})

describe('examples in the documentation', async () => {
  const together = pages.filter(({ page }) => !WRITES.has(page))
  const printed = new Map<string, string[]>()
  // One program for all pages that write nothing: starting Node for each takes longer than all of them together.
  const bodies = together.flatMap(({ page, examples }) => [
    `console.log('${PAGE}${page}')`,
    ...examples.map(({ code }) => `console.log('${PROGRAM}')\nawait (async () => {\n${inside(code)}\n})()`),
  ])
  beforeAll(async () => {
    for (const output of (await printedBy(bodies.join('\n'), root)).split(PAGE).slice(1)) {
      const [page = '', ...prints] = output.split(`${PROGRAM}\n`)
      printed.set(page.trim(), prints)
    }
  })

  it.each(together)('of $page run and print what the page says', ({ page, examples }) => {
    for (const [nth, { prints }] of examples.entries())
      expect(printed.get(page)?.[nth], `program ${nth + 1}`).toEqual(prints ?? expect.any(String))
  })

  it.each(pages.filter(({ page }) => WRITES.has(page)))('of $page run and print what the page says', async (each) => {
    // A folder below node_modules finds the packages too.
    const cwd = mkdtempSync(path.join(root, 'node_modules', '.readme-'))
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
    for (const { code, prints } of each.examples) {
      const output = await printedBy(code, cwd)
      if (prints !== undefined) expect(output).toBe(prints)
    }
  })
})

/** The body of a function: imports where they stand, so that programs do not share names. */
function inside(code: string): string {
  return code.replaceAll(
    /^import (\{[^}]*\}) from ('.*')/gm,
    (_, names: string, from: string) => `const ${names.replaceAll(/ as /g, ': ')} = await import(${from})`,
  )
}

async function printedBy(program: string, cwd: string): Promise<string> {
  const flags = [
    '--conditions=daypack-source',
    '--input-type=module-typescript',
    '--disable-warning=ExperimentalWarning',
  ]
  const { stdout } = await run(process.execPath, [...flags, '--eval', program], { cwd })
  return stdout.replaceAll(/[0-9a-f]{64}/g, '<ref>')
}
