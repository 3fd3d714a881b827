import { expect, test } from 'vitest'
import { openDesk } from '../../../daypack-testing/src/desk.ts'
import type { Settings } from '../config.ts'
import { memoryDriver } from '../drivers/memory/index.ts'
import { DEFAULT_PRICES } from '../plan/policy.ts'
import { byBytes } from '../tokens/count.ts'
import type { Json } from '../model/json.ts'
import type { Block } from '../model/message.ts'
import { toolTable } from '../tools/table.ts'
import type { View } from '../view/view.ts'
import {
  bytesOf,
  overlayBlobs,
  plannerInput,
  situationOf,
  textReader,
  UNKNOWN_SITUATION,
  windowOf,
} from './planning.ts'

const settings = (more: object = {}) =>
  ({
    window: 100_000,
    timing: 'tide',
    cacheTtlMs: 1_000,
    tools: [],
    passes: [],
    now: () => 5_000,
    ...more,
  }) as unknown as Settings
const EMPTY = openDesk().view
const withMark = (data: object): View => ({
  ...EMPTY,
  marks: new Map([['window', { seq: 1, at: 0, data: data as never }]]),
})
const input = (view: View, changes: object = {}, more: object = {}, options = {}) =>
  plannerInput(view, view, 0, { ...UNKNOWN_SITUATION, ...changes }, settings(more), options)

test('room for the answer: as set, else what is asked for, at most 20,000 and a quarter of the window', () => {
  const room = (asked: number | undefined, more: object = {}) =>
    input(EMPTY, asked === undefined ? {} : { maxOutput: asked }, more).limits.maxOutput
  expect(room(undefined)).toBe(20_000)
  expect([room(500), room(64_000)]).toEqual([500, 20_000])
  expect(room(undefined, { window: 10_001 })).toBe(2_500)
  expect(room(500, { maxOutput: 7 })).toBe(7)
})

test('a window a provider refused binds the model it was refused for, and nothing widens it', () => {
  expect(windowOf(EMPTY, settings())).toBe(100_000)
  expect(windowOf(withMark({ tokens: 9_000 }), settings())).toBe(9_000)
  expect(windowOf(withMark({ tokens: 900_000 }), settings())).toBe(100_000)
  expect(windowOf(withMark({ tokens: 9_000, model: 'a' }), settings(), 'a')).toBe(9_000)
  expect(windowOf(withMark({ tokens: 9_000, model: 'a' }), settings(), 'b')).toBe(100_000)
  const windows = (model?: string) => (model === 'big' ? 1_000_000 : undefined)
  expect(windowOf(EMPTY, settings({ windows }), 'big')).toBe(1_000_000)
  expect(windowOf(EMPTY, settings({ windows }), 'small')).toBe(100_000)
})

test('a cache is cold after its time, another model is a switch, and unknown is neither', async () => {
  const desk = openDesk()
  await desk.say({ role: 'assistant', blocks: [{ type: 'text', text: 'hi' }] })
  const at = desk.view.slots[0]?.at ?? 0
  const conditions = (later: number) => input(desk.view, {}, { now: () => at + later }).conditions
  expect([conditions(1_000).isCold, conditions(1_001).isCold]).toEqual([false, true])
  expect(input(EMPTY, {}, { now: () => 1e12 }).conditions.isCold).toBe(false)
  const billed = { ...desk.view, usages: [{ model: 'a', at }] } as unknown as View
  const isSwitch = (model?: string) => input(billed, model === undefined ? {} : { model }).conditions.isSwitch
  expect([isSwitch('a'), isSwitch('b'), isSwitch()]).toEqual([false, true, false])
  expect(input(EMPTY, { model: 'a' }).limits.model).toBe('a')
  expect(input(EMPTY).limits).not.toHaveProperty('model')
  const { facts } = input(desk.view, {}, { now: () => at + 700 })
  expect(facts.idleMs).toBe(700)
  expect([input(EMPTY).facts.idleMs, input(billed, {}, { now: () => at + 9 }).facts.idleMs]).toEqual([0, 9])
  const later = { ...billed, usages: [{ model: 'a', at: at + 100 }] } as unknown as View
  expect(input(later, {}, { now: () => at + 109 }).facts.idleMs).toBe(9)
  expect(input(EMPTY, {}, {}, { isForced: true }).conditions.isForced).toBe(true)
})

test('reasoning binds where the wire says so, and where an epoch restarts a loop that thinks', () => {
  const binds = (bindsReasoning: boolean, requiresReasoning: boolean, timing: string) =>
    input(EMPTY, { bindsReasoning, requiresReasoning }, { timing }).facts.reasoning.binds
  expect([binds(true, false, 'eager'), binds(false, true, 'tide')]).toEqual([true, true])
  expect([binds(false, true, 'eager'), binds(false, false, 'tide')]).toEqual([false, false])
})

