import { describe, expect } from 'vitest'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDaypack } from '../../src/index.ts'
import { byBytes } from '../../src/tokens/count.ts'
import { copaw, qwenpaw } from '../../src/presets/index.ts'
import { answer, openDesk, request, step } from '../../src/testing/desk.ts'
import { plain } from '../engine/say.ts'
import {
  desk,
  foldOf,
  lines,
  LOGIN,
  NOTE,
  open,
  row,
  SMALL,
  system,
  tokens,
  callsThatFail,
  noteWriter,
} from './support.ts'

// CoPaw V2 (000), CoPaw memory and compaction (002, 004): contexts, truncation, thresholds, summaries.

const page = Array.from({ length: 3_000 }, (_, at) => `<p>${'x'.repeat(at % 15 < 4 ? 65 : 64)}`).join('\n')
async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const each of list) found.push(each)
  return found
}
const long = (count: number) =>
  Array.from({ length: count }, (_, at) => [
    request(`question ${at} ${'word '.repeat(200)}`),
    answer(`answer ${at} ${'word '.repeat(200)}`),
  ]).flat()

describe('the context', () => {
  row('1A1', async () => {
    const { session } = await open(copaw(), LOGIN)
    expect(foldOf(session.view)).toBe('')
    await session.compact()
    expect(foldOf(session.view)).not.toBe('')
  })
  row('1A2', async () => {
    const { session } = await open(copaw(), LOGIN)
    await session.compact()
    for (const heading of ['Goal', 'Constraints', 'Progress', 'Key Decisions', 'Next Steps'])
      expect(foldOf(session.view)).toContain(`## ${heading}`)
  })
  row('1A3', async () => {
    const { session } = await open(qwenpaw(), LOGIN)
    await session.compact()
    expect(foldOf(session.view)).toContain('## Critical Context')
  })
  row('1A4', async () => {
    const { session } = await open(copaw(), [...LOGIN, ...long(3)], { summarize: () => Promise.resolve(NOTE) })
    await session.compact()
    for (const part of ['### Done', '### In Progress', '### Blocked']) expect(foldOf(session.view)).toContain(part)
  })
  row('1A5', async () => {
    const { session } = await open(copaw(), LOGIN, { now: () => Date.UTC(2025, 0, 15, 12) })
    await session.compact()
    expect(foldOf(session.view)).toContain('dialog/2025-01-15.jsonl')
  })
  row('1A6', async () => {
    const { pack, session } = await open(copaw(), LOGIN, { now: () => Date.UTC(2025, 0, 15, 12) })
    await session.compact()
    const read = pack.tools(session).find((tool) => tool.name === 'read_ref')
    expect(await read?.run({ file_path: 'dialog/2025-01-15.jsonl' })).toContain('Build a user login system.')
  })
  row('1A7', async () => {
    const { session } = await open(copaw(), LOGIN)
    await session.compact()
    expect(foldOf(session.view)).toContain('from the end backwards')
  })
  row('1A8', async () => {
    const { session } = await open(qwenpaw(), LOGIN)
    await session.compact()
    expect(foldOf(session.view)).toMatch(/\.jsonl lines 1-\d+: \d+ messages/)
  })
  row('1A9', async () => {
    const { session, send } = await open(copaw(), LOGIN)
    expect((await send()).request.messages).toHaveLength(LOGIN.length)
    expect(session.view.slots).toHaveLength(LOGIN.length)
  })
  row('1A10', async () => {
    const { session, send } = await open(qwenpaw(), [system('You are an AI assistant.'), ...LOGIN])
    await session.compact()
    const { request: sent } = await send()
    expect(session.view.system?.message.role).toBe('system')
    expect(sent.messages[0]).toMatchObject({ role: 'user', blocks: [{ text: foldOf(session.view) }] })
    expect(sent.messages.length).toBeGreaterThan(1)
  })
  row('1A11', async () => {
    const { session } = await open(copaw(), [system('You are an AI assistant.'), ...LOGIN])
    await session.compact()
    expect(session.view.system).toMatchObject({
      whole: true,
      message: { blocks: [{ text: 'You are an AI assistant.' }] },
    })
  })
  row('1A12', async () => {
    const { send } = await open(copaw({ compactThreshold: 2_000 }), long(10))
    const { request: sent } = await send()
    expect(sent.messages.slice(-3)).toEqual(long(10).slice(-3))
  })
  row('1A13', async () => {
    const { pack, session, driver } = await open(copaw(), LOGIN)
    await session.compact()
    await pack.close()
    const again = await createDaypack({ driver, preset: copaw(), memory: false, retention: false })
    expect(foldOf((await again.session('one')).view)).toBe(foldOf(session.view))
  })
  row('1A14', async () => {
    let now = Date.UTC(2025, 0, 15, 12)
    const { session, driver } = await open(copaw(), [], { now: () => now })
    for (const message of LOGIN.slice(0, 6)) await session.append(message)
    now += 24 * 3_600_000
    for (const message of LOGIN.slice(6)) await session.append(message)
    await session.compact()
    expect(await driver.days.days()).toEqual(['2025-01-15', '2025-01-16'])
  })
  row('1A15', async () => {
    let now = Date.UTC(2025, 0, 15, 12)
    const { session, driver } = await open(copaw(), [], { now: () => (now += 1_000) })
    for (const message of LOGIN) await session.append(message)
    await session.compact()
    const times = (await driver.days.read('2025-01-15')).map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.length).toBeGreaterThan(5)
  })
  row('1A16', async () => {
    const big = lines(5_000)
    const { session, driver } = await open(copaw(), [
      ...LOGIN.slice(0, 2),
      ...step({ tool: 'fetch', output: big }),
      ...LOGIN,
    ])
    await session.compact()
    const [day = ''] = await driver.days.days()
    const messages = (await driver.days.read(day)).map(({ message }) => message as Record<string, unknown>)
    expect(Object.keys(messages[0] ?? {})).toEqual(['id', 'name', 'role', 'content', 'timestamp'])
    expect(JSON.stringify(messages)).toContain('line 5000')
  })
  const stored = async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'daypack-seeds-'))
    const pack = await createDaypack({ dir, preset: copaw(), memory: false, window: 1_000_000 })
    const session = await pack.session('one')
    for (const message of [request('Open it.'), ...step({ tool: 'browser_use', output: page })])
      await session.append(message)
    const { request: sent } = await session.render(plain, { messages: [] })
    await pack.close()
    const [name = ''] = readdirSync(path.join(dir, 'tool_result')).filter((each) => each.endsWith('.txt'))
    const text = readFileSync(path.join(dir, 'tool_result', name), 'utf8')
    rmSync(dir, { recursive: true })
    return { name, text, shown: JSON.stringify(sent.messages) }
  }
  row('1A17', async () => {
    const { name, text } = await stored()
    expect(name).toMatch(/^[0-9a-f]{64}\.txt$/)
    expect(text).toBe(page)
  })
  row('1A18', async () => {
    // Deliberate: what a session in use still points at stays; `retention: { … }` has the finer rules.
    let now = Date.UTC(2025, 0, 1)
    const { pack, session, driver } = await open(copaw(), [], { now: () => now, retention: {} })
    await session.append(step({ tool: 'x', output: page })[1] as never)
    const left = async () => (await all(driver.blobs.list())).length
    expect(await left()).toBe(1)
    for (let day = 0; day < 14; day++) {
      now += 24 * 3_600_000
      await pack.sweep()
    }
    expect(await left()).toBe(0)
  })
  row('1A19', async () => {
    const { name, text, shown } = await stored()
    expect(shown).toContain(name)
    expect(text).toBe(page)
  })
})

