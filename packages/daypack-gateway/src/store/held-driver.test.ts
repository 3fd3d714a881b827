import { expect, test } from 'vitest'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'
import type { AppendResult, Driver } from '../../../daypack/src/model/driver.ts'
import type { Entry } from '../../../daypack/src/model/entry.ts'
import { DaypackError } from '../../../daypack/src/model/errors.ts'
import { heldDriver } from './held-driver.ts'

const mark = (seq: number): Entry => ({ seq, at: seq, kind: 'mark', name: 'x' })
const edits = (seq: number): Entry => ({ seq, at: seq, kind: 'edits', by: 'x', why: '', edits: [], saved: 0 })
const record = { session: 's', seq: 1, at: 0, sha256: 'h', message: 'said' }

/** A driver whose disk has room or not, what it was asked to write in what order, and what was said of it. */
function small(files = memoryDriver({ now: () => 0, zone: 'UTC' })) {
  const state = { isFull: false, wrote: [] as string[], problems: [] as unknown[] }
  const onDisk = async <T>(what: string, write: () => Promise<T>): Promise<T> => {
    if (state.isFull) throw new DaypackError('disk-full', 'No space.')
    state.wrote.push(what)
    return write()
  }
  const { log, blobs, days } = files
  const driver: Driver = {
    ...files,
    log: { ...log, append: (...all) => onDisk('log', () => log.append(...all)) },
    blobs: { ...blobs, put: (data) => onDisk('blob', () => blobs.put(data)) },
    days: { ...days, append: (records) => onDisk('day', () => days.append(records)) },
    scope: (name) => ({ ...driver, name, close() {} }),
  }
  const held = heldDriver(driver, (problem) => state.problems.push(problem))
  const { log: behind, blobs: texts, days: pages } = held
  if (!behind || !texts || !pages) throw new Error('a part is missing')
  return { files, state, held, log: behind, blobs: texts, days: pages }
}

test('a full disk: a session begins, goes on, is cut and read; all of it is written in its order when there is room', async () => {
  const { state, held, log, blobs, days } = small()
  state.isFull = true
  expect(await log.append('s', [mark(1)], { expect: 0 })).toEqual({ head: 1 })
  const { ref } = await blobs.put('a long result')
  await days.append([record])
  expect(await log.append('s', [mark(2)], { expect: 1 })).toEqual({ head: 2 })
  expect(await log.append('s', [edits(3)], { expect: 2 })).toEqual({ head: 3 })
  expect(await log.read('s')).toMatchObject({ entries: [mark(1), mark(2), edits(3)], head: 3 })
  expect(await log.read('s', 2)).toMatchObject({ entries: [edits(3)], head: 3 })
  expect([await log.sessions(), await log.last?.('s')]).toEqual([['s'], 3])
  expect(Buffer.from((await blobs.get(ref)) as Uint8Array).toString()).toBe('a long result')
  expect(held.unwritten?.()).toMatchObject({ writes: 5, why: 'No space.' })
  expect(state.wrote).toEqual([])
  expect(state.problems).toHaveLength(1)

  state.isFull = false
  await held.close?.()
  expect(state.wrote).toEqual(['log', 'blob', 'day', 'log', 'log'])
  expect(held.unwritten?.()).toBeUndefined()
})

test('what was taken in while the disk was full can be read afterwards as if it had never been', async () => {
  const { files, state, held, log, blobs } = small()
  await log.append('s', [mark(1)], { expect: 0 })
  state.isFull = true
  const { ref } = await blobs.put('x')
  await log.append('s', [edits(2)], { expect: 1 })
  state.isFull = false
  await log.scrub('s', (entry) => entry)
  expect((await files.log.read('s')).entries).toEqual([mark(1), edits(2)])
  expect(await files.blobs.info(ref)).toMatchObject({ bytes: 1 })
  expect(await log.append('s', [edits(3)], { expect: 2 })).toEqual({ head: 3 })
  expect((await log.read('s')).entries).toHaveLength(3)
  expect(held.unwritten?.()).toBeUndefined()
})

test('nothing is taken out of a log that is not all written', async () => {
  const { state, log, blobs, days } = small()
  state.isFull = true
  await log.append('s', [mark(1)], { expect: 0 })
  await expect(log.scrub('s', (entry) => entry)).rejects.toThrow('No space.')
  await expect(log.remove('s')).rejects.toThrow('No space.')
  await expect(blobs.erase('a'.repeat(64), 'why', 0)).rejects.toThrow('No space.')
  await expect(days.scrub((one) => one)).rejects.toThrow('No space.')
})

test('somebody else wrote meanwhile: nothing of ours goes behind it, and the session reads all of it again', async () => {
  const { files, state, held, log } = small()
  await log.append('s', [mark(1)], { expect: 0 })
  state.isFull = true
  for (const seq of [2, 3, 4]) await log.append('s', [edits(seq)], { expect: seq - 1 })
  await files.log.append('s', [mark(2), mark(3)], { expect: 1 })
  state.isFull = false
  expect(await log.scrub('s', (entry) => entry)).toBe(0)
  expect(await log.append('s', [edits(5)], { expect: 4 })).toEqual({ conflict: 3 })
  expect((await log.read('s')).entries).toEqual([mark(1), mark(2), mark(3)])
  expect(held.unwritten?.()).toBeUndefined()
})

test('it holds so much and no more', async () => {
  const { state, held, blobs, log } = small()
  state.isFull = true
  const large = 'x'.repeat(40 * 1024 * 1024)
  await blobs.put(large)
  await expect(blobs.put(`${large}y`)).rejects.toThrow('No space.')
  expect(await log.append('s', [mark(1)], { expect: 0 })).toEqual({ head: 1 })
  expect(held.unwritten?.()).toMatchObject({ writes: 2 })
})

test('any other failure is told to whoever writes, as ever', async () => {
  const files = memoryDriver({ now: () => 0 })
  const broken = { ...files.log, append: (): Promise<AppendResult> => Promise.reject(new Error('a mistake of ours')) }
  const { log }: Driver = heldDriver({ ...files, log: broken }, () => {})
  await expect(log?.append('s', [mark(1)], { expect: 0 })).rejects.toThrow('a mistake of ours')
})

test('the sessions of each person are held, too', async () => {
  const { state, held } = small()
  state.isFull = true
  const ann = await held.scope?.('user/ann')
  expect(await ann?.log?.append('s', [mark(1)], { expect: 0 })).toEqual({ head: 1 })
  expect(held.unwritten?.()).toMatchObject({ writes: 1 })
})

test('without an outage all is durable at once; what holds nothing answers as the disk does', async () => {
  const { files, log } = small()
  expect(await log.append('s', [mark(1)], { expect: 0 })).toEqual({ head: 1 })
  expect((await files.log.read('s')).head).toBe(1)
  expect(await log.append('s', [mark(1)], { expect: 0 })).toEqual({ conflict: 1 })
  expect([await log.sessions(), (await log.read('s', 1)).entries]).toEqual([['s'], []])
})
