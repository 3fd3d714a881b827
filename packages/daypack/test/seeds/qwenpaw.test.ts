import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { isDaypackError } from '../../src/model/errors.ts'
import { QWENPAW, qwenpaw } from '../../src/presets/qwenpaw.ts'
import { createDaypack } from '../../src/index.ts'
import { answer, request, step } from '../../../daypack-testing/src/desk.ts'
import { plain } from '../engine/say.ts'
import { desk, foldOf, lines, LOGIN, NOTE, open, row, SMALL, system, tokens, noteWriter } from './support.ts'

// QwenPaw Light (001): its configuration, field by field.

const read = (output: string) => step({ tool: 'read_file', input: { file_path: 'src/a.py' }, output })
const long = (count: number) =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? request(tokens(500)) : answer(tokens(500))))

describe('tool results', () => {
  row('1C18', async () => {
    const output = lines(24_000)
    expect(Buffer.byteLength(output)).toBeGreaterThan(208_000)
    expect(await (await desk(qwenpaw(), 131_072, [request('Go.'), ...read(output)])).results()).toEqual([output])
  })
  row('1C19', async () => {
    const made = await desk(qwenpaw(), 131_072, [request('Go.'), ...read(lines(9_000)), answer('a'), request('b')])
    expect((await made.results())[0]).toMatch(/file_path=tool_result\/\w{64}\.txt start_line=/)
    expect(made.blobs.size).toBe(1)
  })
  row('1C26', async () => {
    const six = step(...[1, 2, 3, 4, 5, 6].map((at) => ({ tool: `t${at}`, output: lines(30_000, `w${at}`) })))
    const texts = await (await desk(qwenpaw(), 200_000, [request('Go.'), ...six])).results()
    for (const text of texts) expect(Buffer.byteLength(text.split('<<<TRUNCATED>>>')[0] ?? '')).toBeGreaterThan(49_900)
  })
})

