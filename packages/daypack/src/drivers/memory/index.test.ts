import { describe, expect, test } from 'vitest'
import { driverSuite } from '../../../../daypack-testing/src/driver-suite/suite.ts'
import { memoryDriver } from './index.ts'

driverSuite('memory', ({ now, zone }) => memoryDriver({ now, zone }), { describe, test, durable: false })

test('a closed driver refuses every call', async () => {
  const driver = memoryDriver({ now: () => 0, zone: 'UTC' })
  await driver.close()
  const ref = 'a'.repeat(64)
  const calls: readonly (() => Promise<unknown>)[] = [
    () => driver.log.read('s'),
    () => driver.log.append('s', [], { expect: 0 }),
    () => driver.log.sessions(),
    () => driver.blobs.put('x'),
    () => driver.blobs.get(ref),
    () => driver.blobs.info(ref),
    () => driver.blobs.list()[Symbol.asyncIterator]().next(),
    () => driver.blobs.mark(ref, 1),
    () => driver.blobs.drop(ref, 'why', 1),
    () => driver.days.append([]),
    () => driver.days.read('2026-01-01'),
    () => driver.notes.read('MEMORY.md'),
    () => driver.notes.write('MEMORY.md', 'x', { expect: undefined }),
    () => driver.notes.versions(),
  ]
  for (const [at, call] of calls.entries())
    await expect(call().then(() => `call ${at} was answered`)).rejects.toMatchObject({ code: 'closed' })
})

test('after versions are scrubbed, that of a removal still says that nothing came instead', async () => {
  const { notes } = memoryDriver({ now: () => 0, zone: 'UTC' })
  const written = await notes.write('MEMORY.md', 'secret', { expect: undefined })
  await notes.remove('MEMORY.md', { expect: 'hash' in written ? written.hash : '' })
  expect(await notes.scrubVersions((text) => text.replace('secret', '…'))).toBe(1)
  const [removal, creation] = await notes.versions()
  expect([removal?.next, creation?.hash]).toEqual([undefined, undefined])
  expect(await notes.version('MEMORY.md', removal?.id ?? '')).toBe('…')
})

test('a session that nobody wrote to is none after it was scrubbed; the first version of a note has the number 1', async () => {
  const driver = memoryDriver({ now: () => 0, zone: 'UTC' })
  expect(await driver.log.scrub?.('nobody', (entry) => entry)).toBe(0)
  expect(await driver.log.sessions()).toEqual([])
  await driver.notes.write('MEMORY.md', 'x', { expect: undefined })
  expect((await driver.notes.versions()).map(({ id }) => id)).toEqual(['1'])
})

test('a scope keeps what was put into it, and another has nothing of it', async () => {
  const driver = memoryDriver({ now: () => 0, zone: 'UTC' })
  const found = async (name: string) => (await driver.scope?.(name))?.notes?.list()
  await (await driver.scope?.('a'))?.notes?.write('MEMORY.md', 'x', { expect: undefined })
  expect([await found('a'), await found('b'), await driver.notes.list()]).toEqual([['MEMORY.md'], [], []])
})

test('versions count as changed by the text before them', async () => {
  const { notes } = memoryDriver({ now: () => 0, zone: 'UTC' })
  let hash: string | undefined
  for (const text of ['secret', 'secret too', 'plain']) {
    const written = await notes.write('MEMORY.md', text, { expect: hash })
    hash = 'hash' in written ? written.hash : undefined
  }
  expect(await notes.scrubVersions((text) => text.replace('secret', '…'))).toBe(2)
})
