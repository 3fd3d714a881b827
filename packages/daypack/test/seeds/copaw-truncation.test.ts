import { describe, expect } from 'vitest'
import { copaw, truncateText } from '../../src/presets/index.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { desk, lines, LOGIN, open, row } from './support.ts'
import { page, all, long } from './copaw-support.ts'

describe('before each step', () => {
  row('1B1', async () => {
    expect(copaw().options.passes.map(({ name }) => name)).toEqual(['offload', 'trim', 'compact'])
    const big = step({ tool: 'browser_use', output: page })
    const { driver, send, session } = await open(copaw({ compactThreshold: 1_000 }), [
      request('Go.'),
      ...big,
      ...long(5),
    ])
    await send()
    expect(session.view.items[0]?.kind).toBe('fold')
    const [day = ''] = await driver.days.days()
    const kept = session.view.items.filter(({ kind }) => kind === 'message').length
    expect(await driver.days.read(day)).toHaveLength(3 + 10 - kept)
  })
  row('1B2', async () => {
    const loop = [
      request('Go.'),
      ...Array.from({ length: 6 }, (_, at) => step({ tool: `t${at}`, output: lines(3_000) })).flat(),
    ]
    const made = await desk(copaw({ compactThreshold: 5_000 }), 200_000, loop)
    expect(made.view.items[0]?.kind).toBe('fold')
  })
  row('1B3', async () => {
    const { send } = await open(copaw(), LOGIN)
    expect((await send()).plan?.entries).toEqual([])
  })
  row('1B4', async () => {
    const { session, send } = await open(copaw({ compactThreshold: 10_000, keepShare: 0.02 }), long(30), {
      window: 100_000,
    })
    await send()
    const kept = session.view.items.filter((item) => item.kind === 'message')
    const size = kept.reduce((sum, item) => sum + item.size.tokens, 0)
    expect(size).toBeGreaterThan(1_200)
    // A request stays with the answer right behind it (1H3).
    expect(size).toBeLessThanOrEqual(2_000 + 300)
  })
  row('1B5', async () => {
    const { session, driver, send } = await open(copaw({ compactThreshold: 1_000 }), long(5))
    driver.days.append = () => Promise.reject(new Error('disk full'))
    await send()
    expect(session.view.items.every((item) => item.kind === 'message')).toBe(true)
  })
})

