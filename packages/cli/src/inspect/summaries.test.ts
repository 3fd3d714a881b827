// The list of sessions: what each cost, and what a person should look at.
import { expect, test } from 'vitest'
import { DaypackError } from 'daypack'
import type { OpenSession, Reader } from './reader.ts'
import { summaries } from './summaries.ts'
import { timeline } from './report/timeline.ts'

type Mark = readonly [name: string, data: unknown]

/** A session of one message and these marks. */
function sessionOf(id: string, marks: readonly Mark[], billed?: number): OpenSession {
  const line = timeline()
  const message = { role: 'user', blocks: [{ type: 'text', text: 'x' }] }
  line.take([
    { seq: 1, at: 0, kind: 'message', message, hash: 'h', sizes: [{ tokens: 9, bytes: 36 }], counter: 'test' },
    ...marks.map(([name, data], at) => ({ seq: at + 2, at: 0, kind: 'mark', name, data })),
    ...(billed === undefined ? [] : [{ seq: marks.length + 2, at: 0, kind: 'usage', usage: usageOf(billed) }]),
  ] as never)
  return { ...line.now(), id, viewAt: () => line.now().view, read: async () => '' }
}
function usageOf(input: number) {
  return { input, cacheRead: 0, cacheWrite: 0, output: 1, model: 'm', head: 1, counted: { tokens: input, bytes: 0 } }
}
function readerOf(sessions: Record<string, OpenSession | Error>): Reader {
  return {
    list: async () => Object.keys(sessions).map((id, at) => ({ id, last: at })),
    session: async (id: string) => {
      const found = sessions[id]
      if (!found || found instanceof Error) throw found ?? new Error('none')
      return found
    },
  } as unknown as Reader
}
const rowsOf = async (sessions: Record<string, OpenSession | Error>) =>
  (await summaries(readerOf(sessions), () => 1_000)).rows
const trouble = async (marks: readonly Mark[], billed?: number) =>
  (await rowsOf({ s: sessionOf('s', marks, billed) }))[0]?.trouble

test('whose it is, what it is called there, and its size', async () => {
  const [own, ada] = await rowsOf({ s: sessionOf('s', []), '@user/ada/t': sessionOf('@user/ada/t', []) })
  expect(own).toMatchObject({ id: 's', scope: '', name: 's', last: 0, messages: 1, epochs: 0, trouble: [] })
  expect(ada).toMatchObject({ id: '@user/ada/t', scope: 'user/ada', name: 't', last: 1 })
})

test('the newest two hundred; of the rest how many there are', async () => {
  const of = async (count: number) => {
    const names = Array.from({ length: count }, (_, at) => [`s${at}`, sessionOf(`s${at}`, [])])
    const { rows, more } = await summaries(readerOf(Object.fromEntries(names)), () => 1_000)
    return [rows.length, more]
  }
  expect([await of(200), await of(203)]).toEqual([
    [200, 0],
    [200, 3],
  ])
})

test('one that cannot be read says why, and the others are listed', async () => {
  const rows = await rowsOf({
    a: new DaypackError('damaged', 'half a line'),
    b: new Error('odd'),
    c: sessionOf('c', []),
  })
  expect(rows.map(({ messages, epochs, trouble: why }) => [messages, epochs, why])).toEqual([
    [0, 0, ['cannot be read: half a line']],
    [0, 0, ['cannot be read: odd']],
    [1, 0, []],
  ])
})

test('a window learned from a refusal, and a request larger than it', async () => {
  const refused = 'a request was refused as too long: the window is taken for 100 tokens since'
  expect(await trouble([['window', { tokens: 100 }]])).toEqual([refused])
  expect(await trouble([['window', { tokens: 100, of: 100 }]])).toEqual([])
  const last = (total: number) => trouble([['window', { tokens: 100, of: 100 }]], total)
  expect([await last(101), await last(100)]).toEqual([['the last request was larger than the window: 101 tokens'], []])
})

test('passes that fail, and a window that is full since the last epoch', async () => {
  expect(await trouble([['failed', { compact: 2, trim: 0 }]])).toEqual(['compact failed 2 times in a row'])
  const full = ['the window is full, and nothing could be made shorter']
  const [over, fits, epoch] = [
    ['abandoned', { used: 11, usable: 10 }],
    ['abandoned', { used: 10, usable: 10 }],
    ['epoch', { why: 'x' }],
  ] as const
  expect([
    await trouble([over]),
    await trouble([fits]),
    await trouble([over, epoch]),
    await trouble([epoch, over]),
  ]).toEqual([full, [], [], full])
})