test('the tool to read on with: as set, else one that is offered, else the one that was called, else a shell', async () => {
  const reader = (calls: string[], offered: object[] = [], more: object = {}, given: Json = { command: 'ls' }) => {
    const blocks = calls.map((tool): Block => ({ type: 'tool-call', callId: tool, tool, input: given }))
    const slots = [{ message: { role: 'assistant', blocks } }, { message: { role: 'user', blocks: [] } }]
    const view = { ...EMPTY, slots } as unknown as View
    return input(view, { offered: () => offered }, { tools: toolTable(), ...more }).facts.reader()
  }
  const read = { name: 'Read', fields: ['file_path', 'offset', 'limit'] }
  expect(reader([]).name).toBe('read_file')
  expect(reader(['Read', 'bash']).name).toBe('Read')
  expect(reader(['Read'], [], { readTool: 'mine' }).name).toBe('mine')
  expect(reader(['bash'])).toEqual({ name: 'bash', resume: 'shell' })
  expect(reader(['bash'], [], {}, { name: 'exec', input: 'await run()' })).toEqual({ name: 'bash', resume: 'script' })
  expect(reader(['bash'], [], {}, { name: 'exec', input: 5 })).toEqual({ name: 'bash', resume: 'shell' })
  expect(reader(['bash'], [read]).name).toBe('Read')
  expect(reader(['get_weather'])).toEqual(reader([]))
})

test('a request that names no model continues with the last one, its prices too', () => {
  const decoded = { messages: [], bindsReasoning: false, requiresReasoning: true }
  const first = situationOf({ ...decoded, model: 'gemini-2.5-flash-lite' }, byBytes(4), UNKNOWN_SITUATION)
  expect(first).toMatchObject({ model: 'gemini-2.5-flash-lite', requiresReasoning: true })
  expect(first.prices).not.toEqual(DEFAULT_PRICES)
  expect(first).not.toHaveProperty('maxOutput')
  const next = situationOf({ ...decoded, maxOutput: 9, extra: 'x'.repeat(40) }, byBytes(4), first)
  expect(next).toMatchObject({
    model: first.model,
    prices: first.prices,
    maxOutput: 9,
    extra: { tokens: 10, bytes: 40 },
  })
  expect(situationOf({ ...decoded, model: 'nobody-knows-it' }, byBytes(4), first).prices).toEqual(DEFAULT_PRICES)
})

test('text is read back whole or a part of it; what is gone says so, with its size', async () => {
  const { blobs } = memoryDriver({ zone: 'UTC' })
  const { ref, bytes, lines } = await blobs.put('grün und blau')
  const read = textReader(blobs)
  expect(await read({ ref, bytes, lines })).toBe('grün und blau')
  expect(await read({ ref, bytes, lines }, { from: 6, to: 9 })).toBe('und')
  expect(await read({ text: 'grün und blau' }, { from: 6, to: 9 })).toBe('und')
  expect(Buffer.from(await bytesOf({ text: 'grün' }, 0, 3, blobs))).toEqual(Buffer.from('grün').subarray(0, 3))
  expect(Buffer.from(await bytesOf({ ref, bytes, lines }, 2, 4, blobs))).toEqual(Buffer.from('ü'))
  const taken = { ...blobs, get: async () => ({ gone: true }) } as unknown as typeof blobs
  await expect(textReader(taken)({ ref, bytes, lines })).rejects.toThrow('was removed by retention')
  await expect(read({ ref: 'a'.repeat(64), bytes: 77, lines: 1 })).rejects.toThrow('is missing from the blob store')
  const gone = { ref: 'a'.repeat(64), bytes: 77, lines: 1 }
  await expect(read(gone)).rejects.toMatchObject({ code: 'blob-gone', details: { bytes: 77 } })
})

test('a preview reads what is there and writes to memory only', async () => {
  const [upper, lower] = [memoryDriver({ zone: 'UTC' }).blobs, memoryDriver({ zone: 'UTC' }).blobs]
  const both = overlayBlobs(upper, lower)
  const [old, made] = [await lower.put('old'), await both.put('new')]
  expect([await textReader(both)(old), await textReader(both)(made)]).toEqual(['old', 'new'])
  expect(await lower.get(made.ref)).toBeUndefined()
  expect([(await both.info(old.ref))?.bytes, (await both.info(made.ref))?.bytes]).toEqual([3, 3])
})
