import assert from 'node:assert/strict'
import { filesDriver } from '../../src/drivers/files/index.ts'
import { encodeRecord } from '../../src/drivers/files/record.ts'
import type { Entry } from '../../src/model/entry.ts'
import { entryOf } from './ledger.ts'
import { Disk, memVfs } from './mem-vfs.ts'
import { processLocks } from './process-locks.ts'
import { randomFrom, type Random } from './random.ts'

export type HostileResult = { readonly files: number; readonly damaged: number; readonly failures: readonly string[] }

/** A change to a file, and which bytes of the original it leaves as they were. */
type Attack = (bytes: Buffer, random: Random) => { bytes: Buffer; spared: (from: number, to: number) => boolean }

const overwrite = (bytes: Buffer, from: number, by: Buffer) => {
  const changed = Buffer.from(bytes)
  by.copy(changed, from)
  const end = Math.min(from + by.length, bytes.length)
  return { bytes: changed, spared: (a: number, b: number) => b <= from || a >= end }
}
const insert = (bytes: Buffer, at: number, more: Buffer) => ({
  bytes: Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]),
  spared: (a: number, b: number) => b <= at || a >= at,
})

const ATTACKS: Record<string, Attack> = {
  'a flipped bit'(bytes, random) {
    const at = random.below(bytes.length)
    return overwrite(bytes, at, Buffer.of((bytes[at] ?? 0) ^ (1 << random.below(8))))
  },
  'NUL bytes instead of some': (bytes, random) =>
    overwrite(bytes, random.below(bytes.length), Buffer.alloc(1 + random.below(600))),
  'NUL bytes between': (bytes, random) =>
    insert(bytes, random.below(bytes.length + 1), Buffer.alloc(1 + random.below(600))),
  'a cut': (bytes, random) => {
    const at = random.below(bytes.length)
    return { bytes: bytes.subarray(0, at), spared: (_, to) => to <= at }
  },
  'a hole': (bytes, random) => {
    const [from, length] = [random.below(bytes.length), 1 + random.below(300)]
    const changed = Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)])
    return { bytes: changed, spared: (a, b) => b <= from || a >= from + length }
  },
  'a byte order mark': (bytes) => insert(bytes, 0, Buffer.from([0xef, 0xbb, 0xbf])),
  'carriage returns': (bytes) => ({
    bytes: Buffer.from(bytes.toString().replaceAll('\n', '\r\n')),
    spared: () => true,
  }),
  'half a character': (bytes, random) => overwrite(bytes, random.below(bytes.length), Buffer.of(0xf0, 0x9f)),
  'a foreign line': (bytes, random) => {
    const at = bytes.indexOf(10, random.below(bytes.length)) + 1
    return insert(
      bytes,
      at,
      Buffer.from(random.pick(['{}\n', 'hello\n', '\n', '[1,2]\n', '{"seq":1}\n', '{"__proto__":1}\n'])),
    )
  },
  'promises of records': (bytes, random) => {
    const promise = `{"seq":3,"at":"2026-01-01T00:00:00.000Z","sha256":"${'0'.repeat(64)}","bytes":9999,"payload":`
    return insert(bytes, random.below(bytes.length), Buffer.from(promise.repeat(1 + random.below(20))))
  },
  'a line twice': (bytes, random) => {
    const from = bytes.indexOf(10, random.below(bytes.length - 200)) + 1
    const to = bytes.indexOf(10, from) + 1
    return insert(bytes, bytes.length, bytes.subarray(from, to))
  },
  'two lines in each other’s place': (bytes, random) => {
    const lines = bytes.toString().split(/(?<=\n)/)
    const [a, b] = [random.below(lines.length), random.below(lines.length)]
    const swapped = lines.with(a, lines[b] ?? '').with(b, lines[a] ?? '')
    return { bytes: Buffer.from(swapped.join('')), spared: () => true }
  },
  'nothing but noise': (bytes, random) => {
    const noise = Buffer.from(Array.from({ length: 500 }, () => random.below(256)))
    return { bytes: random.chance(0.5) ? noise : Buffer.concat([noise, bytes]), spared: () => false }
  },
}

/** Attack many logs; every record that was not touched must come back, nothing false may, and work must go on. */
export async function attackFiles(files: number, seed: number): Promise<HostileResult> {
  const random = randomFrom(seed)
  const failures: string[] = []
  let damaged = 0
  for (let file = 0; file < files; file++) {
    const attack = random.pick(Object.keys(ATTACKS))
    try {
      if ((await attackOne(ATTACKS[attack] as Attack, random)) > 0) damaged++
    } catch (error) {
      failures.push(`${attack}, file ${file} of seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
  return { files, damaged, failures }
}

async function attackOne(attack: Attack, random: Random): Promise<number> {
  const entries = Array.from({ length: 2 + random.below(12) }, (_, index) =>
    entryOf(index + 1, index, random.below(400)),
  )
  const lines = entries.map((entry) => encodeRecord({ seq: entry.seq, at: entry.at, payload: entry }))
  const header = encodeRecord({ seq: 0, at: 0, payload: { format: 'daypack', version: 1, kind: 'log', session: 's' } })
  const { bytes, spared } = attack(Buffer.from([header, ...lines].join('')), random)

  const disk = new Disk()
  const vfs = memVfs(disk)
  const open = () => filesDriver({ dir: '/w', now: () => 0, zone: 'UTC', vfs, locks: processLocks })
  await (await open()).close()
  await (await vfs.open('/w/log/s.jsonl', 'create')).write(bytes)

  const driver = await open()
  const found = await driver.log.read('s')
  let offset = Buffer.byteLength(header)
  const originals = new Map(entries.map((entry) => [entry.seq, JSON.stringify(entry)]))
  const seqs = found.entries.map(({ seq }) => seq)
  assert.deepEqual(
    seqs,
    seqs.toSorted((a, b) => a - b),
    'out of order',
  )
  for (const entry of found.entries) assert.equal(JSON.stringify(entry), originals.get(entry.seq), 'a false record')
  for (const [index, line] of lines.entries()) {
    const end = offset + Buffer.byteLength(line)
    if (spared(offset, end - 1)) assert.ok(seqs.includes(index + 1), `record ${index + 1} was lost with its neighbour`)
    offset = end
  }
  assert.deepEqual((await driver.log.read('s')).damage, [], 'damage is told twice')

  const next: Entry = entryOf(found.head + 1, 999, 50)
  assert.deepEqual(await driver.log.append('s', [next], { expect: found.head }), { head: next.seq })
  for (const reader of [driver, await open()]) {
    assert.deepEqual((await reader.log.read('s')).entries, [...found.entries, next])
  }
  return found.damage.length
}
