// One of four processes: 250 agents, six turns each, every turn at a random moment of ten seconds.
import { createDaypack } from '../../packages/daypack/src/daypack.ts'
import { anthropic } from '../../packages/daypack/src/codecs/anthropic/index.ts'
import { filesDriver } from '../../packages/daypack/src/drivers/files/index.ts'
import { postgresDriver } from '../../packages/daypack-postgres/src/index.ts'
import { byBytes } from '../../packages/daypack/src/tokens/count.ts'
import { growWire } from './conversation.ts'

const AGENTS = 250
const TURNS = 6
const EVERY_MS = Number(process.env['EVERY_MS'] ?? 10_000)
const [kind = '', where = '', number = '', url = ''] = process.argv.slice(2)
const driver =
  kind === 'files'
    ? await filesDriver({ dir: where, now: Date.now, zone: 'UTC' })
    : postgresDriver({ url, tenant: where, connections: 8 })
const pack = await createDaypack({
  driver,
  window: 100_000_000,
  memory: false,
  retention: false,
  tuning: { counter: byBytes(4) },
})
const times: number[] = []
let failed = 0
const started = performance.now()
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function agent(id: string): Promise<void> {
  const messages: object[] = []
  for (let turn = 1; turn <= TURNS; turn++) {
    const wait = Math.random() * EVERY_MS
    await pause(wait)
    growWire(messages, turn * 2 - 1)
    const before = performance.now()
    try {
      const session = await pack.session(id)
      const { problem } = await session.prepare(anthropic, { model: 'm', max_tokens: 100, messages } as never)
      if (problem !== undefined) failed++
    } catch {
      failed++
    }
    times.push(performance.now() - before)
    await pause(EVERY_MS - wait)
  }
}
await Promise.all(Array.from({ length: AGENTS }, (_, index) => agent(`agent ${number}-${index}`)))
const seconds = (performance.now() - started) / 1000
await pack.close()
await driver.close?.()
process.send?.({ times, failed, seconds })
process.disconnect()
