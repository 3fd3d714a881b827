import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { filesDriver } from '../../src/drivers/files/index.ts'
import { size } from '../../../daypack-testing/test/size.ts'
import { temporary } from '../temporary.ts'

const EDITS = size(100, 500)
const dir = temporary()

function editor(name: string): Promise<number | null> {
  const script = fileURLToPath(new URL('./editor.ts', import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, script, dir, name, String(EDITS)], { stdio: 'inherit' })
  return new Promise((resolve) => child.on('exit', resolve))
}

test('two processes edit MEMORY.md many times each: no edit is lost', async () => {
  const driver = await filesDriver({ dir, now: Date.now })
  await driver.close()
  expect(await Promise.all([editor('a'), editor('b')])).toEqual([0, 0])
  const lines = readFileSync(join(dir, 'MEMORY.md'), 'utf8').trim().split('\n')
  const expected = ['a', 'b'].flatMap((name) =>
    Array.from({ length: EDITS }, (_, index) => `- ${name} ${index + 1} ${index + 1 < EDITS ? 'seen' : 'new'}`),
  )
  expect(lines.toSorted()).toEqual(expected.toSorted())
  for (const name of ['a', 'b']) {
    const own = lines.filter((line) => line.startsWith(`- ${name} `))
    expect(own).toEqual(expected.filter((line) => line.startsWith(`- ${name} `)))
  }
}, 240_000)
