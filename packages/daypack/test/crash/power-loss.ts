import { filesDriver, type Vfs } from '../../src/drivers/files/index.ts'
import { checkLines, checkPromises, type Event } from './ledger.ts'
import { Disk, memVfs, type DiskOp } from './mem-vfs.ts'
import { processLocks } from './process-locks.ts'
import { randomFrom, type Random } from './random.ts'
import { actorOn, say, WORKLOADS, type Workload } from './workloads.ts'
import { wrapVfs } from './wrap-vfs.ts'

export type PowerLossResult = { readonly images: number; readonly failures: readonly string[] }

const NOW = Date.UTC(2026, 2, 28, 11)
const SECTORS = [512, 4096]

/**
 * Cut the power: at random moments of every workload, and at the end of each that was begun by somebody killed, once for
 * every operation at which that may have been. Whatever a disk may then hold must keep every promise.
 */
export async function losePower(images: number, seed: number): Promise<PowerLossResult> {
  const random = randomFrom(seed)
  const failures: string[] = []
  let tried = 0
  const cut = async (name: string, { ops, events }: Recording, moment: number) => {
    const problem = await problemAfter(
      events.filter(({ when }) => when <= moment),
      survivors(ops.slice(0, moment), random),
    )
    if (problem !== undefined) failures.push(`${name}, seed ${seed}, power lost at ${moment}: ${problem}`)
  }
  const runs: [name: string, run: Recording][] = []
  for (const [name, workload] of Object.entries(WORKLOADS)) {
    const whole = await record(workload)
    runs.push([name, whole])
    for (let killAt = 1; killAt < whole.ops.length; killAt++) {
      const run = await record(workload, killAt)
      await cut(`${name}, killed at ${killAt}`, run, run.ops.length)
      tried++
      if (killAt % 10 === 0) runs.push([`${name}, killed at ${killAt}`, run])
    }
  }
  for (; tried < images; tried++) {
    const [name, run] = random.pick(runs)
    await cut(name, run, random.below(run.ops.length + 1))
  }
  return { images: tried, failures }
}

/** What is wrong with a disk, seen by the next process and after that has done some work. */
async function problemAfter(events: Event[], disk: Disk): Promise<string | undefined> {
  const open = () => filesDriver({ dir: '/w', now: () => NOW, zone: 'UTC', vfs: memVfs(disk), locks: processLocks })
  let nonce = 10_000
  try {
    await checkPromises(await open(), events, { gaps: true })
    const later = await open()
    const actor = actorOn(
      later,
      (event) => events.push({ ...event, when: 0 }),
      () => ++nonce,
    )
    await say(actor, 'later', 2, 100)
    await checkPromises(later, events, { gaps: true })
    for (const { path, bytes } of disk.files()) checkLines(path, bytes)
    return events.some(({ phase }) => phase === 'failed') ? 'work did not go on' : undefined
  } catch (error) {
    return error instanceof Error ? error.stack : String(error)
  }
}

type Recording = { readonly ops: readonly DiskOp[]; readonly events: readonly Event[] }

/** What a workload does to a disk; with `killAt`, first by somebody killed at that operation, then by the next one. */
async function record(workload: Workload, killAt?: number): Promise<Recording> {
  const disk = new Disk()
  const events: Event[] = []
  let nonce = 100
  const work = async (vfs: Vfs) => {
    const driver = await filesDriver({ dir: '/w', now: () => NOW, zone: 'UTC', vfs, locks: processLocks })
    await workload(
      actorOn(
        driver,
        (event) => events.push({ ...event, when: disk.ops.length }),
        () => ++nonce,
      ),
    )
  }
  if (killAt !== undefined) {
    await new Promise<void>((killed) => {
      const dying = wrapVfs(memVfs(disk), async (_, run) => {
        if (disk.ops.length < killAt) return await run()
        killed()
        return await new Promise<never>(() => {})
      })
      void work(dying).then(killed)
    })
  }
  await work(memVfs(disk))
  return { ops: disk.ops, events }
}

/**
 * A disk as it may be found after the power went: what was synced is there; of the rest each write may be there, missing,
 * torn at a sector or zero; and of the names of a folder either a first few changes or any of them.
 */
function survivors(ops: readonly DiskOp[], random: Random): Disk {
  const synced = new Map<number, number>()
  ops.forEach((op, index) => {
    if (op.op === 'sync') synced.set(op.inode, index)
  })
  const isSafe = (inode: number, index: number) => (synced.get(inode) ?? -1) > index
  const inOrder = random.chance(0.5)
  const cut = inOrder ? random.below(ops.length + 1) : ops.length
  const keepName = (index: number) => (inOrder ? index < cut : random.chance(0.6))
  const disk = new Disk()
  ops.forEach((op, index) => {
    switch (op.op) {
      case 'sync':
        return
      case 'write':
        if (isSafe(op.inode, index)) disk.apply(op)
        else for (const some of remains(op, random)) disk.apply(some)
        return
      case 'truncate':
        if (isSafe(op.inode, index) || random.chance(0.5)) disk.apply(op)
        return
      case 'rename':
        // A move between folders is safe when both are.
        if ((isSafe(op.from, index) && isSafe(op.to, index)) || keepName(index)) disk.apply(op)
        return
      case 'link':
      case 'unlink':
        if (isSafe(op.folder, index) || keepName(index)) disk.apply(op)
    }
  })
  return disk
}

type Write = Extract<DiskOp, { op: 'write' }>

function remains(write: Write, random: Random): Write[] {
  const sector = random.pick(SECTORS)
  const torn = Math.min(write.bytes.length, sector * random.below(Math.ceil(write.bytes.length / sector) + 1))
  switch (random.below(5)) {
    case 0:
      return []
    case 1:
      return [write]
    case 2:
      return [{ ...write, bytes: write.bytes.subarray(0, torn) }]
    case 3:
      return [{ ...write, bytes: Buffer.alloc(write.bytes.length) }]
    default:
      // The length is there and the end too, the beginning is not.
      return [{ ...write, bytes: Buffer.concat([Buffer.alloc(torn), write.bytes.subarray(torn)]) }]
  }
}
