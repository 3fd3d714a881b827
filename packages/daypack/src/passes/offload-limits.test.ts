import { describe, expect, it } from 'vitest'
import type { Message } from '../model/message.ts'
import { openDesk, request, step, type Step } from '../../../daypack-testing/src/desk.ts'
import { toolTable } from '../tools/table.ts'
import { terse } from './notices.ts'
import { offload, type OffloadOptions } from './offload.ts'
import type { PassContext } from './pass.ts'

const x = (count: number) => 'x'.repeat(count)
const SMALL: OffloadOptions = { maxBytes: 1_000, tail: {}, notice: terse }

/** For each result that is cut: its block, and the bytes of each part kept. */
async function cut(options: OffloadOptions, messages: readonly Message[], changes: Partial<PassContext> = {}) {
  const desk = openDesk({ window: 1_000_000, inlineMaxBytes: 100, tools: TOOLS })
  await desk.say(request('Go.'), ...messages)
  const { edits, why } = await offload(options).propose(desk.view, desk.context(changes))
  expect(why).toBe(`${edits.length} results over the limit`)
  return edits.map((edit) => (edit.op === 'crop' ? [edit.block, ...edit.keep.map(({ from, to }) => to - from)] : []))
}
const TOOLS = toolTable({ report: { does: 'other', maxResultChars: 300 } } as never)
const one = (output: string, more: Partial<Step> = {}) => step({ tool: 'fetch', output, ...more })
const file = (path: string) => ({ tool: 'read_file', input: { path } })

describe('the limit of a result', () => {
  it('in bytes, or in characters, to the last one', async () => {
    expect(await cut(SMALL, one(x(1_000)))).toEqual([])
    expect(await cut(SMALL, one(x(1_200)))).toEqual([['3.0', 1_000]])
    expect(await cut(SMALL, one('12345\n'.repeat(300)))).toEqual([['3.0', 996]])
    const chars = { ...SMALL, maxChars: 500 }
    expect(await cut(chars, one('日'.repeat(500)))).toEqual([])
    expect(await cut(chars, one('日'.repeat(600)))).toEqual([['3.0', 1_500]])
    expect(await cut(chars, one(x(1_501)))).toEqual([['3.0', 500]])
  })

  it('leaves a preview of its own size, so many lines, and a tail beside it', async () => {
    const preview = (given: NonNullable<OffloadOptions['preview']>) => cut({ ...SMALL, preview: given }, one(x(3_000)))
    expect(await preview({ head: 300 })).toEqual([['3.0', 300]])
    expect(await preview({ head: 300, tail: 100 })).toEqual([['3.0', 300, 100]])
    // What is not over the limit stays whole, though a preview of it would be shorter.
    const beside = step({ tool: 'fetch', output: x(3_000) }, { tool: 'fetch', output: x(1_000) })
    expect(await cut({ ...SMALL, preview: { head: 300 } }, beside)).toEqual([['3.0', 300]])
    const lines = { ...SMALL, preview: { head: 300, lines: 2 } }
    expect(await cut(lines, one('12345\n'.repeat(1_000)))).toEqual([['3.0', 11]])
    const shell = { ...SMALL, tail: { shell: 0.4 }, preview: { head: 300 } }
    expect(await cut(shell, one(x(3_000), { tool: 'bash', input: { command: 'ls' } }))).toEqual([['3.0', 180, 120]])
  })

  it('gives the end its share, and a tenth at most to lines that tell of an error, out of the head', async () => {
    const bash = (output: string) => one(output, { tool: 'bash', input: { command: 'ls' } })
    const shell = { ...SMALL, tail: { shell: 0.4 }, wholeLines: false }
    expect(await cut(shell, bash(x(3_000)))).toEqual([['3.0', 500, 400]])
    expect(await cut({ ...shell, tail: { shell: 1 } }, bash(x(3_000)))).toEqual([['3.0', 1_000]])
    expect(await cut({ ...shell, errorBytes: 40 }, bash(x(3_000)))).toEqual([['3.0', 560, 400]])
    expect(await cut(shell, bash(`${x(1_500)}\nerror: no\n${x(1_500)}`))).toEqual([['3.0', 500, 10, 400]])
    expect(await cut({ ...SMALL, wholeLines: false }, one(`${x(1_500)}\nerror: no\n${x(1_500)}`))).toEqual([
      ['3.0', 1_000],
    ])
  })

  it('is another for files that are read and for protected files: the highest that holds', async () => {
    const kept = async (options: OffloadOptions, path: string, bytes: number) =>
      (await cut({ ...SMALL, ...options }, one(x(bytes), file(path)))).map(([, head]) => head)
    expect(await kept({ readMax: 2_000 }, 'a.ts', 2_000)).toEqual([])
    expect(await kept({ readMax: 2_000 }, 'a.ts', 2_200)).toEqual([2_000])
    expect(await kept({ readMax: 10 }, 'a.ts', 2_200)).toEqual([1_000])
    expect(await kept({ readMax: (ctx) => ctx.budget.window / 500 }, 'a.ts', 2_200)).toEqual([2_000])
    expect(await kept({}, 'a.md', 2_000)).toEqual([])
    expect(await kept({}, 'a.md', 2_200)).toEqual([2_000])
    expect(await kept({ protectedMax: 1_500 }, 'a.md', 2_200)).toEqual([1_500])
    expect(await kept({ protectedMax: 1_500, readMax: 1_800 }, 'a.md', 2_200)).toEqual([1_800])
    expect(await kept({ preview: { head: 10 }, readMax: 2_000 }, 'a.ts', 2_200)).toEqual([2_000])
    expect(await kept({ preview: { head: 10 } }, 'a.ts', 2_200)).toEqual([10])
  })

  it('is 50,000 bytes where nothing is said', async () => {
    expect(await cut({ tail: {} }, one(x(50_000)))).toEqual([])
    expect(await cut({ tail: {} }, one(x(50_001 + 1_000)))).toEqual([['3.0', 50_000]])
  })

  it('is what the tool declares where that is heeded, for files and protected ones too', async () => {
    const report = one(x(900), { tool: 'report' })
    expect(await cut(SMALL, report)).toEqual([])
    expect(await cut({ ...SMALL, declared: true }, report)).toEqual([['3.0', 300]])
    expect(await cut({ ...SMALL, declared: true }, one(x(300), { tool: 'report' }))).toEqual([])
    expect(await cut({ ...SMALL, declared: true }, one(x(900)))).toEqual([])
  })

  it('does not hold for exempt tools, for what was cut before, or in a calm turn for what was sent', async () => {
    expect(await cut({ ...SMALL, exempt: ['fetch'] }, one(x(3_000)))).toEqual([])
    const two = [...one(x(3_000)), ...one(x(3_000))]
    expect(await cut(SMALL, two, { fresh: 4, tide: 'none', timing: 'tide' })).toEqual([['5.0', 1_000]])
    for (const loose of [
      { tide: 'none', timing: 'eager' },
      { tide: 'pressure', timing: 'tide' },
    ] as const)
      expect(await cut(SMALL, two, { fresh: 4, ...loose })).toHaveLength(2)
    const desk = openDesk({ window: 1_000_000 })
    await desk.say(request('Go.'), ...one(x(3_000)))
    await desk.run([offload(SMALL)])
    expect((await offload({ ...SMALL, maxBytes: 500 }).propose(desk.view, desk.context())).edits).toEqual([])
  })
})

