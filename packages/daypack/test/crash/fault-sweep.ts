import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { filesDriver, nodeVfs, type Vfs } from '../../src/drivers/files/index.ts'
import { isDaypackError } from '../../src/model/errors.ts'
import { FAULTS, faultVfs, type FaultPlan } from './fault-vfs.ts'
import { checkLines, checkPromises, type Event } from './ledger.ts'
import { Disk, memVfs } from './mem-vfs.ts'
import { processLocks } from './process-locks.ts'
import { actorOn, WORKLOADS, type Workload } from './workloads.ts'

export type SweepResult = { readonly faults: number; readonly workloads: number; readonly failures: readonly string[] }

/** Something to put a workspace on, new each time. */
export type Ground = {
  readonly dir: string
  readonly vfs: Vfs
  readonly locks?: typeof processLocks
  files(): [string, Buffer][]
  clear(): void
}

/** Whether a workspace is new, or was left by somebody killed while writing. */
const BEGINNINGS = ['fresh', 'torn'] as const
const NOW = Date.UTC(2026, 2, 28, 11)

/** Fail every `stride`-th call of every workload, in every way; what is left must keep every promise. */
export async function sweepFaults(stride: number, ground: () => Ground = inMemory): Promise<SweepResult> {
  let faults = 0
  let turn = 0
  const failures: string[] = []
  const runs = Object.entries(WORKLOADS).flatMap(([name, workload]) =>
    BEGINNINGS.map((torn) => ({ name, workload, torn })),
  )
  for (const { name, workload, torn } of runs) {
    const { calls } = await runOnce(ground(), workload, torn, undefined)
    for (let at = 1; at <= calls; at++) {
      for (const fault of FAULTS) {
        for (const persistent of [false, true]) {
          if (turn++ % stride !== 0) continue
          const plan = { at, fault, persistent }
          const { hits, problem } = await runOnce(ground(), workload, torn, plan)
          if (hits > 0) faults++
          if (problem !== undefined) failures.push(`${name}, ${torn}: ${JSON.stringify(plan)}: ${problem}`)
        }
      }
    }
  }
  return { faults, workloads: runs.length, failures }
}

async function runOnce(ground: Ground, workload: Workload, beginning: string, plan: FaultPlan | undefined) {
  const { vfs, arm, hits, calls } = faultVfs(ground.vfs)
  const events: Event[] = []
  let nonce = 100
  const open = async () => {
    const driver = await filesDriver({
      dir: ground.dir,
      now: () => NOW,
      zone: 'UTC',
      vfs,
      ...(ground.locks && { locks: ground.locks }),
    })
    opened.push(driver)
    return driver
  }
  const opened: { close(): unknown }[] = []
  const work = async (driver: Awaited<ReturnType<typeof open>>) => {
    const before = events.length
    await workload(
      actorOn(
        driver,
        (event) => events.push({ ...event, when: 0 }),
        () => ++nonce,
      ),
    )
    return events.slice(before).some(({ phase }) => phase === 'failed')
  }
  const count = { hits: 0, calls: 0 }
  try {
    if (beginning === 'torn') {
      await work(await open())
      await tear(ground)
    }
    arm(plan)
    const driver = await open().catch((error: unknown) => {
      if (isDaypackError(error)) return undefined
      throw error
    })
    if (driver !== undefined) await work(driver)
    Object.assign(count, { hits: hits(), calls: calls() })
    arm(undefined)
    // The one who saw the fault, going on, and somebody who comes later.
    if (driver !== undefined) await checkPromises(driver, events)
    const later = await open()
    await checkPromises(later, events)
    const stuck = await work(later)
    await checkPromises(await open(), events)
    for (const [path, bytes] of ground.files()) checkLines(path, bytes)
    return { ...count, problem: stuck ? 'work did not go on after the fault' : undefined }
  } catch (error) {
    return { ...count, problem: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) }
  } finally {
    for (const driver of opened) await driver.close()
    ground.clear()
  }
}

/** Leave half a record behind in every journal. */
async function tear(ground: Ground): Promise<void> {
  for (const [path] of ground.files()) {
    if (!path.endsWith('.jsonl')) continue
    const file = await ground.vfs.open(path, 'append')
    await file.write(Buffer.from('{"seq":99,"at":"2026-03-28T11:00:00.000Z","sha256":"\u0000é').subarray(0, -1))
    await file.close()
  }
}

function inMemory(): Ground {
  const disk = new Disk()
  const files = () => [...disk.files()].map(({ path, bytes }): [string, Buffer] => [path, bytes])
  return { dir: '/w', vfs: memVfs(disk), locks: processLocks, files, clear() {} }
}

/** Real files, and the locks that come with them. */
export function onDisk(folder: string): () => Ground {
  let number = 0
  return () => {
    const dir = join(folder, `fault-${++number}`)
    mkdirSync(dir, { mode: 0o700 })
    const files = () =>
      readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .map((name) => join(dir, name))
        .filter((path) => statSync(path).isFile() && !path.includes('.lock'))
        .map((path): [string, Buffer] => [path, readFileSync(path)])
    return { dir, vfs: nodeVfs, files, clear: () => rmSync(dir, { recursive: true }) }
  }
}
