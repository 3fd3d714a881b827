import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesDriver } from '../../src/drivers/files/index.ts'
import { temporary } from '../temporary.ts'
import { childEnv } from './kill-run.ts'
import { checkLines } from './ledger.ts'

const dir = temporary()

async function run(dir: string, script: string, ...args: string[]): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--conditions=daypack-source', join(import.meta.dirname, script), dir, ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: childEnv(dir),
    },
  )
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  await once(child, 'close')
  expect(child.exitCode).toBe(0)
  return output
}

test('four processes append 500 each to one session: none lost, none twice, none interleaved', async () => {
  const workspace = join(dir, 'append')
  mkdirSync(workspace, { mode: 0o700 })
  const outputs = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => run(workspace, 'writer.ts', 'shared', name, '500')),
  )
  const told = outputs.flatMap((output, index) =>
    output
      .trim()
      .split('\n')
      .map((line) => `${line.split(' ')[0]} ${'abcd'[index]} ${line.split(' ')[1]}`),
  )
  const driver = await filesDriver({ dir: workspace, now: () => 0, zone: 'UTC' })
  const { entries, head, damage } = await driver.log.read('shared')
  await driver.close()
  expect(damage).toEqual([])
  expect(head).toBe(2000)
  const found = entries.map((entry) => {
    const { name, number } = (entry.kind === 'mark' ? entry.data : {}) as { name: string; number: number }
    return `${entry.seq} ${name} ${number}`
  })
  expect(new Set(found)).toEqual(new Set(told))
  const bytes = readFileSync(join(workspace, 'log', 'shared.jsonl'))
  checkLines('shared.jsonl', bytes)
  expect(bytes.toString().split('\n')).toHaveLength(2002)
}, 120_000)

test('two processes edit MEMORY.md 60 times each: every line is there', async () => {
  const workspace = join(dir, 'edit')
  mkdirSync(workspace, { mode: 0o700 })
  await Promise.all(['a', 'b'].map((name) => run(workspace, 'editor.ts', name, '60')))
  const lines = readFileSync(join(workspace, 'MEMORY.md'), 'utf8').trim().split('\n')
  const expected = ['a', 'b'].flatMap((name) => Array.from({ length: 60 }, (_, index) => `${name} ${index + 1}`))
  expect(lines.toSorted()).toEqual(expected.toSorted())
}, 120_000)
