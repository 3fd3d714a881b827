import { describe, expect } from 'vitest'
import { toBilled, correction } from '../../src/plan/budget.ts'
import { placeBreakpoints } from '../../src/cache/breakpoints.ts'
import { anthropic } from '../../src/codecs/anthropic/index.ts'
import { daypackMiddleware } from '../../src/hosts/anthropic.ts'
import type { Message } from '../../src/model/message.ts'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import { createDaypack } from '../../src/index.ts'
import { claudeCode } from '../../src/presets/index.ts'
import { NINE_SECTIONS } from '../../src/presets/claude-code.ts'
import { toolTable } from '../../src/tools/table.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { validate } from '../../src/wire/validate.ts'
import { plain } from '../engine/say.ts'
import { foldOf, lines, open, row, tokens, callsThatFail } from './support.ts'

// Claude Code's five levels as the chapter on mini-claude describes them (003).

const code = claudeCode
const talk = (count: number, size = 400) =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? request(tokens(size)) : answer(tokens(size))))
async function run(changes: Parameters<typeof code>[0], window: number, messages: readonly Message[], idleMs = 0) {
  const { passes, policy, timing } = code(changes).options
  const made = openDesk({ window, policy, timing, readTool: 'Read', idleMs })
  await made.say(...messages)
  const plan = await made.run(passes, idleMs > 0 ? { isCold: true } : {})
  return { made, plan, by: plan.entries.flatMap((entry) => (entry.kind === 'edits' ? [entry.by] : [])) }
}
const turn = (at: number) => [
  request(`Task ${at}.`),
  ...step({ tool: 'Read', input: { file_path: 'src/a.ts' }, output: lines(4_000 + at) }),
  ...step({ tool: 'Bash', input: { command: `make ${at}` }, output: lines(3_000, `m${at}`) }),
  answer('Done.'),
]
const work = [...[1, 2, 3, 4].flatMap(turn), request('And now?')]
const summary = (text: string) =>
  `<analysis>secret reasoning</analysis><summary>${NINE_SECTIONS.map((name, at) => `${at + 1}. ${name}: ${text}`).join('\n')}</summary>`

