import { filesDriver } from '../../src/drivers/files/index.ts'
import { dialogOf } from './ledger.ts'
import { Disk, memVfs } from './mem-vfs.ts'
import { processLocks } from './process-locks.ts'
import { randomFrom, type Random } from './random.ts'

export type ClocksResult = {
  readonly instants: number
  readonly zones: number
  readonly changes: number
  readonly failures: readonly string[]
}

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const [FROM, TO] = [Date.UTC(2024, 0, 1), Date.UTC(2031, 0, 1)]
/** Records that come in together. */
const BATCH = 100

/**
 * Instants in every zone there is: around each change of its clock, around midnights, leap days and the ends of years, and any;
 * in an order in which the clock jumps back by seconds, hours and days. Each record must stand in exactly one file, that of its day.
 */
export async function tryClocks(instants: number, seed: number): Promise<ClocksResult> {
  const random = randomFrom(seed)
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
  const failures: string[] = []
  let [tried, changes] = [0, 0]
  for (const [index, zone] of zones.entries()) {
    const most = Math.round((instants * (index + 1)) / zones.length) - tried
    const found = changesOf(zone)
    changes += found.length
    const chosen = jumping(pointsIn(zone, found, most, random), random)
    tried += chosen.length
    failures.push(...(await wrongIn(zone, chosen)))
  }
  return { instants: tried, zones: zones.length, changes, failures }
}

async function wrongIn(zone: string, instants: readonly number[]): Promise<string[]> {
  const driver = await filesDriver({ dir: '/w', now: () => 0, zone, vfs: memVfs(new Disk()), locks: processLocks })
  const wrong: string[] = []
  for (let from = 0; from < instants.length; from += BATCH) {
    const records = instants.slice(from, from + BATCH).map((at, index) => dialogOf('s', from + index + 1, at))
    const places = await driver.days.append(records)
    for (const [index, { at }] of records.entries()) {
      const expected = `dialog/${dayByOffset(at, zone)}.jsonl`
      if (places[index]?.file !== expected) wrong.push(`${zone}, ${at}: in ${places[index]?.file}, not in ${expected}`)
    }
  }
  const seen = new Set<number>()
  let total = 0
  for (const day of await driver.days.days()) {
    for (const { seq, at } of await driver.days.read(day)) {
      total++
      seen.add(seq)
      if (dayByOffset(at, zone) !== day) wrong.push(`${zone}, ${at}: read from ${day}`)
    }
  }
  if (total !== instants.length || seen.size !== total)
    wrong.push(`${zone}: ${instants.length} records went in, ${total} came back, ${seen.size} of them different`)
  await driver.close()
  return wrong
}

/** So many instants worth trying. */
function pointsIn(zone: string, changes: readonly number[], most: number, random: Random): number[] {
  const around = (at: number) => at + (random.below(4 * HOUR) - 2 * HOUR)
  const edges = [...changes, ...changes.map((at) => at - 1), Date.UTC(2024, 1, 29), Date.UTC(2028, 1, 29)]
  const points = edges.slice(0, most)
  while (points.length < most) {
    const way = random.below(4)
    const any = FROM + random.below(2 ** 31) * 100
    if (way === 0 && changes.length > 0) points.push(around(random.pick(changes)))
    else if (way === 1) points.push(any)
    else if (way === 2) points.push(midnightAfter(any, zone) + random.pick([-1, 0, 1, -SECOND, SECOND]))
    else points.push(around(midnightAfter(any, zone)))
  }
  return points
}

/** Mostly onward, and now and then back: as clocks are set, and machines wake up. */
function jumping(points: readonly number[], random: Random): number[] {
  const order = points.toSorted((a, b) => a - b)
  for (let at = 0; at < order.length; at++) {
    if (!random.chance(0.3)) continue
    const other = Math.min(order.length - 1, at + random.below(50))
    ;[order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0]
  }
  return order
}

/** Where the offset of a zone changes, to the second. */
function changesOf(zone: string): number[] {
  const found: number[] = []
  for (let at = FROM; at < TO; at += 7 * DAY) {
    if (offsetOf(at, zone) === offsetOf(at + 7 * DAY, zone)) continue
    let [low, high] = [at, at + 7 * DAY]
    while (high - low > SECOND) {
      const middle = low + Math.floor((high - low) / 2 / SECOND) * SECOND
      if (offsetOf(middle, zone) === offsetOf(low, zone)) low = middle
      else high = middle
    }
    found.push(high)
  }
  return found
}

function midnightAfter(at: number, zone: string): number {
  const local = at + offsetOf(at, zone)
  return Math.ceil(local / DAY) * DAY - offsetOf(at, zone)
}

/** A day by another road than the driver's: the offset that Intl itself names, added to the instant. */
function dayByOffset(at: number, zone: string): string {
  const local = new Date(at + offsetOf(at, zone))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${local.getUTCFullYear()}-${two(local.getUTCMonth() + 1)}-${two(local.getUTCDate())}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function offsetOf(at: number, zone: string): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?/.exec(name) ?? []
  const shift = Number(hours) * HOUR + Number(minutes) * 60 * SECOND + Number(seconds) * SECOND
  return sign === '-' ? -shift : shift
}
