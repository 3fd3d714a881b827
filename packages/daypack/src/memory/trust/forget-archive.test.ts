import { expect, test } from 'vitest'
import { memoryDriver } from '../../drivers/memory/index.ts'
import { heard } from '../../../test/memory/desk.ts'
import { MEMORY_SESSION } from '../notes/state.ts'
import { forgetInArchive, NO_ARCHIVE } from './forget-archive.ts'
import { eraserFor } from './match.ts'

const erase = eraserFor({ query: 'heron' }, [])
const AT = Date.UTC(2026, 10, 15, 12)

async function filled() {
  const driver = memoryDriver({ now: () => AT, zone: 'UTC' })
  const { log, days, blobs } = driver
  await log.append(
    's1',
    [heard('user', 'A heron lands.', 1), heard('user', 'It rains.', 2), heard('user', 'The heron left.', 3)],
    { expect: 0 },
  )
  await log.append('s2', [heard('user', 'It rains.', 1)], { expect: 0 })
  await log.append(MEMORY_SESSION, [heard('user', 'A heron lands.', 1)], { expect: 0 })
  const record = (seq: number, text: string) => ({ session: 's1', seq, at: AT, sha256: `${seq}`, message: { text } })
  await days.append([record(1, 'A heron lands.'), record(2, 'It rains.')])
  const found = await blobs.put('long result: heron')
  const other = await blobs.put('long result: rain')
  const gone = await blobs.put('an old heron')
  await blobs.mark(gone.ref, AT)
  await blobs.drop(gone.ref, 'expired', AT)
  const texts = async () => JSON.stringify([await log.read('s1'), await log.read('s2'), await days.read('2026-11-15')])
  return { driver, found, other, texts }
}

test('counted alike whether it is only looked at or erased', async () => {
  const { driver, texts, found, other } = await filled()
  const expected = { sessions: ['s1'], messages: 3, results: 1 }
  const before = await texts()
  expect(await forgetInArchive(driver, erase, { dryRun: true, at: AT })).toEqual(expected)
  expect(await texts()).toBe(before)
  expect(await driver.blobs.get(found.ref)).toBeInstanceOf(Uint8Array)
  expect(await forgetInArchive(driver, erase, { dryRun: false, at: AT })).toEqual(expected)
  const after = await texts()
  expect(after).not.toContain('heron')
  expect(after.length).toBe(before.length)
  expect(after.match(/It rains\./g)).toHaveLength(3)
  expect(await driver.blobs.get(found.ref)).toMatchObject({ gone: true })
  expect(await driver.blobs.get(other.ref)).toBeInstanceOf(Uint8Array)
  expect(JSON.stringify(await driver.log.read(MEMORY_SESSION))).toContain('heron')
  expect(await forgetInArchive(driver, erase, { dryRun: false, at: AT })).toEqual(NO_ARCHIVE)
})

test('a driver that has none of it', async () => {
  expect(NO_ARCHIVE).toEqual({ sessions: [], messages: 0, results: 0 })
  for (const dryRun of [true, false]) expect(await forgetInArchive({}, erase, { dryRun, at: AT })).toEqual(NO_ARCHIVE)
})

test('a result that cannot be read is passed over', async () => {
  const { driver, other } = await filled()
  const get = async (ref: string) => (ref === other.ref ? Promise.reject(new Error('EIO')) : driver.blobs.get(ref))
  const stores = { blobs: { ...driver.blobs, get } }
  expect(await forgetInArchive(stores, erase, { dryRun: false, at: AT })).toEqual({ ...NO_ARCHIVE, results: 1 })
})
