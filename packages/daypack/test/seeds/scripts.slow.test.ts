import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const HELPERS = ['compare.ts', 'login.ts']
const scripts = readdirSync(path.join(ROOT, 'examples/seeds')).filter((name) => !HELPERS.includes(name))

test('there is a script for each of the five documents', () => expect(scripts).toHaveLength(5))

test.each(scripts)('examples/seeds/%s finds every figure as its document has it', async (name) => {
  const flags = ['--conditions=daypack-source', `examples/seeds/${name}`]
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: ROOT })
  expect(stdout).toContain('All as the document has it.')
})
