import path from 'node:path'
import { createDaypack, o200k } from 'daypack'
import { filesDriver, memoryDriver } from 'daypack/drivers'
import { readSession } from 'daypack-lab/replay/read'
import { recording, replay } from 'daypack-lab/replay/run'

const SESSION = path.join(import.meta.dirname, '../../demo/pi-session.jsonl.br')
export const WINDOW = 64_000

/** The bundled session of 896 messages as `daypack tour` leaves it, with a few notes. */
export async function demoSession(dir: string): Promise<void> {
  const { count } = await o200k()
  // In memory first: a thousand writes made sure of one by one take their time.
  const driver = memoryDriver({ now: () => 0, zone: 'UTC' })
  const session = recording('demo', readSession(SESSION), count)
  await replay('demo', session, { window: WINDOW, preset: 'daypack', driver, memory: false, retention: false })
  const files = await filesDriver({ dir, now: Date.now, zone: 'UTC' })
  for await (const { ref } of driver.blobs.list()) {
    const data = await driver.blobs.get(ref)
    if (data instanceof Uint8Array) await files.blobs.put(data)
  }
  await files.log.append('demo', (await driver.log.read('demo')).entries, { expect: 0 })
  await files.close()
  const pack = await createDaypack({
    dir,
    window: WINDOW,
    retention: false,
    memory: { schedule: false, tuning: { watch: false } },
  })
  await pack.memory.remember('Themes live in ~/.pi/agent/themes and are plain JSON.', { session: 'demo', seq: 24 })
  await pack.memory.remember('Run `npm run check` before every commit.', { session: 'demo', seq: 121 })
  await pack.memory.remember('Releases are tagged and pushed by hand, after the changelog is moved.', {
    session: 'demo',
    seq: 882,
  })
  await pack.memory.write('The colour tests need a terminal with 24-bit colours.', {
    by: 'model',
    session: 'demo',
    seq: 886,
  })
  await pack.close()
}
