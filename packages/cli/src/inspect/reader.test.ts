// The reader follows logs that others write: what is new is read, and a log that began anew is read from its beginning.
import { DaypackError, type Entry } from 'daypack'
import { MEMORY_SESSION } from 'daypack/internal'
import { expect, test } from 'vitest'
import type { Workspace } from '../workspace.ts'
import { nameOf, openReader } from './reader.ts'

const said = (text: string, seq: number): Entry => ({
  seq,
  at: seq * 1_000,
  kind: 'message',
  message: { role: 'user', blocks: [{ type: 'text', text }] },
  hash: text,
  sizes: [{ tokens: text.length, bytes: text.length }],
  counter: 'test',
})
const logOf = (...texts: string[]) => texts.map((text, at) => said(text, at + 1))

/** A workspace of these logs; `asked`: from where each was read. */
function workspaceOf(logs: Record<string, readonly Entry[]>) {
  const asked: [string, number][] = []
  let failure: Error | undefined
  const read = async (id: string, after = 0) => {
    asked.push([id, after])
    if (failure) throw failure
    const all = logs[id] ?? []
    return { entries: all.filter(({ seq }) => seq > after), head: all.at(-1)?.seq ?? 0, damage: [] }
  }
  const blobs = {
    get: async (ref: string, span?: { from: number; to: number }) =>
      ref === 'held' ? new TextEncoder().encode('whole blob').subarray(span?.from, span?.to) : { gone: true },
  }
  const log = { sessions: async () => Object.keys(logs), read, last: async (id: string) => logs[id]?.at(-1)?.at }
  const driver = { log, blobs, close: async () => {} } as unknown as Workspace
  return { asked, reader: openReader(driver), fail: (error: Error | undefined) => void (failure = error) }
}
const textsOf = async (reader: ReturnType<typeof openReader>, id: string) =>
  (await reader.session(id)).view.slots.map(
    ({
      message: {
        blocks: [block],
      },
    }) => (block?.type === 'text' ? block.text : ''),
  )

test('what is new is read, and nothing twice', async () => {
  const logs = { s: logOf('a', 'b') }
  const { reader, asked } = workspaceOf(logs)
  expect(await textsOf(reader, 's')).toEqual(['a', 'b'])
  logs.s = logOf('a', 'b', 'c')
  expect([await textsOf(reader, 's'), await reader.head('s')]).toEqual([['a', 'b', 'c'], 3])
  expect(asked).toEqual([
    ['s', 0],
    ['s', 2],
    ['s', 3],
  ])
})

test('a log that is shorter than before, or gone, is another one', async () => {
  const logs = { s: logOf('a', 'b', 'c') }
  const { reader } = workspaceOf(logs)
  await textsOf(reader, 's')
  logs.s = logOf('x', 'y')
  expect(await textsOf(reader, 's')).toEqual(['x', 'y'])
  logs.s = []
  expect(await textsOf(reader, 's')).toEqual([])
})

test('views of earlier heads, in any order, and again', async () => {
  const { reader } = workspaceOf({ s: logOf('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j') })
  const { viewAt } = await reader.session('s')
  const lengths = [3, 1, 10, 2, 3, 7, 8, 9, 6, 5, 4, 0, 1, 99].map((head) => [head, viewAt(head).slots.length])
  expect(lengths.filter(([head = 0, length]) => Math.min(head, 10) !== length)).toEqual([])
})

test('sessions are listed the newest first, without those of memory; a broken one fails when it is asked for', async () => {
  const { reader, asked, fail } = workspaceOf({
    old: logOf('a'),
    new: logOf('a', 'b'),
    empty: [],
    [MEMORY_SESSION]: logOf('x'),
  })
  expect(await reader.list()).toEqual([
    { id: 'new', last: 2_000 },
    { id: 'old', last: 1_000 },
    { id: 'empty', last: 0 },
  ])
  await reader.warm()
  expect(asked.at(-1)).toEqual(['new', 0])
  fail(new Error('no disk'))
  await reader.warm()
  await expect(reader.session('new')).rejects.toThrow('no disk')
  await expect(reader.head('new')).rejects.toThrow('no disk')
  fail(new DaypackError('closed', 'it is closed'))
  expect(await reader.head('new')).toBeUndefined()
  fail(undefined)
  expect(await reader.head('new')).toBe(2)
  await reader.close()
  expect(await reader.head('new')).toBeUndefined()
})

test('stored content is read whole or in part, and says when it is no longer kept', async () => {
  const { read } = await workspaceOf({ s: [] }).reader.session('s')
  expect([
    await read({ text: 'inline' }),
    await read({ text: 'äb' }, { from: 2, to: 3 }),
    await read({ ref: 'held', bytes: 10, lines: 1 }),
    await read({ ref: 'held', bytes: 10, lines: 1 }, { from: 0, to: 5 }),
    await read({ ref: 'lost', bytes: 7, lines: 1 }),
  ]).toEqual(['inline', 'b', 'whole blob', 'whole', '[no longer kept: 7 bytes, sha256 lost]'])
})

test.each([
  ['work', { own: 'work' }],
  ['@user/ada/work', { scope: 'user/ada', own: 'work' }],
  ['@team/blue/a/b', { scope: 'team/blue', own: 'a/b' }],
  ['@odd', { own: '@odd' }],
])('%s is %j', (id, named) => expect(nameOf(id)).toEqual(named))
