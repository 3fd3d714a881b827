import { describe, expect, it } from 'vitest'
import { isDaypackError } from '../model/errors.ts'
import { answer, request, step } from '../../../daypack-testing/src/desk.ts'
import { copaw } from './copaw.ts'
import { QWENPAW, qwenpaw } from './qwenpaw.ts'
import { LIGHT_CONTEXT } from '../../test/seeds/qwenpaw-example.ts'
import { lines, texts, start, gauge } from '../../../daypack-testing/test/preset-desk.ts'

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
  /** These steps in a window that is never full. */
  const light = (...steps: ReturnType<typeof step>) => start(qwenpaw(), 10_000_000, 0, request('Go.'), ...steps)

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
    const desk = await light(
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
    const desk = await light(...step({ tool: 'read_file', input: { file_path: 'src/a.py' }, output }))
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
