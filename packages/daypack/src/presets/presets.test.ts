import { describe, expect, it } from 'vitest'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { claudeCode, daypack, PRESET_NAMES, presetOf } from './index.ts'
import { lines, kilobytes, texts, start, gauge } from '../../../daypack-testing/test/preset-desk.ts'

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
  it('cuts results above 8,000 characters to 3,500 + errors + 1,500 before they are sent', async () => {
    const output = `${lines(900, 'compiling module')}\n${lines(9, 'emit src/out_file.js')}\nsrc/deep/handler.ts: ECONNREFUSED\n${lines(900, 'linking module')}`
    const desk = await start(daypack(), 200_000, 0, request('Go.'), ...step({ tool: 'bash', output }))
    const [text = ''] = await texts(desk)
    const [head = '', rest = ''] = text.split(/\n\[[^\]]*bytes left out[^\]]*\]\n/)
    const [error, tail = ''] = rest.split('\n[…]\n')
    expect(error).toBe('src/deep/handler.ts: ECONNREFUSED\n')
    expect(head.length).toBeGreaterThan(3_000)
    expect(head.length).toBeLessThanOrEqual(3_500)
    expect(tail.length).toBeGreaterThan(1_300)
    expect(tail.length).toBeLessThanOrEqual(1_500)
    // G-25: no reader ever used a list of names.
    expect(text).not.toContain('Names in')
    expect(text.length).toBeLessThan(6_100)
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
