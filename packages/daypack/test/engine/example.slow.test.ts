import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createDaypack } from '../../src/daypack.ts'

const EXAMPLE = path.resolve(import.meta.dirname, '../../../../examples/first-pack.ts')

/** Runs the example; with `killAt` it is killed as soon as its log has that many bytes. */
async function run(dir: string, killAt = Infinity): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=daypack-source', EXAMPLE, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  const log = path.join(dir, 'log', 'first.jsonl')
  const watch = setInterval(() => {
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) >= killAt) child.kill('SIGKILL')
  }, 5)
  await once(child, 'exit')
  clearInterval(watch)
  return out
}

async function messagesIn(dir: string): Promise<number> {
  const pack = await createDaypack({ dir, memory: false })
  const { slots } = (await pack.session('first')).view
  await pack.close()
  return slots.length
}

test('the first example continues after kill -9 in the middle, shows an epoch and brings everything back', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'daypack-example-'))
  try {
    await run(dir, 20_000)
    const known = await messagesIn(dir)
    expect(known).toBeGreaterThan(0)
    expect(known).toBeLessThan(896)
    const out = await run(dir)
    const [, before, after, undone] = /before: (\d+)[^]*after: +(\d+)[^]*undone: (\d+)/.exec(out)?.map(Number) ?? []
    expect(after).toBeLessThan((before ?? 0) / 4)
    expect(undone).toBe(before)
    expect(await messagesIn(dir)).toBe(896)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