describe('the configuration', () => {
  const pruning = (changes: object) => qwenpaw({ tool_result_pruning_config: changes })
  const compaction = (changes: object) => qwenpaw({ context_compact_config: changes })
  const size = async (preset: ReturnType<typeof qwenpaw>, tool: string, isOld: boolean, input = {}) => {
    const tail = isOld ? [answer('a'), request('b'), answer('c')] : []
    const made = await desk(preset, 10_000_000, [
      request('Go.'),
      ...step({ tool, input, output: lines(20_000) }),
      ...tail,
    ])
    return Buffer.byteLength((await made.results())[0] ?? '')
  }
  const firesAt = async (preset: ReturnType<typeof qwenpaw>, window?: number) => {
    const { session, send } = await open(preset, [], window === undefined ? {} : { window })
    for (let at = 1; at <= 400; at++) {
      await session.append(at % 2 === 1 ? request(tokens(500)) : answer(tokens(500)))
      if ((await send()).plan?.tide === 'pressure') return at * 500
    }
    return Infinity
  }
  row('1G3', async () => expect(await firesAt(qwenpaw())).toBe(105_000))
  row('1G4', async () => expect(await firesAt(qwenpaw(), 40_000)).toBe(32_000))
  /** The folders of a workspace after a big result and a compaction. */
  const foldersAfter = async (preset: ReturnType<typeof qwenpaw>) => {
    const dir = mkdtempSync(path.join(tmpdir(), 'daypack-folders-'))
    const pack = await createDaypack({ dir, preset, memory: false })
    const session = await pack.session('one')
    for (const message of step({ tool: 'x', output: lines(20_000) })) await session.append(message)
    const { request: sent } = await session.render(plain, { messages: [] })
    for (const message of [...LOGIN, ...SMALL]) await session.append(message)
    await session.compact()
    await pack.close()
    const names = readdirSync(dir)
    rmSync(dir, { recursive: true })
    return { names, shown: JSON.stringify(sent.messages), guide: foldOf(session.view) }
  }
  row('1G7', async () => {
    const { names, guide } = await foldersAfter(qwenpaw({ dialog_path: 'logs' }))
    expect([names.includes('logs'), names.includes('dialog')]).toEqual([true, false])
    expect(guide).toMatch(/logs\/\d{4}-\d\d-\d\d\.jsonl/)
  })
  row('1G8', () => {
    expect(QWENPAW.token_count_estimate_divisor).toBe(4)
    expect(qwenpaw({ token_count_estimate_divisor: 2 }).options.counter?.count('abcdefgh')).toBe(4)
  })
  row('1G9', async () => {
    const { session, send } = await open(compaction({ enabled: false }), long(70), { window: 40_000 })
    expect((await send()).plan?.tide).toBe('none')
    const { before, after } = await session.compact()
    expect(after.tokens).toBeLessThan(before.tokens)
  })
  row('1G10', async () => {
    expect(QWENPAW.context_compact_config.compact_threshold_ratio).toBe(0.8)
    expect(await firesAt(compaction({ compact_threshold_ratio: 0.5 }), 40_000)).toBe(20_000)
  })
  row('1G11', async () => expect(await firesAt(compaction({ compact_threshold_ratio: 0.9 }), 100_000)).toBe(90_000))
  row('1G12', async () => {
    expect(QWENPAW.context_compact_config.reserve_threshold_ratio).toBe(0.1)
    const { session, send } = await open(compaction({ reserve_threshold_ratio: 0.2 }), long(70), { window: 40_000 })
    await send()
    const kept = session.view.items.filter((item) => item.kind === 'message')
    expect(kept.reduce((sum, item) => sum + item.size.tokens, 0)).toBeGreaterThan(7_000)
  })
  row('1G13', async () => {
    const small = Array.from({ length: 170 }, (_, at) => (at % 2 === 0 ? request(tokens(100)) : answer(tokens(100))))
    // At 0 the newest message stays with what it answers: never nothing (1H4), never half a pair (1H3).
    for (const [ratio, most] of [
      [0, 210],
      [0.1, 1_700],
    ] as const) {
      const { session, send } = await open(compaction({ reserve_threshold_ratio: ratio }), small, { window: 16_000 })
      await send()
      const kept = session.view.items.filter((item) => item.kind === 'message')
      expect(kept.reduce((sum, item) => sum + item.size.tokens, 0)).toBeLessThanOrEqual(most)
      expect(kept.length).toBeGreaterThan(0)
    }
  })
  row('1G14', async () => {
    const thinks = {
      role: 'assistant' as const,
      blocks: [
        {
          type: 'opaque' as const,
          purpose: 'reasoning' as const,
          wire: { type: 'thinking', thinking: 'the lock is the culprit because it is never released', signature: 's' },
        },
        { type: 'text' as const, text: 'I look at it.' },
      ],
    }
    const asked = async (isOn: boolean) => {
      let prompt = ''
      const { session } = await open(
        compaction({ compact_with_thinking_block: isOn }),
        [...LOGIN, thinks, ...long(4)],
        {
          summarize: (ask) => {
            prompt = ask.prompt
            return Promise.resolve(NOTE)
          },
        },
      )
      await session.compact()
      return prompt.includes('the lock is the culprit because it is never released')
    }
    expect([await asked(true), await asked(false)]).toEqual([true, false])
  })
  row('1G15', async () => expect(await size(pruning({ enabled: false }), 'x', false)).toBeGreaterThan(200_000))
  row('1G16', async () => {
    expect(QWENPAW.tool_result_pruning_config.pruning_recent_n).toBe(2)
    expect(await size(pruning({ pruning_recent_n: 5 }), 'x', true)).toBeGreaterThan(49_000)
  })
  row('1G17', async () => expect(await size(qwenpaw(), 'x', true)).toBeLessThan(3_500))
  row('1G18', async () => {
    expect(await size(qwenpaw(), 'x', false)).toBeGreaterThan(49_900)
    expect(await size(pruning({ pruning_recent_msg_max_bytes: 9_000 }), 'x', false)).toBeLessThan(9_500)
  })
  row('1G19', async () => {
    const daysKept = async (preset: ReturnType<typeof qwenpaw>) => {
      let now = Date.UTC(2025, 0, 1)
      const { pack, session, driver } = await open(preset, [], { retention: {}, tuning: { now: () => now } })
      await session.append(step({ tool: 'x', output: lines(9_000) })[1] as never)
      for (let day = 0; day < 16; day++) {
        let isThere = false
        for await (const _ of driver.blobs.list()) isThere = true
        if (!isThere) return day
        now += 24 * 3_600_000
        await pack.sweep()
      }
      return Infinity
    }
    // A day of grace behind the days that were set.
    expect([await daysKept(qwenpaw()), await daysKept(pruning({ offload_retention_days: 9 }))]).toEqual([6, 10])
  })
  row('1G20', async () => {
    // The document prints tool_result/, the code's default is tool_results: the document is followed.
    const usual = await foldersAfter(qwenpaw())
    expect([usual.names.includes('tool_result'), /file_path=\S*\/tool_result\//.test(usual.shown)]).toEqual([
      true,
      true,
    ])
    const own = await foldersAfter(pruning({ tool_results_cache: 'mycache' }))
    expect([own.names.includes('mycache'), /file_path=\S*\/mycache\//.test(own.shown)]).toEqual([true, true])
  })
  row('1G21', async () => {
    expect(await size(qwenpaw(), 'read_file', true, { file_path: 'rules.md' })).toBeGreaterThan(49_000)
    expect(
      await size(pruning({ exempt_file_extensions: [] }), 'read_file', true, { file_path: 'rules.md' }),
    ).toBeLessThan(3_500)
  })
  row('1G22', async () => {
    expect(await size(qwenpaw(), 'chat_with_agent', true)).toBeGreaterThan(49_000)
    expect(await size(pruning({ exempt_tool_names: [] }), 'chat_with_agent', true)).toBeLessThan(3_500)
  })
  row('1G23', () => {
    const wrong = [
      { token_count_estimate_divisor: 6 },
      { context_compact_config: { compact_threshold_ratio: 0.95 } },
      { context_compact_config: { reserve_threshold_ratio: 0.4 } },
      { tool_result_pruning_config: { pruning_recent_n: 11 } },
      { tool_result_pruning_config: { pruning_old_msg_max_bytes: 99 } },
      { tool_result_pruning_config: { pruning_recent_msg_max_bytes: 999 } },
      { tool_result_pruning_config: { offload_retention_days: 11 } },
    ]
    for (const config of wrong)
      expect(() => qwenpaw(config)).toThrow(expect.toSatisfy((error) => isDaypackError(error, 'bad-config')))
  })
  row('1G24', async () => {
    // 128,000 × 0.8 = 102,400 and × 0.1 = 12,800, as the example has it.
    const { session, send } = await open(qwenpaw(), long(204), { window: 128_000 })
    expect((await send()).plan?.tide).toBe('none')
    await session.append(request(tokens(400)))
    expect((await send()).plan?.tide).toBe('pressure')
    const kept = session.view.items.filter((item) => item.kind === 'message')
    expect(kept.reduce((sum, item) => sum + item.size.tokens, 0)).toBeLessThanOrEqual(12_800)
  })
})

describe('the summary', () => {
  row('1F8', async () => {
    let asked = ''
    const { session } = await open(qwenpaw(), [...LOGIN, ...long(6)], {
      summarize: ({ prompt }) => {
        asked = prompt
        return Promise.resolve(NOTE)
      },
    })
    await session.compact({ instruction: 'keep requirements and decisions only' })
    expect(asked).toContain('keep requirements and decisions only')
  })
  row('1F9', async () => {
    const { asks, summarize } = noteWriter()
    const { session } = await open(qwenpaw(), [...LOGIN, ...long(6)], { summarize })
    await session.compact()
    for (const message of long(3)) await session.append(message)
    await session.compact({ instruction: 'keep requirements and decisions only' })
    expect(asks.at(-1)).toContain('keep requirements and decisions only')
  })
  row('1F12', async () => {
    const { session } = await open(qwenpaw({ context_compact_config: { enabled: false } }), [system('x'), ...LOGIN])
    const { before, after } = await session.compact()
    expect(after.tokens).toBeLessThan(before.tokens)
  })
})