describe('the limit of results together', () => {
  const LARGE = { ...SMALL, maxBytes: 100_000 }
  const sizes = (...list: number[]) => step(...list.map((size) => ({ tool: 'fetch', output: x(size) })))
  const apart = ([call, results]: Message[]): Message[] => [
    call as Message,
    ...(results?.blocks ?? []).map((block): Message => ({ role: 'tool', blocks: [block] })),
  ]

  it('of one turn, in one message or several, is 200,000 bytes: the big ones share what the small ones leave', async () => {
    expect(await cut(LARGE, sizes(95_000, 95_000, 10_000))).toEqual([])
    expect(await cut(LARGE, sizes(96_000, 96_000, 10_000))).toEqual([
      ['3.0', 95_000],
      ['3.1', 95_000],
    ])
    expect(await cut(LARGE, apart(sizes(96_000, 96_000, 10_000)))).toEqual([
      ['3.0', 95_000],
      ['4.0', 95_000],
    ])
    expect(await cut({ ...LARGE, groups: false }, sizes(96_000, 96_000, 10_000))).toEqual([])
    expect(await cut(LARGE, [...sizes(96_000, 96_000), ...sizes(10_000)])).toEqual([])
  })

  it('is twice the window in bytes where that is less', async () => {
    const { budget } = openDesk().context()
    const narrow = { budget: { ...budget, window: 550 } }
    expect(await cut(SMALL, sizes(900, 900, 100), narrow)).toEqual([
      ['3.0', 500],
      ['3.1', 500],
    ])
    expect(await cut(SMALL, sizes(500, 500, 100), narrow)).toEqual([])
    expect(await cut({ ...SMALL, groups: false }, sizes(900, 900, 100), narrow)).toEqual([])
  })

  it('counts a result that is cut as what stays of it', async () => {
    const { budget } = openDesk().context()
    const narrow = { budget: { ...budget, window: 950 } }
    expect(await cut(SMALL, sizes(9_000, 900), narrow)).toEqual([['3.0', 1_000]])
  })

  it('lets the planner pass over what is small in all, without a look', () => {
    const leaves = (options: OffloadOptions, bytes: number, window = 1_000_000) =>
      offload(options).leaves?.(bytes, window)
    expect([leaves(SMALL, 1_000), leaves(SMALL, 1_001)]).toEqual([true, false])
    expect(leaves({ ...SMALL, declared: true }, 1)).toBe(false)
    expect([leaves(SMALL, 600, 300), leaves(SMALL, 601, 300)]).toEqual([true, false])
    expect(leaves({ ...SMALL, groups: false }, 601, 300)).toBe(true)
    const huge = { ...SMALL, maxBytes: 900_000 }
    expect([leaves(huge, 200_000), leaves(huge, 200_001)]).toEqual([true, false])
    expect(leaves({ ...huge, groups: false }, 200_001)).toBe(true)
  })
})