describe('before each step', () => {
  row('1B1', () => {
    expect(copaw().options.passes.map(({ name }) => name)).toEqual(['offload', 'trim', 'compact'])
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
    // A cut that would not be shorter than its notice is not made: the law that no edit makes a view larger.
    expect(await first(lines(9_000))).toContain('<<<TRUNCATED>>>')
  })
  row('1C4', async () => {
    expect(
      (await first(page))
        .split('<<<TRUNCATED>>>')[0]
        ?.trimEnd()
        .split('\n')
        .every((line) => /^<p>x{64,65}$/.test(line)),
    ).toBe(true)
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
  })
  row('1C12', async () => {
    const file = (text: string) => /file_path=(\S+)/.exec(text)?.[1]
    expect(file(await second(page))).toBe(file(await first(page)))
  })
  row('1C13', async () => {
    const made = await desk(copaw(), 1_000_000, [request('Go.'), ...step({ tool: 'x', output: page })])
    const before = await made.results()
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
      {
        inlineMaxBytes: Number.MAX_SAFE_INTEGER,
      },
    )
    await send()
    expect(await all(driver.blobs.list())).toEqual([])
  })
  row('1C17', async () => {
    expect(await second(page, 'read_file', { file_path: 'src/big.ts' })).toContain('file_path=src/big.ts')
  })
  row('1C20', async () => {
    expect(Buffer.byteLength(await first(page, 'read_file', { file_path: 'skill.md' }))).toBeGreaterThan(102_000)
  })
  row('1C21', async () => {
    expect(Buffer.byteLength(await second(page, 'read_file', { file_path: 'skill.md' }))).toBeGreaterThan(51_000)
  })
  row('1C25', async () => {
    const batch = step(...[1, 2, 3, 4].map((at) => ({ tool: `t${at}`, output: lines(4_000, `w${at}`) })))
    const made = await desk(copaw(), 1_000_000, [request('Go.'), ...batch])
    expect((await made.results()).every((text) => Buffer.byteLength(text) > 30_000)).toBe(true)
  })
  row('1C27', async () => {
    const made = openDesk({ window: 1_000_000, timing: 'eager', policy: copaw().options.policy, readOnly: true })
    await made.say(request('Go.'), ...step({ tool: 'x', output: lines(60_000) }))
    await made.run(copaw().options.passes)
    expect((await made.results())[0]).toContain('could not be saved to a file')
  })
})

