import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { filesDriver } from '../../src/drivers/files/index.ts'
import { createMemory } from '../../src/memory/memory.ts'
import { temporary } from '../temporary.ts'

const dir = temporary()

/** Start a flusher and kill it as soon as it has queued its job and said the word. */
async function killedAt(word: string, session: string, mode: string): Promise<void> {
  const script = fileURLToPath(new URL('./flusher.ts', import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, script, dir, session, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise((resolve) => child.on('exit', resolve))
  const heard = new Set<string>()
  for await (const line of createInterface({ input: child.stdout })) {
    heard.add(line)
    if (heard.has(word) && heard.has('queued')) child.kill('SIGKILL')
  }
  await gone
}

test('a flush that was queued is done, whenever the process is killed, and only once', async () => {
  const rounds = [
    ['queued', ''],
    ['flushed', ''],
    ['asked', 'hang'],
  ] as const
  const sessions: string[] = []
  for (let round = 0; round < 10; round++) {
    const [word, mode] = rounds[round % rounds.length] ?? ['queued', '']
    const session = `session${round}`
    sessions.push(session)
    await killedAt(word, session, mode)
  }
  const now = (): number => Date.UTC(2026, 10, 16, 12)
  const driver = await filesDriver({ dir, now })
  const memory = createMemory({ driver, now, schedule: false })
  await memory.drain()
  await memory.drain()
  const log = readFileSync(join(dir, 'memory/2026-11-15.md'), 'utf8')
  for (const session of sessions) {
    expect(log.match(new RegExp(`I prefer ${session} over everything else`, 'g'))).toHaveLength(1)
  }
  expect((await memory.status()).pendingFlushes).toBe(0)
  await memory.close()
  await driver.close()
}, 120_000)
