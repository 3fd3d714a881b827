import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from './ledger.ts'
import { checkWorkspace, runChild } from './kill-run.ts'
import { randomFrom } from './random.ts'

export type KillLoopResult = {
  readonly loops: number
  readonly acknowledged: number
  readonly torn: number
  readonly failures: readonly string[]
}

const LOOPS_PER_WORKSPACE = 5

/** Kill a working process again and again, at any moment; the next one must find every acknowledged deed. */
export async function killLoop(dir: string, loops: number, seed: number, lanes = 2): Promise<KillLoopResult> {
  let started = 0
  let acknowledged = 0
  let torn = 0
  const failures: string[] = []

  const lane = async () => {
    while (started < loops) {
      const workspace = join(dir, `kill-${seed}-${started}`)
      mkdirSync(workspace, { mode: 0o700 })
      const events: Event[] = []
      let quarantined = 0
      for (let round = 0; round < LOOPS_PER_WORKSPACE && started < loops; round++) {
        const loop = ++started
        const random = randomFrom(seed * 1_000_003 + loop)
        const run = await runChild({
          dir: workspace,
          seed: seed * 10_000 + loop,
          mode: 'random',
          killAfter: { events: random.below(24), ms: random.below(12) },
        })
        events.push(...run.events)
        acknowledged += run.events.filter(({ phase }) => phase === 'done').length
        try {
          if (!run.killed || run.complaint !== '') throw new Error(`the child ended by itself: ${run.complaint}`)
          ;({ quarantined } = await checkWorkspace(workspace, events))
        } catch (error) {
          failures.push(
            `loop ${loop} of seed ${seed} in ${workspace}: ${error instanceof Error ? error.stack : String(error)}`,
          )
        }
      }
      torn += quarantined
      if (failures.length === 0) rmSync(workspace, { recursive: true, force: true })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { loops: started, acknowledged, torn, failures }
}