describe('thresholds', () => {
  row('1E1', () => expect(copaw().numbers.compactThreshold).toBe(100_000))
  row('1E3', async () => {
    const { session, send } = await open(copaw({ compactThreshold: 3_000 }))
    let epochs = 0
    for (let at = 0; at < 60; at++) {
      await session.append(at % 2 === 0 ? request(tokens(300)) : answer(tokens(300)))
      if ((await send()).plan?.tide === 'pressure') epochs++
    }
    // 18,000 tokens in steps of 300: every 11 messages or so the compactable part is above 3,000 again.
    expect(epochs).toBeGreaterThanOrEqual(4)
  })
  row('1E4', async () => {
    const { send, session } = await open(copaw({ compactThreshold: 8_000 }), [system(tokens(6_000))])
    for (let at = 0; at < 11; at++) await session.append(at % 2 === 0 ? request(tokens(1_000)) : answer(tokens(1_000)))
    expect((await send(tokens(3_000))).plan?.tide).toBe('none')
    await session.append(answer(tokens(1)))
    expect((await send(tokens(3_000))).plan?.tide).toBe('pressure')
  })
  row('1E5', () => expect(copaw().numbers.keepRecent).toBe(3))
  row('1E7', () => {
    expect(copaw().numbers.compactRatio).toBe(0.7)
  })
  row('2E1', async () => {
    const { send, session } = await open(copaw())
    for (let at = 0; at < 103; at++) await session.append(at % 2 === 0 ? request(tokens(1_000)) : answer(tokens(1_000)))
    expect((await send()).plan?.tide).toBe('none')
    await session.append(answer(tokens(1)))
    expect((await send()).plan?.tide).toBe('pressure')
  })
  row('2E2', async () => {
    const { send } = await open(copaw({ compactThreshold: 4_000 }), [system(tokens(20_000)), ...long(7)])
    expect((await send()).plan?.tide).toBe('none')
  })
  row('2E3', async () => {
    const { session, send } = await open(copaw({ compactThreshold: 2_000 }), [system(tokens(2_000))])
    const due: number[] = []
    for (let at = 0; at < 40; at++) {
      await session.append(at % 2 === 0 ? request(tokens(400)) : answer(tokens(400)))
      if ((await send()).plan?.tide === 'pressure') due.push(at)
    }
    for (const [index, at] of due.slice(1).entries()) expect(at - (due[index] ?? 0)).toBeLessThanOrEqual(10)
    expect(due.length).toBeGreaterThan(3)
  })
  row('2E4', async () => {
    const { session, send } = await open(copaw({ compactThreshold: 2_000 }), [...long(10), request('And now?')])
    await send()
    expect(session.view.items.map(({ kind }) => kind)).toEqual(['fold', 'message', 'message', 'message'])
  })
  row('2E5', async () => {
    const { send, session } = await open(copaw(), [], { window: 20_000, maxOutput: 1 })
    for (let at = 0; at < 17; at++) await session.append(at % 2 === 0 ? request(tokens(1_000)) : answer(tokens(1_000)))
    expect((await send()).plan?.tide).toBe('none')
    await session.append(answer(tokens(1)))
    expect((await send()).plan?.tide).toBe('pressure')
  })
  row('2E7', async () => {
    const { send, session } = await open(copaw({ compactThreshold: 1_000 }), [])
    const tides: unknown[] = []
    for (const message of long(6)) {
      await session.append(message)
      tides.push((await send()).plan?.tide)
    }
    expect(new Set(tides)).toEqual(new Set(['none', 'pressure']))
  })
  row('2E8', async () => {
    const { send, session } = await open(copaw({ compactThreshold: 1_000 }), [
      system('persona '.repeat(50)),
      ...long(6),
    ])
    await send()
    expect(session.view.system?.whole).toBe(true)
  })
  row('2E9', async () => {
    const { send } = await open(copaw({ compactThreshold: 1_000 }), long(6))
    expect((await send()).request.messages.slice(-3)).toEqual(long(6).slice(-3))
  })
})

