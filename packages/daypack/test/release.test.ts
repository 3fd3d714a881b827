import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const FILES = globSync('.github/workflows/*.{yml,yaml}', { cwd: ROOT })
const WHERE = 'https://github.com/daypack/daypack'
const PACKAGES = globSync('packages/*/package.json', { cwd: ROOT }).filter((file) => json(file)['private'] !== true)
function json(file: string) {
  return JSON.parse(read(file)) as Record<string, unknown>
}

test('the workflow tries the systems and versions that are promised: those of docs/install.md, with a workspace on disk', () => {
  const text = read('.github/workflows/ci.yml')
  expect(text).toContain('os: [ubuntu-24.04, macos-15, windows-2025]')
  expect(text).toContain('node: [22, 24, 26]')
  const runtimes = read('docs/install.md')
  const version = (name: string) => new RegExp(`\\| ${name} ([\\d.]+) \\| works`).exec(runtimes)?.[1] ?? 'unknown'
  expect(text).toContain(`@oven/bun-linux-x64@${version('Bun')} && tar xzf oven-bun-linux-x64-${version('Bun')}.tgz`)
  expect(text).toContain(`deno@${version('Deno')} run --allow-all scripts/smoke.mjs`)
  expect(read('scripts/smoke.mjs')).toContain('createDaypack({ dir')
})

describe('I-73: what publishes the packages', () => {
  test('runs foreign actions by the hash of their code only', () => {
    expect(FILES).not.toEqual([])
    const used = FILES.flatMap((file) => [...read(file).matchAll(/\buses:\s*(\S+)/g)].map((found) => found[1] ?? ''))
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((name) => !/^[\w./-]+@[0-9a-f]{40}$/.test(name))).toEqual([])
  })

  test('may read, and nothing else; only the job that publishes proves who it is', () => {
    for (const file of FILES) {
      const text = read(file)
      const [top = '', jobs = ''] = text.split(/^jobs:$/m)
      expect(top).toMatch(/^permissions:\n {2}contents: read\n/m)
      const granted = [...text.matchAll(/^\s+([\w-]+): write$/gm)].map((found) => found[1])
      expect(granted).toEqual(/npm run release$/m.test(jobs) ? ['id-token'] : [])
      // Nothing a stranger can start, and no secret to take.
      expect(text).not.toMatch(/pull_request_target|workflow_run|secrets\.|NODE_AUTH_TOKEN/)
      // What a stranger writes (a title, a branch) never becomes part of a command.
      expect(text).not.toMatch(/run:[^\n]*\$\{\{/)
    }
  })

  test('publishes with provenance, after every check, from an environment that a second person opens', () => {
    const text = read('.github/workflows/publish.yml')
    const steps = [...text.matchAll(/^ {6}- run: (.*)$/gm)].map((found) => found[1] ?? '')
    const at = (part: string) => steps.findIndex((step) => step.includes(part))
    const publish = at('npm run release')
    expect(read('scripts/release/upload.mjs')).toContain("['--provenance']")
    for (const check of ['npm run supply-chain', 'npm run lint', 'npm test', 'npm run check:packages', 'sbom'])
      expect(at(check), check).toBeGreaterThanOrEqual(0)
    expect(publish).toBe(steps.length - 1)
    expect(text).toMatch(/^ {4}environment: \w+$/m)
    expect(text).toContain('persist-credentials: false')
  })

  test('nothing runs at install, here or at our users', () => {
    expect(read('.npmrc')).toMatch(/^strict-allow-scripts=true$/m)
    expect(read('scripts/setup.mjs')).toContain("'--ignore-scripts'")
    for (const file of PACKAGES) {
      const { scripts = {}, files } = json(file) as { scripts?: Record<string, string>; files?: string[] }
      expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([])
      expect(files).toBeDefined()
    }
  })

  test('G-100: packing always builds, and every package says where it comes from', () => {
    expect(PACKAGES.length).toBeGreaterThan(1)
    // `true` here, or in a person's own .npmrc, gave packages of four files without a word.
    expect(read('.npmrc')).toMatch(/^ignore-scripts=false$/m)
    for (const file of PACKAGES) {
      const { scripts, repository, homepage, bugs } = json(file) as Record<string, Record<string, string> | undefined>
      expect(scripts?.['prepack'], file).toBe('node ../../scripts/prepack.mjs')
      const directory = path.posix.dirname(file.replaceAll('\\', '/'))
      expect(repository, file).toEqual({ type: 'git', url: `git+${WHERE}.git`, directory })
      expect({ homepage, bugs }, file).toEqual({ homepage: `${WHERE}#readme`, bugs: { url: `${WHERE}/issues` } })
    }
  })
})
