import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createDaypack } from '../../src/daypack.ts'

const EXAMPLE = path.resolve(import.meta.dirname, '../../../../examples/first-pack.ts')

async function run(dir: string, killAfterMs?: number): Promise<string> {
  const child = spawn(process.execPath, [...process.execArgv, EXAMPLE, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  await once(child, 'exit')
  clearTimeout(timer)
  return out
}

async function messagesIn(dir: string): Promise<number> {
  const pack = await createDaypack({ dir, memory: false })
  const { slots } = (await pack.session('first')).view
  await pack.close()
  return slots.length
}

test('the first example goes on after kill -9 in the middle, shows an epoch and brings everything back', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'daypack-example-'))
  try {
    let known = 0
    for (let kill = 0; known === 0 && kill < 20; kill++) {
      await run(dir, 300 + kill * 200)
      known = await messagesIn(dir)
    }
    expect(known).toBeGreaterThan(0)
    const out = await run(dir)
    const [, before, after, undone] = /before: (\d+)[^]*after: +(\d+)[^]*undone: (\d+)/.exec(out)?.map(Number) ?? []
    expect(after).toBeLessThan((before ?? 0) / 4)
    expect(undone).toBe(before)
    expect(await messagesIn(dir)).toBe(896)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
