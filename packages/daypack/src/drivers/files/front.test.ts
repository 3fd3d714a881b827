import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { faultVfs } from '../../../test/crash/fault-vfs.ts'
import { entryOf } from '../../../test/crash/ledger.ts'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { processLocks } from '../../../test/crash/process-locks.ts'
import { temporary } from '../../../test/temporary.ts'
import type { Entry } from '../../model/entry.ts'
import { filesDriver, type FilesDriver } from './index.ts'

const dir = temporary()
const open: FilesDriver[] = []
let places = 0
const at = async (root = join(dir, `front-${++places}`)) => {
  const driver = await filesDriver({ dir: root, now: () => 0, zone: 'UTC' })
  open.push(driver)
  return { root, log: driver.log }
}
afterEach(async () => {
  for (const driver of open.splice(0)) await driver.close()
})

const entries = (from: number, to: number, bytes = 1_000): Entry[] =>
  Array.from({ length: to - from + 1 }, (_, index) => entryOf(from + index, from + index, bytes))

async function append(log: FilesDriver['log'], from: number, to: number) {
  for (let seq = from; seq <= to; seq += 10)
    await log.append('s', entries(seq, Math.min(to, seq + 9)), { expect: seq - 1 })
}

test('G-88: the older part of a log is packed while it is written to, and it answers as ever', async () => {
  const { root, log } = await at()
  const other = (await at(root)).log
  for (let from = 1; from <= 901; from += 100) {
    await append(log, from, from + 99)
    for (const store of [log, other]) {
      expect((await store.read('s', from - 60)).entries).toEqual(entries(Math.max(1, from - 59), from + 99))
      expect(await store.read('s', from + 99)).toEqual({ entries: [], head: from + 99, damage: [] })
    }
  }
  const size = (name: string) => statSync(join(root, 'log', name)).size
  expect(readdirSync(join(root, 'log'))).toEqual(['s.jsonl', 's.jsonl.gz'])
  expect(size('s.jsonl')).toBeLessThan(120_000)
  const whole = { entries: entries(1, 1_000), head: 1_000, damage: [] }
  for (const store of [log, other, (await at(root)).log]) {
    expect(await store.read('s')).toEqual(whole)
    expect(await store.last?.('s')).toBe(whole.entries.at(-1)?.at)
    expect(await store.append('s', entries(999, 999), { expect: 998 })).toEqual({ conflict: 1_000 })
  }
  expect(await other.sessions()).toEqual(['s'])
  const less = (entry: Entry): Entry => (entry.seq === 3 ? { ...entries(3, 3, 10)[0]!, at: entry.at } : entry)
  expect(await other.scrub('s', less)).toBe(1)
  expect(readdirSync(join(root, 'log'))).toEqual(['s.jsonl'])
  expect((await log.read('s')).entries).toEqual(whole.entries.map(less))
  await append(log, 1_001, 1_001)
  expect(readdirSync(join(root, 'log'))).toEqual(['s.jsonl', 's.jsonl.gz'])
  expect(await other.pack?.(1e15)).toBe(1)
  expect(readdirSync(join(root, 'log'))).toEqual(['s.jsonl.gz'])
  expect((await log.read('s')).entries).toEqual([...whole.entries.map(less), ...entries(1_001, 1_001)])
  await append(log, 1_002, 1_300)
  expect(await other.remove('s')).toBe(true)
  expect(readdirSync(join(root, 'log'))).toEqual([])
})

test('G-88: whichever call fails while a log is packed in front, what was appended is there, and later entries too', async () => {
  const all = entries(1, 6, 50_000)
  const said = (from: number, to: number) => all.slice(from - 1, to)
  for (let point = 1, isReached = true; isReached; point++) {
    const faulty = faultVfs(memVfs(new Disk()))
    const driver = await filesDriver({ dir: '/w', now: () => 0, zone: 'UTC', vfs: faulty.vfs, locks: processLocks })
    await driver.log.append('s', said(1, 2), { expect: 0 })
    faulty.arm({ at: point, fault: 'EIO', persistent: false })
    const appended = await driver.log.append('s', said(3, 4), { expect: 2 }).catch(() => undefined)
    isReached = faulty.hits() > 0
    faulty.arm(undefined)
    const { head } = await driver.log.read('s')
    if (appended) expect(appended).toEqual({ head: 4 })
    expect([2, 4]).toContain(head)
    await driver.log.append('s', said(head + 1, 6), { expect: head })
    const again = await filesDriver({ dir: '/w', now: () => 0, zone: 'UTC', vfs: faulty.vfs, locks: processLocks })
    for (const store of [driver.log, again.log])
      expect(await store.read('s')).toEqual({ entries: all, head: 6, damage: [] })
  }
})

test('a front that is damaged costs what was in the piece, is told of, and is not written behind', async () => {
  const { root, log } = await at()
  await append(log, 1, 400)
  const file = join(root, 'log', 's.jsonl.gz')
  const packed = readFileSync(file)
  packed[packed.length - 30] = (packed[packed.length - 30] ?? 0) ^ 0xff
  writeFileSync(file, packed)
  const store = (await at(root)).log
  const before = await store.read('s')
  expect(before.head).toBe(400)
  expect(before.damage).toEqual([expect.objectContaining({ file: 'log/s.jsonl.gz' })])
  await append(store, 401, 600)
  expect(readFileSync(file).equals(packed)).toBe(true)
  expect((await store.read('s')).entries).toEqual([...before.entries, ...entries(401, 600)])
  expect(await store.pack?.(1e15)).toBe(0)
  await expect(store.scrub('s', (entry) => ({ ...entry }))).rejects.toMatchObject({ code: 'damaged' })
})

test('a front of plain gzip, as it was packed before, is read and added to; so is one packed on another system', async () => {
  const { root, log } = await at()
  await append(log, 1, 30)
  const file = join(root, 'log', 's.jsonl')
  const lines = readFileSync(file, 'utf8').split(/(?<=\n)/)
  const pieces = [lines.slice(0, 15), lines.slice(15, 30)].map((piece) => gzipSync(piece.join('')))
  for (const piece of pieces) piece[9] = 19
  writeFileSync(`${file}.gz`, Buffer.concat(pieces))
  writeFileSync(file, [lines[0], ...lines.slice(30)].join(''))
  const store = (await at(root)).log
  expect(await store.read('s')).toEqual({ entries: entries(1, 30), head: 30, damage: [] })
  const before = statSync(`${file}.gz`).size
  await append(store, 31, 300)
  expect(statSync(`${file}.gz`).size).toBeGreaterThan(before)
  expect(await (await at(root)).log.read('s')).toEqual({ entries: entries(1, 300), head: 300, damage: [] })
})

test('a packed file that unpacks to far more than lines give is no reason to fill the memory: the bomb is damage, the rest is read', async () => {
  const { root, log } = await at()
  await append(log, 1, 300)
  await log.pack?.(1e15)
  const file = join(root, 'log', 's.jsonl.gz')
  const bomb = gzipSync(Buffer.concat([Buffer.from('br:'), brotliCompressSync(Buffer.alloc(20_000_000))]))
  writeFileSync(file, Buffer.concat([bomb, readFileSync(file), bomb, gzipSync(Buffer.alloc(80_000_000))]))
  const { entries: read, damage } = await (await at(root)).log.read('s')
  expect(read).toEqual(entries(1, 300))
  expect(damage.map(({ why }) => why)).toEqual(
    Array.from({ length: 3 }, () => 'a compressed piece that cannot be read'),
  )
})