describe('the two truncations', () => {
  const first = async (output: string, tool = 'browser_use', input = {}) =>
    (await (await desk(copaw(), 1_000_000, [request('Go.'), ...step({ tool, input, output })])).results())[0] ?? ''
  const second = async (output: string, tool = 'browser_use', input = {}) =>
    (
      await (
        await desk(copaw(), 1_000_000, [request('Go.'), ...step({ tool, input, output }), answer('a'), request('b')])
      ).results()
    )[0] ?? ''
  row('1C1', async () => {
    for (const tool of ['browser_use', 'run_shell', 'read_file'])
      expect(Buffer.byteLength(await first(page, tool, { file_path: 'a.html' }))).toBeLessThan(52_000)
  })
  row('1C2', async () => {
    expect(copaw().numbers.recentMaxBytes).toBe(51_200)
    expect((await first(page)).split('<<<TRUNCATED>>>')[0]?.length).toBeGreaterThan(51_000)
  })
  row('1C3', async () => {
    const under = 'y'.repeat(51_200)
    expect(await first(under)).toBe(under)
    // A cut that would not be shorter than its notice is not made: the law that no edit makes a view larger. A limit that
    // is lower by the length of the notice makes it.
    const above = lines(6_000).slice(0, 51_300)
    expect(await first(above)).toBe(above)
    expect(await first(lines(6_000).slice(0, 52_000))).toContain('<<<TRUNCATED>>>')
    const made = await desk(copaw({ recentMaxBytes: 50_800 }), 1_000_000, [
      request('Go.'),
      ...step({ tool: 'browser_use', output: above }),
    ])
    expect((await made.results())[0]).toContain('<<<TRUNCATED>>>')
  })
  row('1C4', async () => {
    const [shown = '', notice = ''] = (await first(lines(9_000))).split('<<<TRUNCATED>>>')
    const [, last] = /\nline (\d+)\n$/.exec(shown) ?? []
    expect(Number(last)).toBeGreaterThan(4_000)
    expect(shown.trimEnd()).toBe(lines(Number(last)))
    expect(notice).toContain(`start_line=${Number(last) + 1} `)
  })
  row('1C5', async () => {
    expect(await first(page)).toContain('start_line=751')
  })
  row('1C6', async () => {
    expect(await first(page)).toMatch(
      /<<<TRUNCATED>>>\nThe output above was truncated\.\nThe full content is saved to the file and contains 3000 lines in total\.\nThis excerpt starts at line 1 and covers the next 51200 bytes\.\nIf the current content is not enough, call `read_file` with file_path=tool_result\/\w+\.txt start_line=751 to read more\.$/,
    )
  })
  row('1C7', async () => {
    expect(await first(lines(9_000))).toContain('covers the next 51200 bytes')
  })
  row('1C8', async () => {
    expect(await first(lines(9_000), 'read_file', { file_path: 'src/big.ts' })).toContain(
      'The full content is saved to the file and contains 9000 lines in total.',
    )
  })
  row('1C9', async () => {
    expect(Buffer.byteLength(await first(page))).toBeGreaterThan(51_000)
    expect(Buffer.byteLength(await second(page))).toBeLessThan(11_000)
  })
  row('1C10', async () => {
    expect(await second(page)).toContain('covers the next 10240 bytes.')
    expect(await second(page)).toContain('start_line=151')
  })
  row('1C11', async () => {
    const near = 'z'.repeat(10_240 + 100)
    expect(await second(near)).toBe(near)
    expect(await second(lines(2_000).slice(0, 10_240 + 700))).toContain('<<<TRUNCATED>>>')
  })
  row('1C12', async () => {
    const made = await desk(copaw(), 1_000_000, [request('Go.'), ...step({ tool: 'browser_use', output: page })])
    const told = async () =>
      /next (\d+) bytes[^]*file_path=(\S+) start_line=(\d+)/.exec((await made.results())[0] ?? '')
    const [, bytes, file, line] = (await told()) ?? []
    await made.say(answer('a'), request('b'))
    await made.run(copaw().options.passes)
    const [, fewer, same, earlier] = (await told()) ?? []
    expect([bytes, line, fewer, earlier]).toEqual(['51200', '751', '10240', '151'])
    expect(same).toBe(file)
  })
  row('1C13', async () => {
    const made = await desk(copaw(), 1_000_000, [request('Go.'), ...step({ tool: 'x', output: page })])
    const before = await made.results()
    expect(Buffer.byteLength(before[0] ?? '')).toBeGreaterThan(51_000)
    await made.say(answer('Seen.'))
    await made.run(copaw().options.passes)
    expect(await made.results()).toEqual(before)
  })
  row('1C14', async () => {
    // By what is known of the block, and never by text: a marker inside an output switches nothing off.
    expect(await second(`<<<TRUNCATED>>>\n${page}`)).toContain('covers the next 10240 bytes.')
  })
  row('1C15', async () => {
    const made = await desk(copaw(), 1_000_000, [
      request('Go.'),
      ...step({ tool: 'x', output: page }),
      answer('a'),
      request('b'),
    ])
    const before = await made.results()
    await made.run(copaw().options.passes)
    expect(await made.results()).toEqual(before)
  })
  row('1C16', async () => {
    // Deliberate: the log keeps big content as a blob; `inlineMaxBytes` keeps it in the log, and no copy is made.
    const { send, driver } = await open(
      copaw(),
      [request('Go.'), ...step({ tool: 'read_file', input: { file_path: 'a.ts' }, output: page })],
      { tuning: { inlineMaxBytes: Number.MAX_SAFE_INTEGER } },
    )
    await send()
    expect(await all(driver.blobs.list())).toEqual([])
  })
  row('1C17', async () => {
    expect(await second(page, 'read_file', { file_path: 'src/big.ts' })).toContain('file_path=src/big.ts')
  })
  row('1C20', async () => {
    const size = Buffer.byteLength(await first(page, 'read_file', { file_path: 'skill.md' }))
    expect(size).toBeGreaterThan(102_000)
    expect(size).toBeLessThan(103_400)
  })
  row('1C21', async () => {
    const size = Buffer.byteLength(await second(page, 'read_file', { file_path: 'skill.md' }))
    expect(size).toBeGreaterThan(51_000)
    expect(size).toBeLessThan(52_200)
  })
  row('1C25', async () => {
    const batch = step(...[1, 2, 3, 4].map((at) => ({ tool: `t${at}`, output: lines(4_000, `w${at}`) })))
    // Each result in a message of its own, as OpenAI's wire has them.
    const apart = batch.flatMap((message) =>
      message.role === 'tool' ? message.blocks.map((block) => ({ ...message, blocks: [block] })) : [message],
    )
    const made = await desk(copaw(), 1_000_000, [request('Go.'), ...apart])
    expect((await made.results()).every((text) => Buffer.byteLength(text) > 30_000)).toBe(true)
  })
  row('1C27', async () => {
    const made = openDesk({ window: 1_000_000, timing: 'eager', policy: copaw().options.policy, readOnly: true })
    await made.say(request('Go.'), ...step({ tool: 'x', output: lines(60_000) }))
    await made.run(copaw().options.passes)
    expect((await made.results())[0]).toContain('could not be saved to a file')
  })
  row('1C28', () => {
    const first = truncateText(page, { filePath: 'tool_result/abc123.txt', maxBytes: 51_200 })
    expect(first).toContain(
      '\n<<<TRUNCATED>>>\nThe output above was truncated.\nThe full content is saved to the file and contains 3000 lines in total.\nThis excerpt starts at line 1 and covers the next 51200 bytes.\nIf the current content is not enough, call `read_file` with file_path=tool_result/abc123.txt start_line=751 to read more.',
    )
    const second = truncateText(first, { maxBytes: 10_240 })
    expect(second).toMatch(
      /lines in total\.\n[^\n]*next 10240 bytes\.\n[^\n]*file_path=tool_result\/abc123\.txt start_line=151 /,
    )
    expect(truncateText(second, { maxBytes: 10_200 })).toBe(second)
    expect(truncateText('short')).toBe('short')
    expect(truncateText(page, { startLine: 11, totalLines: 9_000, maxBytes: 10_240 })).toMatch(
      /9000 lines[^]*line 11 and/,
    )
    // A marker inside an output is text.
    expect(truncateText(`<<<TRUNCATED>>>\n${page}`, { filePath: 'a' })).toContain('contains 3001 lines')
  })
})
