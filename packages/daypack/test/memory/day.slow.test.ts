import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../../..')

test('the worked day of docs/memory.md is what examples/memory-day.ts prints', async () => {
  const whole = await readFile(path.join(ROOT, 'docs/memory.md'), 'utf8')
  const page = whole.slice(whole.indexOf('## A worked day'), whole.indexOf('## From a program'))
  const example = path.join(ROOT, 'examples/memory-day.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=daypack-source', example])
  const shown = [...page.matchAll(/```(?:markdown|diff|text)\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block.split('\n'),
  )
  const lines = new Set(stdout.split('\n').map((line) => line.trimEnd()))
  const expected = shown.filter((line) => line !== '' && !line.includes('…'))
  expect(expected.length).toBeGreaterThan(15)
  expect(expected.filter((line) => !lines.has(line))).toEqual([])
})
