import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filesDriver } from '../../src/drivers/files/index.ts'
import { createDaypack, isDaypackError } from '../../src/index.ts'
import { temporary } from '../temporary.ts'
import { checkLines, checkPromises, type Event } from './ledger.ts'
import { actorOn, WORKLOADS } from './workloads.ts'

const mount = join(temporary(), 'small')
const mounted = mountSmall()
const BLOCK = 4096
const SIZE = 512 * 1024

function mountSmall(): boolean {
  try {
    mkdirSync(mount)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${512 * 1024}`, 'tmpfs', mount], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
afterAll(() => {
  if (mounted) execFileSync('umount', ['-l', mount])
})

/** Take all space but `free` bytes. */
function fill(free: number): void {
  const file = openSync(join(mount, 'ballast'), 'w')
  try {
    for (let size = 0; size < SIZE; size += BLOCK) writeSync(file, Buffer.alloc(BLOCK, 1))
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  } finally {
    closeSync(file)
  }
  const { size } = statSync(join(mount, 'ballast'))
  execFileSync('truncate', ['-s', String(Math.max(0, size - free)), join(mount, 'ballast')])
}

function filesBelow(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]))
}

const LEVELS = [0, 1, 2, 3, 5, 8]
const NAMES = [
  'ten appends',
  'a batch',
  'a large entry between small ones',
  'a blob in pieces',
  'a note written, replaced and removed',
  'a whole turn',
]

test.skipIf(!mounted).each(NAMES)(
  '%s on a full disk: nothing stored is lost, and work goes on when there is space (needs root to mount)',
  async (name) => {
    const workload = WORKLOADS[name]
    for (const level of LEVELS) {
      const dir = join(mount, 'w')
      const events: Event[] = []
      let nonce = 100
      const record = (event: Omit<Event, 'when'>) => void events.push({ ...event, when: 0 })
      const open = () => filesDriver({ dir, now: () => 1_790_000_000_000, zone: 'UTC' })
      const driver = await open()
      await workload?.(actorOn(driver, record, () => ++nonce))
      expect(events.some(({ phase }) => phase === 'failed')).toBe(false)
      const before = filesBelow(dir)

      fill(level * BLOCK)
      await workload?.(actorOn(driver, record, () => ++nonce))
      const failed = events.filter(({ phase }) => phase === 'failed').length
      if (level === 0) expect(failed).toBeGreaterThan(0)
      for (const [file, bytes] of filesBelow(dir)) {
        const old = before.get(file)
        if (old !== undefined && file.endsWith('.jsonl')) expect(bytes.subarray(0, old.length).equals(old)).toBe(true)
        else if (old !== undefined && !file.endsWith('.md')) expect(bytes.equals(old)).toBe(true)
      }
      await checkPromises(driver, events)

      rmSync(join(mount, 'ballast'))
      const later = await open()
      await checkPromises(later, events)
      const known = events.length
      await workload?.(actorOn(later, record, () => ++nonce))
      expect(events.slice(known).some(({ phase }) => phase === 'failed')).toBe(false)
      await checkPromises(later, events)
      await driver.close()
      await later.close()
      for (const [file, bytes] of filesBelow(dir)) checkLines(file, bytes)
      rmSync(dir, { recursive: true })
    }
  },
)

test.skipIf(!mounted)(
  'F-70: on a full disk createDaypack and forget fail with a DaypackError (needs root to mount)',
  async () => {
    const errors: unknown[] = []
    for (let free = 0; free < 64; free += 2) {
      const dir = join(mount, `f-${free}`)
      fill(free * BLOCK)
      try {
        const pack = await createDaypack({ dir, tuning: { now: () => 1_790_000_000_000 } })
        try {
          await pack.memory.remember('The port is 5433.')
          await pack.memory.forget({ query: 'port' })
        } finally {
          await pack.close()
        }
      } catch (error) {
        errors.push(error)
      }
      rmSync(join(mount, 'ballast'))
      rmSync(dir, { recursive: true, force: true })
    }
    expect(errors.length).toBeGreaterThan(0)
    expect(errors.filter((error) => !isDaypackError(error))).toEqual([])
  },
)