describe('levels', () => {
  row('2G1', async () => {
    const { made } = await run({}, 1_000_000, [request('Go.'), ...step({ tool: 'Bash', output: lines(20_000) })])
    const [text = ''] = await made.results()
    expect(Buffer.byteLength(text)).toBeLessThan(2_500)
    expect(made.blobs.size).toBe(1)
  })
  row('2G2', async () => {
    const tools = toolTable({ fetch: { does: 'read', maxResultChars: 1_000 } })
    const { session, send } = await open(
      code(),
      [request('Go.'), ...step({ tool: 'Bash', output: lines(4_000) }, { tool: 'fetch', output: lines(4_000) })],
      { tools },
    )
    await send()
    const shown = session.view.items.flatMap((item) => (item.kind === 'message' ? item.blocks : []))
    expect(
      shown.filter(({ crop }) => crop !== undefined).map(({ block }) => block.type === 'tool-result' && block.tool),
    ).toEqual(['fetch'])
  })
  row('2G3', async () => {
    const { made } = await run({}, 1_000_000, [request('Go.'), ...step({ tool: 'Bash', output: lines(20_000) })])
    expect((await made.results())[0]).toContain('Read it with `Read` with file_path=')
  })
  row('2G4', async () => expect((await run({}, 60_000, work)).by).toContain('snip'))
  row('2G5', async () => expect((await run({ historySnip: 0 }, 60_000, work)).by).not.toContain('snip'))
  row('2G6', async () => expect((await run({}, 60_000, work)).by).toEqual(['snip']))
  const cold = [
    request(tokens(25_000)),
    ...Array.from({ length: 16 }, (_, at) =>
      step({ tool: 'Bash', input: { command: `run ${at}` }, output: lines(1_500, `out${at}`) }),
    ).flat(),
    answer('Well.'),
    request('And?'),
  ]
  row('2G7', async () => {
    const { plan } = await run({}, 150_000, cold, 61 * 60_000)
    expect(plan.entries.flatMap((entry) => (entry.kind === 'edits' ? [[entry.by, entry.edits.length]] : []))).toEqual([
      ['clear', 11],
    ])
  })
  row('2G8', async () => {
    // A file read twice would be snipped, were the window full.
    const twice = [1, 2].flatMap((at) =>
      step({ tool: 'Read', input: { file_path: 'src/a.ts' }, output: lines(900 + at) }),
    )
    for (const changes of [{}, { contextCollapse: 1 }])
      expect((await run(changes, 150_000, [request('Go.'), ...twice, ...cold], 61 * 60_000)).by).toEqual(['clear'])
  })
  row('2G9', async () => {
    // Deliberate: `serverEditing` of the Anthropic middleware; a preset does not know the provider.
    const { session } = await open(code(), [])
    const sent: { headers: Headers; body: string }[] = []
    const middleware = daypackMiddleware(session, { serverEditing: { triggerTokens: 1_000 } })
    const body = JSON.stringify({ model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] })
    const next = (request: { headers: Headers; body: string }) => {
      sent.push(request)
      return Promise.resolve(new Response('{}', { status: 500 }))
    }
    await middleware(
      { url: 'https://api.anthropic.com/v1/messages', method: 'POST', headers: new Headers(), body },
      next as never,
      { logger: console } as never,
    )
    expect(sent[0]?.headers.get('anthropic-beta')).toContain('context-management')
    expect(sent[0]?.body).toContain('context_management')
  })
  row('2G10', async () => {
    const { made } = await run({ contextCollapse: 1, historySnip: 0 }, 60_000, work)
    expect(made.view.slots).toHaveLength(work.length)
    expect(made.view.items.flatMap((item) => (item.kind === 'fold' ? [item.summary.by] : []))).toContain('collapse')
    made.revertAll()
    expect(made.view.items.map(({ kind }) => kind)).not.toContain('fold')
  })
  row('2G11', async () => {
    expect((await run({ contextCollapse: 1, historySnip: 0 }, 60_000, work)).by).toEqual(['collapse'])
    expect((await run({ historySnip: 0 }, 60_000, work)).by).toEqual(['compact'])
  })
  row('2G12', async () => {
    const at = async (used: number) => (await run({}, 200_000, [...talk(6), request(tokens(used - 2_424))])).plan.tide
    expect([await at(170_900), await at(171_100)]).toEqual(['none', 'pressure'])
  })
  const summed = async (said = summary('the tests of src/auth.ts')) => {
    let asked = ''
    const made = await open(code(), [request('Write the tests of src/auth.ts.'), ...talk(12).slice(1)], {
      summarize: ({ prompt }) => {
        asked = prompt
        return Promise.resolve(said)
      },
    })
    await made.session.compact()
    return { asked, text: foldOf(made.session.view) }
  }
  row('2G13', async () => {
    const { asked, text } = await summed()
    expect(asked).toContain('<analysis>')
    expect(text).toContain('Primary Request and Intent')
    expect(text).not.toContain('secret reasoning')
    const inside = summary('<thinking>more secret reasoning</thinking>the tests of src/auth.ts')
    expect((await summed(inside)).text).not.toContain('secret reasoning')
  })
  row('2G14', async () => {
    const { asked, text } = await summed()
    expect(asked).toContain('\n9. ')
    for (const name of NINE_SECTIONS) expect([asked.includes(name), text.includes(name)]).toEqual([true, true])
  })
  row('2G15', async () => {
    const used = Array.from({ length: 7 }, (_, at) =>
      step({ tool: 'Read', input: { file_path: `src/f${at}.ts` }, output: 'old' }),
    ).flat()
    const skill = step({ tool: 'Read', input: { file_path: 'skills/release/SKILL.md' }, output: 'old' })
    const { session } = await open(code(), [request('Go.'), ...used, ...skill, ...talk(10)], {
      tuning: { restore: { read: (file) => Promise.resolve(`now ${file}`) } },
    })
    expect(code().options.restores).toBe(true)
    await session.compact()
    const restored = session.view.slots.find(({ origin }) => origin === 'restored')
    const text = JSON.stringify(restored?.message)
    expect(text.match(/<restored-file/g)).toHaveLength(5)
    expect(text).toContain('<restored-skill path=\\"skills/release/SKILL.md\\">')
  })
  row('2G16', async () => {
    const calls = await callsThatFail(code(), 80, 500, { window: 20_000 })
    expect(calls).toBeLessThanOrEqual(3)
    expect(calls).toBeGreaterThan(0)
  })
})

