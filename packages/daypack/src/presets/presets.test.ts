import { describe, expect, it } from 'vitest'
import type { Message } from '../model/message.ts'
import { isDaypackError } from '../model/errors.ts'
import { DEFAULT_PRICES, type Gauge } from '../plan/policy.ts'
import { EMPTY_VIEW } from '../view/project.ts'
import { answer, openDesk, request, step, type Desk } from '../testing/desk.ts'
import {
  claudeCode,
  copaw,
  daypack,
  miniClaude,
  PRESET_NAMES,
  presetOf,
  QWENPAW,
  qwenpaw,
  type Preset,
} from './index.ts'
import { CLEARED, SNIPPED } from './mini-claude.ts'
import { LIGHT_CONTEXT } from '../../test/seeds/qwenpaw-example.ts'

const lines = (count: number, word = 'line'): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}`).join('\n')
const kilobytes = (text: string): string => (Buffer.byteLength(text) / 1024).toFixed(1)

const texts = (desk: Desk): Promise<string[]> => desk.results()

async function start(preset: Preset, window: number, idleMs = 0, ...messages: readonly Message[]): Promise<Desk> {
  const { timing, policy, readTool = 'read_file' } = preset.options
  const desk = openDesk({ window, timing, policy, readTool, idleMs })
  await desk.say(...messages)
  await desk.run(preset.options.passes)
  return desk
}

function gauge(window: number, maxOutput = 0, changes: Partial<Gauge> = {}): Gauge {
  const used = { tokens: 0, bytes: 0 }
  return {
    window,
    nominal: window,
    extra: used,
    view: EMPTY_VIEW,
    billed: undefined,
    usable: window - maxOutput,
    maxBytes: 30_000_000,
    used,
    growth: 1,
    after: undefined,
    isCold: false,
    isOpenLoop: false,
    prices: DEFAULT_PRICES,
    ...changes,
  }
}

describe('copaw', () => {
  it('truncates twice: 50 KB at line 751, 10 KB at line 151, the same file behind both', async () => {
    const page = Array.from({ length: 3_000 }, (_, at) => `<p>${'x'.repeat(at % 15 < 4 ? 65 : 64)}`).join('\n')
    expect(Math.round(Buffer.byteLength(page) / 1024)).toBe(200)
    const desk = await start(copaw(), 1_000_000, 0, request('Open it.'), ...step({ tool: 'browser_use', output: page }))
    const [first = ''] = await texts(desk)
    expect(first).toContain(
      'contains 3000 lines in total.\nThis excerpt starts at line 1 and covers the next 51200 bytes.',
    )
    expect(first).toMatch(/file_path=tool_result\/\w+\.txt start_line=751 to read more\.$/)
    await desk.say(answer('Seen.'), request('Go on.'))
    await desk.run(copaw().options.passes)
    const [second = ''] = await texts(desk)
    expect(second).toContain('covers the next 10240 bytes.')
    expect(second).toMatch(/start_line=151 to read more\.$/)
    expect(/file_path=(\S+)/.exec(second)?.[1]).toBe(/file_path=(\S+)/.exec(first)?.[1])
  })

  it('leaves recent results as the first truncation left them', async () => {
    const desk = await start(
      copaw(),
      1_000_000,
      0,
      request('Go.'),
      ...step({ tool: 'browser_use', output: lines(9_000) }),
    )
    const before = await texts(desk)
    await desk.say(answer('Fine.'))
    await desk.run(copaw().options.passes)
    expect(await texts(desk)).toEqual(before)
  })

  it('copies no file that was read, and protects Markdown in both truncations', async () => {
    const desk = await start(
      copaw(),
      1_000_000,
      0,
      request('Go.'),
      ...step(
        { tool: 'read_file', input: { file_path: 'src/big.ts' }, output: lines(9_000) },
        { tool: 'read_file', input: { file_path: 'skill.md' }, output: lines(6_000) },
      ),
      answer('Fine.'),
      request('Next.'),
    )
    const [code = '', skill = ''] = await texts(desk)
    expect(code).toContain('file_path=src/big.ts start_line=')
    expect(Buffer.byteLength(code)).toBeLessThan(10_700)
    expect(Buffer.byteLength(skill)).toBeGreaterThan(51_000)
  })

  it('compacts above 100,000 tokens or 0.7 of the window, and keeps the last 3 messages', async () => {
    const { policy } = copaw().options
    expect(policy.trigger(gauge(200_000)).tokens).toBe(100_000)
    expect(policy.trigger(gauge(100_000)).tokens).toBe(70_000)
    const talk = Array.from({ length: 40 }, (_, at) => [
      request(`question ${at} ${'word '.repeat(200)}`),
      answer(`answer ${at} ${'word '.repeat(200)}`),
    ]).flat()
    const desk = await start(copaw({ compactThreshold: 10_000 }), 200_000, 0, ...talk, request('And now?'))
    expect(desk.view.items.map(({ kind }) => kind)).toEqual(['fold', 'message', 'message', 'message'])
  })

  it('changes by one number', () => {
    expect(copaw({ oldMaxBytes: 5_000 }).numbers).toEqual({ ...copaw().numbers, oldMaxBytes: 5_000 })
  })
})

describe('qwenpaw', () => {
  it('has every field of light_context_config with its default', () => {
    expect(qwenpaw().numbers).toEqual(QWENPAW)
    expect(
      qwenpaw({ tool_result_pruning_config: { pruning_recent_n: 5 } }).numbers.tool_result_pruning_config,
    ).toMatchObject({ pruning_recent_n: 5, pruning_old_msg_max_bytes: 3_000 })
  })

  it('takes the example of the document: 128,000 → threshold 102,400; the default 131,072 → 104,857', () => {
    const { policy } = qwenpaw(LIGHT_CONTEXT).options
    // Reaching it is enough.
    expect(policy.trigger(gauge(128_000)).tokens).toBe(102_399)
    expect(policy.trigger(gauge(131_072)).tokens).toBe(104_856)
  })

  it('refuses values outside the documented ranges', () => {
    const wrong = [
      { token_count_estimate_divisor: 9 },
      { context_compact_config: { compact_threshold_ratio: 0.95 } },
      { tool_result_pruning_config: { pruning_recent_n: 0 } },
    ]
    for (const config of wrong)
      expect(() => qwenpaw(config)).toThrow(expect.toSatisfy((error) => isDaypackError(error, 'bad-config')))
  })

  it('cuts recent results to 50,000 bytes and older ones to 3,000, exempt tools and Markdown to 50,000', async () => {
    const output = lines(12_000)
    const desk = await start(
      qwenpaw(),
      10_000_000,
      0,
      request('Go.'),
      ...step({ tool: 'chat_with_agent', output }),
      ...step({ tool: 'read_file', input: { file_path: 'a.md' }, output }),
      ...step({ tool: 'shell', output }),
      ...step({ tool: 'fetch', output }),
    )
    const sizes = (await texts(desk)).map((text) => Math.round(Buffer.byteLength(text) / 1_000))
    expect(sizes).toEqual([50, 50, 3, 50])
  })

  it('leaves a read whole while it is recent, then points at our copy (1C19)', async () => {
    const output = lines(7_000)
    const desk = await start(
      qwenpaw(),
      10_000_000,
      0,
      request('Go.'),
      ...step({ tool: 'read_file', input: { file_path: 'src/a.py' }, output }),
    )
    expect(await texts(desk)).toEqual([output])
    await desk.say(answer('Read.'), request('Next.'))
    await desk.run(qwenpaw().options.passes)
    expect((await texts(desk))[0]).toMatch(/call `read_file` with file_path=tool_result\/\w{64}\.txt start_line=/)
  })

  it('can leave out pruning or compaction', () => {
    expect(qwenpaw({ tool_result_pruning_config: { enabled: false } }).options.passes.map(({ name }) => name)).toEqual([
      'compact',
    ])
    const off = qwenpaw({ context_compact_config: { enabled: false } }).options
    expect(off.passes.map(({ name }) => name)).toEqual(['offload', 'trim', 'compact'])
    expect(off.policy.trigger(gauge(100_000)).tokens).toBe(100_000)
  })
})

describe('miniClaude', () => {
  it('tier 0.5: above 30 KB the result is saved and 200 lines stay, after the notice', async () => {
    const output = lines(5_000)
    const desk = await start(miniClaude(), 1_000_000, 0, request('Go.'), ...step({ tool: 'run_shell', output }))
    const [ref] = [...desk.blobs.keys()]
    expect(await texts(desk)).toEqual([
      `[Result too large (${kilobytes(output)} KB, 5000 lines). Full output saved to tool_result/${ref}.txt. You can use read_file to see the full result.]\n\nPreview (first 200 lines):\n${lines(200)}`,
    ])
    const small = await start(
      miniClaude(),
      1_000_000,
      0,
      request('Go.'),
      ...step({ tool: 'run_shell', output: 'x'.repeat(30_720) }),
    )
    expect(await texts(small)).toEqual(['x'.repeat(30_720)])
  })

  it('W32: a preview is bounded in bytes too, and never ends in half a character', async () => {
    const desk = await start(
      miniClaude(),
      1_000_000,
      0,
      request('Go.'),
      ...step({ tool: 'run_shell', output: '😀'.repeat(40_000) }),
    )
    const [text = ''] = await texts(desk)
    expect(Buffer.byteLength(text)).toBeLessThan(31_200)
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toContain('\ufffd')
  })

  it('tier 0: above 50,000 characters 24,970 stay at each end', async () => {
    const output = 'a'.repeat(30_000) + 'b'.repeat(30_000)
    const desk = await start(
      miniClaude({ persistBytes: 1_000_000 }),
      1_000_000,
      0,
      request('Go.'),
      ...step({ tool: 'run_shell', output }),
    )
    const [text = ''] = await texts(desk)
    expect(
      text.startsWith(
        `${'a'.repeat(24_970)}\n\n[... truncated ${60_000 - 2 * 24_970} chars ...]\n\n${'b'.repeat(24_970)}`,
      ),
    ).toBe(true)
    expect([...desk.blobs.values()]).toContain(output)
  })

  it('tier 1: 30,000 characters from 50 %, 15,000 above 70 %, of the window without 20,000', async () => {
    const output = 'z'.repeat(30_500)
    const at = async (share: number): Promise<string> => {
      const tokens = Math.floor(180_000 * share) - 7_640
      return (
        (
          await texts(
            await start(
              miniClaude(),
              200_000,
              0,
              request('x'.repeat(tokens * 4)),
              ...step({ tool: 'run_shell', output }),
            ),
          )
        )[0] ?? ''
      )
    }
    expect(await at(0.48)).toBe(output)
    expect(await at(0.55)).toContain(`[... budgeted: ${30_500 - 2 * 14_960} chars truncated ...]`)
    expect(await at(0.75)).toContain(`[... budgeted: ${30_500 - 2 * 7_460} chars truncated ...]`)
  })

  it('tier 2: above 60 % older reads of a file and searches go, the newest three results stay', async () => {
    const read = (path: string, word: string) =>
      step({ tool: 'read_file', input: { file_path: path }, output: lines(300, word) })
    const session = [
      ...read('a.ts', 'old'),
      ...read('b.ts', 'other'),
      ...read('a.ts', 'new'),
      ...[1, 2, 3, 4].flatMap((at) =>
        step({ tool: 'grep_search', input: { pattern: 'x' }, output: lines(100, `hit${at}`) }),
      ),
    ]
    const full = await start(miniClaude(), 200_000, 0, request('x'.repeat(112_000 * 4)), ...session)
    expect((await texts(full)).map((text) => text === SNIPPED)).toEqual([true, false, false, true, false, false, false])
    const calm = await start(miniClaude(), 200_000, 0, request('x'.repeat(60_000 * 4)), ...session)
    expect((await texts(calm)).includes(SNIPPED)).toBe(false)
    expect(
      (await full.shown()).flatMap((message) => message.blocks).filter((block) => block.type === 'tool-call'),
    ).toHaveLength(7)
  })

  it('tier 3: after five idle minutes all but the newest three are cleared, under pressure only (W30)', async () => {
    const session = [1, 2, 3, 4, 5].flatMap((at) => step({ tool: 'run_shell', output: lines(50, `out${at}`) }))
    const cold = await start(miniClaude(), 200_000, 5 * 60_000, request('x'.repeat(100_000 * 4)), ...session)
    expect((await texts(cold)).map((text) => text === CLEARED)).toEqual([true, true, false, false, false])
    const calm = await start(miniClaude(), 200_000, 5 * 60_000, request('Hi.'), ...session)
    expect((await texts(calm)).includes(CLEARED)).toBe(false)
  })

  it('tier 4: 85 % of the window without 20,000, which is 76.5 % of 200,000', () => {
    const { policy } = miniClaude().options
    expect(policy.trigger(gauge(200_000, 20_000)).tokens).toBe(153_000)
    expect(153_000 / 200_000).toBe(0.765)
    expect(policy.trigger(gauge(16_000, 4_000)).tokens).toBe(10_200)
    expect(policy.trigger(gauge(200_000, 20_000, { isOpenLoop: true })).tokens).toBe(171_000)
  })
})

describe('claudeCode', () => {
  it('level 1: above 50,000 characters a preview of 2 KB stays, and the way to the rest', async () => {
    const output = lines(9_000)
    const desk = await start(claudeCode(), 1_000_000, 0, request('Go.'), ...step({ tool: 'Bash', output }))
    const [text = ''] = await texts(desk)
    const kept = text.slice(0, text.indexOf('\n[Preview'))
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(2_048)
    expect(output.startsWith(kept)).toBe(true)
    expect(text).toContain(`(${kilobytes(output)} KB, 9000 lines) is saved at tool_result/`)
    expect(text).toContain('`Read` with file_path=tool_result/')
  })

  it('waits until 85.5 % of the window while the cache is warm, and until half when it is cold', () => {
    const { policy, cacheTtlMs } = claudeCode().options
    expect(policy.trigger(gauge(200_000, 20_000)).tokens).toBe(171_000)
    expect(policy.trigger(gauge(200_000, 20_000, { isCold: true })).tokens).toBe(90_000)
    expect(cacheTtlMs).toBe(3_600_000)
  })

  it('levels 2 to 4 come before a summary, and spare it while they are enough', async () => {
    const turn = (at: number) => [
      request(`Task ${at}.`),
      ...step({ tool: 'Read', input: { file_path: 'src/a.ts' }, output: lines(4_000 + at) }),
      ...step({ tool: 'Bash', input: { command: `make ${at}` }, output: lines(3_000, `m${at}`) }),
      answer('Done.'),
    ]
    const made = async (changes: Parameters<typeof claudeCode>[0], window: number) => {
      const { passes, policy } = claudeCode(changes).options
      const desk = openDesk({ window, policy, timing: 'tide', readTool: 'Read' })
      await desk.say(...[1, 2, 3, 4].flatMap(turn), request('And now?'))
      const plan = await desk.run(passes)
      return plan.entries.flatMap((entry) => (entry.kind === 'edits' ? [entry.by] : []))
    }
    // 2G6: what snip frees is enough, and level 5 is not asked; 2G11: level 4, where it is on, suppresses level 5.
    expect(await made({}, 60_000)).toEqual(['snip'])
    expect(await made({ contextCollapse: 1 }, 60_000)).toEqual(['snip', 'collapse'])
    expect(await made({ historySnip: 0 }, 60_000)).toEqual(['compact'])
  })

  it('level 3: only after an hour without a request', async () => {
    const session = [
      request('x'.repeat(100_000)),
      ...Array.from({ length: 16 }, (_, at) =>
        step({ tool: 'Bash', input: { command: `run ${at}` }, output: lines(1_500, `out${at}`) }),
      ).flat(),
      answer('Well.'),
      request('And?'),
    ]
    const { passes, policy, timing } = claudeCode().options
    const desk = openDesk({ window: 180_000, policy, timing, maxOutput: 20_000, idleMs: 61 * 60_000 })
    await desk.say(...session)
    const plan = await desk.plan(passes, { isCold: true })
    expect(plan.why).toContain('cold')
    expect(
      plan.entries.flatMap((entry) => (entry.kind === 'edits' ? [[entry.by, entry.edits.length]] : []))[0],
    ).toEqual(['clear', 11])
  })
})

describe('daypack', () => {
  it('cuts results above 8,000 characters to 3,500 + names + 1,500 before they are sent', async () => {
    const output = `${lines(900, 'compiling module')}\n${lines(9, 'emit src/out_file.js')}\nsrc/deep/handler.ts: ECONNREFUSED\n${lines(900, 'linking module')}`
    const desk = await start(daypack(), 200_000, 0, request('Go.'), ...step({ tool: 'bash', output }))
    const [text = ''] = await texts(desk)
    const [head = '', error, tail = ''] = text.split(/\n\[[^\]]*bytes left out[^\]]*\]\n[^\n]*\n/)
    expect(error).toBe('src/deep/handler.ts: ECONNREFUSED\n')
    expect(head.length).toBeGreaterThan(3_000)
    expect(head.length).toBeLessThanOrEqual(3_500)
    expect(tail.length).toBeGreaterThan(1_300)
    expect(tail.length).toBeLessThanOrEqual(1_500)
    expect(text).toContain('\nNames in it: ')
    expect(text.length).toBeLessThan(6_900)
    expect(
      await texts(
        await start(daypack(), 200_000, 0, request('Go.'), ...step({ tool: 'bash', output: 'x'.repeat(8_000) })),
      ),
    ).toEqual(['x'.repeat(8_000)])
  })

  it('leaves file reads whole up to 60,000 characters, less in a small window', async () => {
    const output = 'y'.repeat(59_000)
    const read = step({ tool: 'read_file', input: { path: 'a.ts' }, output })
    expect(await texts(await start(daypack(), 200_000, 0, request('Go.'), ...read))).toEqual([output])
    const small = (await texts(await start(daypack(), 32_000, 0, request('Go.'), ...read)))[0] ?? ''
    expect(small.length).toBeGreaterThan(15_500)
    expect(small.length).toBeLessThan(17_200)
  })

  it('changes nothing that was sent until an epoch', async () => {
    const desk = await start(daypack(), 200_000, 0, request('Go.'), ...step({ tool: 'bash', output: lines(5_000) }))
    const sent = await desk.shown()
    await desk.say(answer('Hm.'), request('More.'), ...step({ tool: 'bash', output: lines(5_000) }))
    await desk.run(daypack().options.passes)
    expect((await desk.shown()).slice(0, sent.length)).toEqual(sent)
  })
})

describe('presetOf', () => {
  it('knows all five by name', () => {
    expect(PRESET_NAMES.map((name) => presetOf(name).name)).toEqual([
      'daypack',
      'copaw',
      'qwenpaw',
      'miniClaude',
      'claudeCode',
    ])
  })
})
