import { filesDriver, type FilesDriver } from '../../src/drivers/files/index.ts'
import { isDaypackError } from '../../src/model/errors.ts'
import { FAULTS, faultVfs, type FaultPlan } from './fault-vfs.ts'
import { checkLines, checkPromises, type Event } from './ledger.ts'
import { Disk, memVfs } from './mem-vfs.ts'
import { processLocks } from './process-locks.ts'
import { actorOn, WORKLOADS, type Workload } from './workloads.ts'

export type SweepResult = { readonly faults: number; readonly workloads: number; readonly failures: readonly string[] }

const NOW = Date.UTC(2026, 2, 28, 11)

/** Fail every `stride`-th call of every workload, in every way; what is left must keep every promise. */
export async function sweepFaults(stride: number): Promise<SweepResult> {
  let faults = 0
  let turn = 0
  const failures: string[] = []
  for (const [name, workload] of Object.entries(WORKLOADS)) {
    const { calls } = await runOnce(workload, undefined)
    for (let at = 1; at <= calls; at++) {
      for (const fault of FAULTS) {
        for (const persistent of [false, true]) {
          if (turn++ % stride !== 0) continue
          const plan = { at, fault, persistent }
          const { hits, problem } = await runOnce(workload, plan)
          if (hits > 0) faults++
          if (problem !== undefined) failures.push(`${name}: ${JSON.stringify(plan)}: ${problem}`)
        }
      }
    }
  }
  return { faults, workloads: Object.keys(WORKLOADS).length, failures }
}

async function runOnce(workload: Workload, plan: FaultPlan | undefined) {
  const disk = new Disk()
  const faulty = faultVfs(memVfs(disk))
  const events: Event[] = []
  let nonce = 100
  const open = () => filesDriver({ dir: '/w', now: () => NOW, zone: 'UTC', vfs: faulty.vfs, locks: processLocks })
  let driver: FilesDriver | undefined
  let hits = 0
  let calls = 0
  try {
    faulty.arm(plan)
    driver = await open().catch((error: unknown) => {
      if (isDaypackError(error)) return undefined
      throw error
    })
    if (driver !== undefined) {
      await workload(
        actorOn(
          driver,
          (event) => events.push({ ...event, when: 0 }),
          () => ++nonce,
        ),
      )
    }
    hits = faulty.hits()
    calls = faulty.calls()
    faulty.arm(undefined)
    // The one who saw the fault, going on, and somebody who comes later.
    if (driver !== undefined) await checkPromises(driver, events)
    const later = await open()
    await checkPromises(later, events)
    const before = events.length
    await workload(
      actorOn(
        later,
        (event) => events.push({ ...event, when: 0 }),
        () => ++nonce,
      ),
    )
    await checkPromises(await open(), events)
    for (const { path, bytes } of disk.files()) checkLines(path, bytes)
    const stuck = events.slice(before).some(({ phase }) => phase === 'failed')
    return { hits, calls, problem: stuck ? 'work did not go on after the fault' : undefined }
  } catch (error) {
    return { hits, calls, problem: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) }
  }
}