describe('compaction', () => {
  row('2E10', async () => {
    const { driver, session, pack } = await open(copaw(), LOGIN)
    await session.compact()
    await pack.close()
    const entries = (await driver.log.read('one')).entries
    expect(JSON.stringify(entries)).toContain('## Key Decisions')
  })
  row('2E11', async () => {
    const { session } = await open(copaw(), [system('rules '.repeat(6_500)), ...LOGIN])
    const { before, after } = await session.compact()
    expect(after.tokens).toBeLessThan(before.tokens)
  })
  row('2E13', async () => {
    const { session } = await open(copaw(), LOGIN)
    const { changes } = await session.compact()
    expect(changes).toContainEqual(expect.objectContaining({ what: 'folded', messages: LOGIN.length - 3 }))
  })
  row('2E15', async () => {
    const { session } = await open(copaw(), [...LOGIN, ...long(3)], { summarize: () => Promise.resolve(NOTE) })
    await session.compact()
    for (const heading of [
      'Goal',
      'Constraints & Preferences',
      'Progress',
      'Key Decisions',
      'Next Steps',
      'Critical Context',
    ])
      expect(foldOf(session.view)).toContain(`## ${heading}`)
  })
  row('2E16', async () => {
    const { session } = await open(copaw(), [...LOGIN, ...SMALL])
    await session.compact()
    const text = foldOf(session.view)
    for (const words of ['no frameworks', 'JWT over Sessions', 'password reset']) expect(text).toContain(words)
  })
  row('2E17', async () => {
    const { session } = await open(copaw(), [...LOGIN, ...SMALL])
    await session.compact()
    for (const exact of ['src/auth.ts', 'connectDatabase', 'ECONNREFUSED'])
      expect(foldOf(session.view)).toContain(exact)
  })
  row('2E18', async () => {
    const { pack, session } = await open(copaw(), LOGIN)
    await session.compact()
    const [, file, from, to] = /- (\S+\.jsonl) lines (\d+)-(\d+)/.exec(foldOf(session.view)) ?? []
    const read = pack.tools(session).find((tool) => tool.name === 'read_ref')
    expect(await read?.run({ file_path: file, start_line: from, end_line: to })).toContain('argon2')
  })
  row('2E19', async () => {
    const { asks, summarize } = noteWriter()
    const { session } = await open(copaw(), [...LOGIN, ...long(3)], { summarize })
    await session.compact({ instruction: 'keep requirements and decisions only' })
    expect(asks[0]).toContain('keep requirements and decisions only')
  })
  row('1H1', async () => {
    const { session, send } = await open(qwenpaw(), long(100), { window: 40_000 })
    await send()
    const kept = session.view.items.filter((item) => item.kind === 'message')
    expect(kept.reduce((sum, item) => sum + item.size.tokens, 0)).toBeLessThanOrEqual(4_000 + 300)
    expect(kept.at(-1)?.seq).toBe(200)
  })
  row('1H2', async () => {
    const work = Array.from({ length: 60 }, (_, at) => step({ tool: `t${at}`, output: lines(60) })).flat()
    const { send } = await open(qwenpaw(), [request('Go.'), ...work], { window: 8_000 })
    const { request: sent, plan } = await send()
    expect(plan?.tide).toBe('pressure')
    const blocks = sent.messages.flatMap((message) => message.blocks)
    const calls = blocks.flatMap((block) => (block.type === 'tool-call' ? [block.callId] : []))
    const results = blocks.flatMap((block) => (block.type === 'tool-result' ? [block.callId] : []))
    expect(results).toEqual(calls)
  })
  row('1H3', async () => {
    const { send } = await open(qwenpaw(), long(100), { window: 40_000 })
    expect((await send()).request.messages[1]?.role).toBe('user')
  })
  row('1H4', async () => {
    const { session, send } = await open(
      qwenpaw({ context_compact_config: { reserve_threshold_ratio: 0 } }),
      long(100),
      { window: 20_000 },
    )
    await send()
    expect(session.view.items.at(-1)?.kind).toBe('message')
  })
  row('1I1', async () => {
    const { asks, summarize } = noteWriter()
    const { session } = await open(qwenpaw(), [...LOGIN, ...long(3)], { summarize })
    await session.compact()
    for (const message of long(4)) await session.append(message)
    await session.compact()
    expect(asks.at(-1)).toContain('Build a user login system [seq 1]')
    expect(asks.at(-1)).toContain('earlier')
  })
  row('1I2', async () => {
    const { session } = await open(qwenpaw(), [...LOGIN, ...SMALL])
    await session.compact()
    expect(foldOf(session.view)).toContain('src/auth.ts')
    expect(foldOf(session.view)).toContain('connectDatabase')
  })
  row('1I3', async () => {
    const { session } = await open(qwenpaw(), [...LOGIN, ...SMALL])
    await session.compact()
    expect(foldOf(session.view)).toContain('ECONNREFUSED')
    expect(foldOf(session.view)).not.toMatch(/passed: `npm test`/)
  })
  row('1I4', async () => {
    const { session } = await open(qwenpaw(), [...LOGIN, ...long(3)], {
      summarize: () => Promise.resolve('Hello! How can I help?'),
    })
    const before = session.view.slots.length
    await session.compact()
    expect(foldOf(session.view)).not.toContain('How can I help?')
    expect(session.view.slots).toHaveLength(before)
  })
  row('1I5', async () => {
    const calls = await callsThatFail(copaw({ compactThreshold: 1_000 }), 60, 300)
    expect(calls).toBeLessThanOrEqual(8)
  })
  row('1I6', () => {
    const { count } = byBytes(4)
    expect(['', '汉', 'ab', 'abcdef', 'a'].map(count)).toEqual([0, 1, 1, 2, 0])
  })
  row('1I7', async () => {
    const picture = {
      role: 'user' as const,
      blocks: [{ type: 'media' as const, mediaType: 'image/png', content: { text: 'A'.repeat(2_000_000) } }],
    }
    const { session } = await open(qwenpaw(), [picture])
    expect(session.view.size.tokens).toBeLessThan(2_000)
  })
  row('1I8', async () => {
    const asks: { system?: string; prompt: string }[] = []
    const { session } = await open(qwenpaw(), [...LOGIN, ...long(3)], {
      language: 'zh',
      summarize: (ask) => {
        asks.push(ask)
        return Promise.resolve(NOTE)
      },
    })
    await session.compact()
    expect(asks[0]?.system).toContain('交接笔记')
    expect(asks[0]?.prompt).toContain('请为上面的对话撰写交接笔记')
  })
  row('1I9', async () => {
    const [call] = step({ tool: 'x', output: 'y' })
    const { send } = await open(qwenpaw(), [request('Go.'), call as never, request('Next.')])
    const { request: sent } = await send()
    const blocks = sent.messages.flatMap((message) => message.blocks)
    expect(blocks.filter((block) => block.type === 'tool-result')).toHaveLength(1)
  })
})
