import { expect, test, vi } from 'vitest'
import { memoryDriver } from '../drivers/memory/index.ts'
import type { Settings } from '../config.ts'
import type { Memory } from '../memory/index.ts'
import type { View } from '../view/view.ts'
import { byBytes } from '../tokens/count.ts'
import { openIndex } from './backend.ts'
import { memoryOn, noMemory, recalledEntries, withForgetEvents } from './memory.ts'

const counter = byBytes(4)
const settingsOf = (memory: unknown) => ({ memory, now: () => 0 }) as unknown as Settings

test('without memory, or without a place for notes, there is none', async () => {
  const driver = memoryDriver({ zone: 'UTC' })
  expect(await memoryOn(driver, settingsOf(false), counter, () => {})).toBeUndefined()
  const { notes: _, ...bare } = driver
  expect(await memoryOn(bare, settingsOf({}), counter, () => {})).toBeUndefined()
  expect(await memoryOn(driver, settingsOf({}), counter, () => {})).toBeDefined()
})

test('memory that could be searched by nothing is refused at once; with an embedder it is not', async () => {
  const driver = memoryDriver({ zone: 'UTC' })
  const search = { keyword: false }
  await expect(memoryOn(driver, settingsOf({ search }), counter, () => {})).rejects.toMatchObject({
    code: 'bad-config',
  })
  const embed = { name: 'e', dims: 1, embed: async () => [] }
  expect(await memoryOn(driver, settingsOf({ search, embed }), counter, () => {})).toBeDefined()
})

test('an index of the caller is the one that is written', async () => {
  const driver = memoryDriver({ zone: 'UTC' })
  const index = await openIndex(undefined, 'auto', () => {})
  const write = vi.spyOn(index, 'write')
  const memory = await memoryOn(driver, settingsOf({ backend: index, schedule: false }), counter, () => {})
  await memory?.remember('The heron stands at pier nine.')
  expect((await memory?.search('heron'))?.hits).toHaveLength(1)
  expect(write).toHaveBeenCalled()
  await memory?.close?.()
})

test('a backend that is named is opened in the folder of the driver, which it needs', async () => {
  const driver = { ...memoryDriver({ zone: 'UTC' }), index: await openIndex(undefined, 'auto', () => {}) }
  const opened = memoryOn(driver, settingsOf({ backend: 'sqlite' }), counter, () => {})
  await expect(opened).rejects.toThrow('needs a folder')
})

test('what fails in memory is a warning, and an event like any other', async () => {
  const index = await openIndex(undefined, 'auto', () => {})
  const [warnings, events]: [string[], unknown[]] = [[], []]
  const onEvent = (event: unknown) => void events.push(event)
  const settings = settingsOf({ backend: index, schedule: false, onEvent })
  const memory = await memoryOn(memoryDriver({ zone: 'UTC' }), settings, counter, (_, text) => void warnings.push(text))
  await memory?.ready()
  vi.spyOn(index, 'write').mockRejectedValue(new Error('the disk is full'))
  await memory?.remember('The heron stands at pier nine.')
  expect(warnings).toEqual(['Memory: index failed: the disk is full'])
  expect(events).toContainEqual({ type: 'failed', what: 'index', why: 'the disk is full' })
  await memory?.close?.()
})

test('sessions in which something was forgotten read their logs again, unless it was only tried', async () => {
  const read: string[] = []
  const open = new Map(['a', 'b'].map((id) => [id, Promise.resolve({ reread: async () => void read.push(id) })]))
  const memory = withForgetEvents(
    { forget: async () => ({ archive: { sessions: ['a', 'gone'] } }) } as unknown as Memory,
    open,
  )
  await memory.forget({ text: 'x' } as never, { dryRun: true })
  expect(read).toEqual([])
  await memory.forget({ text: 'x' } as never)
  expect(read).toEqual(['a'])
})

test('memory that is switched off says so, and is no promise', async () => {
  await expect(noMemory().remember('x')).rejects.toMatchObject({ code: 'bad-config' })
  expect(noMemory()).not.toHaveProperty('then')
})

test('what was recalled is told apart by where it came from', () => {
  const slot = (seq: number, origin: string) => ({ seq, at: 1, message: {}, hash: 'h', sizes: [], origin, since: seq })
  const view = { slots: [slot(1, 'caller'), slot(2, 'memory'), slot(3, 'caller')] } as unknown as View
  expect(recalledEntries(view)).toMatchObject([{ seq: 2, kind: 'message', origin: 'memory' }])
})
