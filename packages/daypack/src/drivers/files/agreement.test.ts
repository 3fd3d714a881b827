import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryOf } from '../../../test/crash/ledger.ts'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { processLocks } from '../../../test/crash/process-locks.ts'
import type { Driver } from '../../model/driver.ts'
import { memoryDriver } from '../memory/index.ts'
import { runs } from '../../../../daypack-testing/src/arbitraries.ts'
import { filesDriver } from './index.ts'

type Full = Required<Pick<Driver, 'log' | 'blobs' | 'days' | 'notes'>>
type Step = (driver: Full, memo: Map<string, string>) => Promise<unknown>

const session = fc.constantFrom('a', 'A', 'b/c')
const small = fc.integer({ min: 0, max: 5 })
const path = fc.constantFrom('MEMORY.md', 'memory/a.md', 'memory/b/c.md')
const text = fc.constantFrom('one', 'two', 'three\n', '')
const ref = (memo: Map<string, string>, which: string) => memo.get(`ref ${which}`) ?? 'f'.repeat(64)
const hashOf = async (driver: Full, at: string) => (await driver.notes.read(at))?.hash

const step: fc.Arbitrary<[name: string, run: Step]> = fc.oneof(
  fc.tuple(session, small, fc.integer({ min: 0, max: 3 })).map(([id, off, count]): [string, Step] => [
    `append ${id} ${off} ${count}`,
    async ({ log }) => {
      const expect = Math.max(0, (await log.read(id)).head - (off === 5 ? 1 : 0))
      const entries = Array.from({ length: count }, (_, index) => entryOf(expect + 1 + index, off, 10))
      return await log.append(id, entries, { expect })
    },
  ]),
  fc
    .tuple(session, small)
    .map(([id, after]): [string, Step] => [`read ${id} ${after}`, ({ log }) => log.read(id, after)]),
  session.map((id): [string, Step] => [`remove ${id}`, ({ log }) => log.remove(id)]),
  text.map((data): [string, Step] => [
    `put ${JSON.stringify(data)}`,
    async ({ blobs }, memo) => {
      const info = await blobs.put(data)
      memo.set(`ref ${data}`, info.ref)
      return info
    },
  ]),
  fc.tuple(text, fc.constantFrom('get', 'info', 'mark', 'unmark', 'drop')).map(([data, op]): [string, Step] => [
    `${op} ${JSON.stringify(data)}`,
    async ({ blobs }, memo) => {
      const id = ref(memo, data)
      if (op === 'get') return plain(await blobs.get(id))
      if (op === 'info') return await blobs.info(id)
      if (op === 'mark') return await blobs.mark(id, 5)
      return op === 'unmark' ? await blobs.unmark(id) : await blobs.drop(id, 'why', 9)
    },
  ]),
  fc
    .tuple(session, fc.array(small, { maxLength: 4 }), small)
    .map(([id, seqs, day]): [string, Step] => [
      `day ${id} ${seqs.join()} ${day}`,
      ({ days }) =>
        days.append(
          seqs.map((seq) => ({ session: id, seq, at: day * 50_000_000, sha256: String(seq), message: { seq } })),
        ),
    ]),
  fc
    .tuple(path, text, fc.boolean())
    .map(([at, data, knows]): [string, Step] => [
      `write ${at} ${JSON.stringify(data)} ${knows}`,
      async (driver) => driver.notes.write(at, data, { expect: knows ? await hashOf(driver, at) : undefined }),
    ]),
  path.map((at): [string, Step] => [
    `forget ${at}`,
    async (driver) => driver.notes.remove(at, { expect: (await hashOf(driver, at)) ?? 'none' }),
  ]),
)

function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString() : value
}

async function everything({ log, blobs, days, notes }: Full): Promise<unknown> {
  const infos: string[] = []
  for await (const info of blobs.list()) infos.push(JSON.stringify(info))
  const versions = await notes.versions()
  return {
    logs: await Promise.all((await log.sessions()).map(async (id) => [id, await log.read(id)])),
    blobs: infos.toSorted(),
    marked: new Map(await blobs.marked()),
    days: await Promise.all((await days.days()).map(async (day) => [day, await days.read(day)])),
    notes: await Promise.all((await notes.list()).map(async (at) => [at, (await notes.read(at))?.text])),
    versions: (
      await Promise.all(
        versions.map(async ({ id, path, ...rest }) => JSON.stringify([path, rest, await notes.version(path, id)])),
      )
    ).toSorted(),
  }
}

test('whatever is done, files and memory give the same answers, also after opening again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 30 }), async (steps) => {
      const clock = { at: 1000 }
      const vfs = memVfs(new Disk())
      const open = () => filesDriver({ dir: '/w', now: () => clock.at, zone: 'UTC', vfs, locks: processLocks })
      const memory = memoryDriver({ now: () => clock.at, zone: 'UTC' })
      const [fileMemo, memoryMemo] = [new Map<string, string>(), new Map<string, string>()]
      let files = await open()
      for (const [[name, run], reopen] of steps) {
        clock.at++
        if (reopen) files = await open()
        expect([name, await run(files, fileMemo)]).toEqual([name, await run(memory, memoryMemo)])
      }
      expect(await everything(files)).toEqual(await everything(memory))
      expect(await everything(await open())).toEqual(await everything(memory))
    }),
    { numRuns: Math.min(runs(), 300) },
  )
})

test('doing everything twice is doing it once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(session, small, small), { maxLength: 20 }), async (records) => {
      const vfs = memVfs(new Disk())
      const open = () => filesDriver({ dir: '/w', now: () => 0, zone: 'UTC', vfs, locks: processLocks })
      const batch = records.map(([id, seq, day]) => {
        return { session: id, seq, at: day * 50_000_000, sha256: `${id} ${seq}`, message: null }
      })
      const first = await (await open()).days.append(batch)
      const driver = await open()
      expect(await driver.days.append(batch)).toEqual(first)
      const entries = batch.map((_, index) => entryOf(index + 1, index, 5))
      await driver.log.append('s', entries, { expect: 0 })
      // A replayed append meets the head it already made.
      const replayed = await (await open()).log.append('s', entries, { expect: 0 })
      expect(replayed).toEqual(entries.length === 0 ? { head: 0 } : { conflict: entries.length })
      expect((await driver.log.read('s')).entries).toEqual(entries)
    }),
  )
})
