import path from 'node:path'
import { o200k } from 'daypack'
import { filesDriver, memoryDriver } from 'daypack/drivers'
import { readSession } from 'daypack-lab/replay/read'
import { recording, replay } from 'daypack-lab/replay/run'

const SESSION = path.join(import.meta.dirname, '../../demo/pi-session.jsonl.br')
export const WINDOW = 64_000

/** The bundled session of 896 messages as `daypack tour` leaves it. */
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
}
