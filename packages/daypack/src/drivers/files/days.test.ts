import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { processLocks } from '../../../test/crash/process-locks.ts'
import { temporary } from '../../../test/temporary.ts'
import type { DialogRecord } from '../../model/driver.ts'
import { filesDriver } from './index.ts'
import { encodeRecord } from './record.ts'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 2, 28, 12)
const record = (seq: number, at = NOON, session = 's'): DialogRecord => {
  return { session, seq, at, sha256: String(seq), message: { text: `said ${seq}` } }
}

const root = join(temporary(), 'w')
const driver = await filesDriver({ dir: root, now: () => 0, zone: 'UTC' })
afterAll(() => driver.close())

test('a place points at the line of the file', async () => {
  const places = await driver.days.append([record(1), record(2), record(3)])
  const lines = readFileSync(join(root, 'dialog/2026-03-28.jsonl'), 'utf8').split('\n')
  for (const { line, seq } of places) {
    expect(JSON.parse(lines[line - 1] ?? '')).toMatchObject({
      metadata: { session: 's', message: seq, hash: String(seq) },
      text: `said ${seq}`,
    })
  }
})

test('places stay right behind a damaged line, and what was lost is written again', async () => {
  const file = join(root, 'dialog/2026-03-29.jsonl')
  const at = NOON + 24 * HOUR
  await driver.days.append([record(1, at), record(2, at), record(3, at)])
  writeFileSync(file, readFileSync(file, 'utf8').replace('said 2', 'SAID 2'))
  const other = await filesDriver({ dir: root, now: () => 0 })
  const places = await other.days.append([record(1, at), record(2, at), record(3, at), record(4, at)])
  expect(places.map(({ line }) => line)).toEqual([1, 4, 3, 5])
  expect((await other.days.read('2026-03-29')).map(({ seq }) => seq)).toEqual([1, 3, 2, 4])
  await other.close()
})

test('a day file that was deleted begins again', async () => {
  const at = NOON + 48 * HOUR
  await driver.days.append([record(1, at)])
  rmSync(join(root, 'dialog/2026-03-30.jsonl'))
  expect(await driver.days.append([record(1, at), record(2, at)])).toHaveLength(2)
  expect((await driver.days.read('2026-03-30')).map(({ seq }) => seq)).toEqual([1, 2])
})

test('lines that are no dialog are passed over', async () => {
  const at = NOON + 72 * HOUR
  await driver.days.append([record(1, at)])
  const odd = [null, 5, { session: 's' }, { ...record(7, at), at: 1 }, { ...record(8, at), session: 9 }]
  const lines = odd.map((payload, index) => encodeRecord({ seq: index + 2, at, payload }))
  writeFileSync(join(root, 'dialog/2026-03-31.jsonl'), lines.join(''), { flag: 'a' })
  expect(await driver.days.read('2026-03-31')).toEqual([record(1, at)])
})

test('foreign files among the days are no days', async () => {
  writeFileSync(join(root, 'dialog/notes.txt'), '')
  mkdirSync(join(root, 'dialog/2026-01-01.jsonl'))
  const days = await driver.days.days()
  expect(days.every((day) => /^2026-0[3-7]-\d\d$/.test(day))).toBe(true)
})

test('more days than are remembered at once are all idempotent', async () => {
  const records = Array.from({ length: 40 }, (_, index) => record(index, NOON + (100 + index) * 24 * HOUR))
  const places = await driver.days.append(records)
  expect(await driver.days.append(records)).toEqual(places)
})

describe('days and zones', () => {
  // A day by another road: the offset that Intl itself names, added to the instant.
  const dayByOffset = (at: number, zone: string) => {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at)
    const offset = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?/.exec(
      parts.find(({ type }) => type === 'timeZoneName')?.value ?? '',
    )
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = offset ?? []
    const shift = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * (sign === '-' ? -1000 : 1000)
    const local = new Date(at + shift)
    const two = (value: number) => String(value).padStart(2, '0')
    return `${local.getUTCFullYear()}-${two(local.getUTCMonth() + 1)}-${two(local.getUTCDate())}`
  }
  const ZONES = [
    'UTC',
    'Europe/Rome',
    'Europe/London',
    'America/New_York',
    'America/St_Johns',
    'America/Sao_Paulo',
    'America/Havana',
    'Asia/Kathmandu',
    'Asia/Kolkata',
    'Asia/Tehran',
    'Asia/Beirut',
    'Africa/Cairo',
    'Africa/Casablanca',
    'Australia/Lord_Howe',
    'Australia/Adelaide',
    'Pacific/Chatham',
    'Pacific/Kiritimati',
    'Pacific/Apia',
    'Pacific/Pago_Pago',
    'Antarctica/Troll',
  ]

  test.each(ZONES)(
    '%s: around midnight and clock changes, every record is in exactly one file, the right one',
    async (zone) => {
      const vfs = memVfs(new Disk())
      const driver = await filesDriver({ dir: '/w', now: () => 0, zone, vfs, locks: processLocks })
      const instants = new Set<number>()
      for (let year = 2024; year <= 2030; year += 3) {
        for (const [month, day] of [
          [1, 29],
          [2, 10],
          [2, 31],
          [3, 7],
          [9, 26],
          [10, 3],
          [11, 31],
        ] as const) {
          for (let hour = -14; hour <= 14; hour++) instants.add(Date.UTC(year, month, day) + hour * HOUR - (hour % 2))
        }
      }
      const records = [...instants].map((at, index) => record(index, at))
      const places = await driver.days.append(records)
      expect(places.map(({ file }) => file)).toEqual(records.map(({ at }) => `dialog/${dayByOffset(at, zone)}.jsonl`))
      const found = (await Promise.all((await driver.days.days()).map((day) => driver.days.read(day)))).flat()
      expect(found).toHaveLength(records.length)
    },
  )

  test('the rule holds at any instant', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 4_102_444_800_000 }), fc.constantFrom(...ZONES), async (at, zone) => {
        const vfs = memVfs(new Disk())
        const driver = await filesDriver({ dir: '/w', now: () => 0, zone, vfs, locks: processLocks })
        const [place] = await driver.days.append([record(1, at)])
        expect(place?.file).toBe(`dialog/${dayByOffset(at, zone)}.jsonl`)
      }),
    )
  })
})

test('a record is known by the first 16 digits of its hash, as all versions write it', async () => {
  const known = { ...record(900), sha256: 'a'.repeat(16) }
  const [first] = await driver.days.append([known])
  const [same, other] = await driver.days.append([
    { ...known, sha256: 'a'.repeat(64) },
    { ...known, sha256: `${'a'.repeat(15)}b` },
  ])
  expect([same?.line, other?.line]).toEqual([first?.line, Number(first?.line) + 1])
})