describe('tokens, cache and context', () => {
  row('2G17', () => {
    // Bills of 1.3 times our count: pure estimates are 30 % off, those from the last bill on are not.
    const bill = (counted: number) => ({
      input: counted * 1.3,
      cacheRead: 0,
      cacheWrite: 0,
      output: 1,
      head: 9,
      counted: { tokens: counted, bytes: 0 },
    })
    const by = correction([bill(10_000), bill(18_000)], undefined, 0, 200_000)
    const real = (18_000 + 1_000) * 1.3
    expect(Math.abs(toBilled(19_000, by) - real) / real).toBeLessThan(0.05)
    expect(Math.abs(19_000 - real) / real).toBeGreaterThan(0.2)
  })
  const body = (system: unknown) => ({
    model: 'm',
    max_tokens: 1,
    tools: [
      { name: 'a', input_schema: {} },
      { name: 'b', input_schema: {} },
    ],
    system,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
  })
  row('2G18', () => {
    const placed = placeBreakpoints(body('static\n__BOUNDARY__\ndynamic') as never, { boundary: '__BOUNDARY__' }) as {
      system: { text: string; cache_control?: object }[]
    }
    expect(placed.system.map(({ text, cache_control }) => [text.trim(), cache_control !== undefined])).toEqual([
      ['static', true],
      ['dynamic', false],
    ])
  })
  row('2G19', () => {
    const placed = placeBreakpoints(body('static') as never, { systemScope: 'global' }) as {
      system: { cache_control?: object }[]
    }
    expect(placed.system[0]?.cache_control).toEqual({ type: 'ephemeral', scope: 'global' })
  })
  row('2G20', async () => {
    const { session } = await open(code(), [])
    const betas: (string | null)[] = []
    const middleware = daypackMiddleware(session, { serverEditing: { triggerTokens: 1_000 } })
    const next = (request: { headers: Headers }) => {
      betas.push(request.headers.get('anthropic-beta'))
      return Promise.resolve(new Response('{}', { status: 500 }))
    }
    const send = (url: string, text: string) =>
      middleware({ url, method: 'POST', headers: new Headers(), body: text }, next, { logger: console } as never)
    await send(
      'https://api.anthropic.com/v1/messages',
      JSON.stringify({ model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }] }),
    )
    await send('https://api.anthropic.com/v1/models', '{}')
    expect(betas).toEqual([betas[0], betas[0]])
    expect(betas[0]).toBeTruthy()
  })
  row('2G21', () => {
    const placed = placeBreakpoints(body('static') as never, { tools: true }) as { tools: { cache_control?: object }[] }
    expect(placed.tools.map(({ cache_control }) => cache_control !== undefined)).toEqual([false, true])
  })
  row('2G22', async () => {
    const { session, send } = await open(code(), talk(8, 3_000))
    const found: unknown[] = []
    session.on('rupture', (rupture) => found.push(rupture))
    for (const [cacheRead, said] of [
      [0, 'a'],
      [20_000, 'b'],
      [19_200, 'c'],
      [18_000, 'd'],
    ] as const) {
      await send()
      await session.record(plain, {
        message: answer(said),
        billed: { input: 24_000 - cacheRead, cacheRead, cacheWrite: 0, output: 1 },
      })
      await session.append(request('go on'))
    }
    // 20,000 to 19,200 is 4 %; 19,200 to 18,000 is 6.25 %.
    expect(found).toEqual([expect.objectContaining({ expected: 19_200, read: 18_000, why: expect.any(String) })])
  })
  row('2G28', async () => {
    const [call] = step({ tool: 'x', output: 'y' })
    const { send } = await open(code(), [request('Go.'), call as never, request('Next.')])
    const blocks = (await send()).request.messages.flatMap((message) => message.blocks)
    expect(blocks.filter(({ type }) => type === 'tool-result')).toHaveLength(1)
  })
  row('2G29', async () => {
    const [call, result] = step({ tool: 'x', output: 'the result' })
    const { send } = await open(code(), [request('Go.'), call as Message, request('By the way.'), result as Message])
    const sent = (await send()).request.messages
    expect(sent.map(({ blocks }) => blocks[0]?.type)).toEqual(['text', 'tool-call', 'tool-result', 'text'])
    expect(JSON.stringify(sent)).not.toContain('no result was recorded')
    // On the wire, text before a result of the same message goes behind it: the provider refuses the request otherwise.
    const { session } = await open(code(), [])
    const mixed = [
      { type: 'text', text: 'By the way.' },
      { type: 'tool_result', tool_use_id: 't', content: 'the result' },
    ]
    const messages = [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'x', input: {} }] },
      { role: 'user', content: mixed },
    ]
    const tools = [{ name: 'x', input_schema: { type: 'object' } }]
    const made = await session.prepare(anthropic, { model: 'claude-opus-4-5', max_tokens: 100, tools, messages })
    expect(made.request.messages.slice(0, 2)).toEqual(messages.slice(0, 2))
    expect(made.request.messages[2]).toEqual({ role: 'user', content: mixed.toReversed() })
    expect(validate(anthropic, made.request)).toEqual([])
  })
  row('2G31', async () => {
    const thinks = (thinking: string): Message => ({
      role: 'assistant',
      blocks: [{ type: 'opaque', purpose: 'reasoning', wire: { type: 'thinking', thinking, signature: 's' } }],
    })
    const talk = [request('Go.'), thinks('hm'), request('Well?'), thinks('so'), answer('Done.'), request('Next.')]
    const { send } = await open(code(), talk)
    const replies = (await send()).request.messages.filter(({ role }) => role === 'assistant')
    expect(replies.map(({ blocks }) => blocks.map(({ type }) => type))).toEqual([['opaque', 'text']])
  })
  row('2G33', async () => {
    const sent: Record<string, { text?: string; cache_control?: object }[]>[] = []
    const through = async (preset: ReturnType<typeof code> | 'copaw', system: string) => {
      const pack = await createDaypack({ driver: memoryDriver(), preset, memory: false })
      const middleware = daypackMiddleware(await pack.session('one'))
      const next = (given: { body: string }) => {
        sent.push(JSON.parse(given.body) as never)
        return Promise.resolve(new Response('{}', { status: 500 }))
      }
      const text = JSON.stringify(body(system))
      const url = 'https://api.anthropic.com/v1/messages'
      await middleware(
        { url, method: 'POST', headers: new Headers(), body: text },
        next as never,
        { logger: console } as never,
      )
      await pack.close()
    }
    await through(code(), 'static\n__SYSTEM_PROMPT_DYNAMIC_BOUNDARY__\ndynamic')
    await through(code(), 'all of it')
    await through('copaw', 'static')
    const [split, whole, other] = sent
    expect(split?.['system']?.map(({ text, cache_control }) => [text?.trim(), cache_control])).toEqual([
      ['static', { type: 'ephemeral', scope: 'global' }],
      ['dynamic', undefined],
    ])
    expect(split?.['tools']?.at(-1)?.cache_control).toEqual({ type: 'ephemeral' })
    // A prompt without the boundary says nothing about what others share.
    expect(whole?.['system']?.[0]?.cache_control).toEqual({ type: 'ephemeral' })
    expect(JSON.stringify(other)).not.toContain('cache_control')
  })
  row('2G30', async () => {
    const { send } = await open(code(), [request('Go.'), answer('One.'), answer('Two.'), request('Next.')])
    expect((await send()).request.messages.map(({ role, blocks }) => [role, blocks.length])).toEqual([
      ['user', 1],
      ['assistant', 2],
      ['user', 1],
    ])
  })
})
