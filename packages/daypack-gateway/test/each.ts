import { onTestFinished } from 'vitest'
import { createDaypack, type Daypack } from '../../daypack/src/daypack.ts'
import { createGateway, type Gateway } from '../src/index.ts'
import type { Driver } from '../../daypack/src/model/driver.ts'
import type { ScriptedProvider } from '../../daypack-testing/src/provider/index.ts'
import { startGateway } from './support.ts'

/** What the running test started. */
export let provider: ScriptedProvider
export let pack: Daypack
export let gateway: Gateway

/** A provider, a pack and a gateway for one test, closed after it. */
export async function start(...how: Parameters<typeof startGateway>): Promise<void> {
  ;({ provider, pack, gateway } = await startGateway(...how))
  onTestFinished(async () => {
    await provider.close()
    await pack.close()
  })
}

/** The same again, in a process that knows nothing but what the driver kept. */
export async function restart(driver: Driver): Promise<void> {
  await pack.close()
  pack = await createDaypack({ driver, memory: false })
  gateway = createGateway({ pack, upstreams: { anthropic: provider.url } })
}
