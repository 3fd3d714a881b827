import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { openaiChat } from '../../src/codecs/openai-chat/index.ts'
import { createDaypack } from '../../src/index.ts'
import { claudeCode, miniClaude } from '../../src/presets/index.ts'
import { modelWindow } from '../../src/presets/mini-claude.ts'
import { answer, request, step, type Desk } from '../../../daypack-testing/src/desk.ts'
import { plain } from '../engine/say.ts'
import { desk, lines, open, row, tokens } from './support.ts'

// mini-claude's four tiers (003).

const mini = miniClaude
const fill = (count: number) => request(tokens(count))
const reads = (count: number, output: (at: number) => string, tool = 'read_file') =>
  Array.from({ length: count }, (_, at) =>
    step({ tool, input: { file_path: '/src/main.ts' }, output: output(at) }),
  ).flat()
const results = (made: Desk) => made.results()
const SNIPPED = '[Content snipped - re-read if needed]'
const talk = (count: number, size = 400) =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? request(tokens(size)) : answer(tokens(size))))
const PARAGRAPH = 'They decided on JWT; the login in src/auth.ts is done.'

describe('tiers 0 to 3', () => {
  row('2F1', () =>
    expect(mini().options.passes.map(({ name }) => name)).toEqual([
      'offload',
      'offload',
      'budget',
      'snip',
      'clear',
      'compact',
    ]),
  )
  row('2F2', async () => {
    // Tier 0.5 comes first, so tier 0 is seen where that one is out of the way.
    const [text = ''] = await results(
      await desk(mini({ persistBytes: 10_000_000 }), 1_000_000, [
        request('Go.'),
        ...step({ tool: 'x', output: 'abcde'.repeat(16_000) }),
      ]),
    )
    expect(text).toContain(`[... truncated ${80_000 - 2 * 24_970} chars ...]`)
    expect(text.split('\n\n[... truncated')[0]).toHaveLength(24_970)
  })
  const big = lines(5_000)
  const saved = async (output: string) =>
    (await results(await desk(mini(), 1_000_000, [request('Go.'), ...step({ tool: 'run_shell', output })])))[0] ?? ''
  row('2F3', async () => {
    const under = 'x'.repeat(30_720)
    expect(await saved(under)).toBe(under)
    expect(await saved('x\n'.repeat(20_000))).toContain('[Result too large')
  })
  row('2F4', async () => {
    expect(await saved(big)).toMatch(
      /^\[Result too large \(47\.7 KB, 5000 lines\)\. Full output saved to \S+\.txt\. You can use read_file to see the full result\.\]\n\nPreview \(first 200 lines\):\n/,
    )
  })
  row('2F5', async () => expect((await saved(big)).endsWith(`:\n${lines(200)}`)).toBe(true))
  row('2F6', async () => {
    // Deliberate: results lie under their hash, so that the same output is stored once; `folders.toolResults` names the folder.
    const dir = mkdtempSync(path.join(tmpdir(), 'daypack-mini-'))
    const pack = await createDaypack({
      dir,
      preset: mini(),
      memory: false,
      tuning: { folders: { toolResults: 'tool-results' } },
    })
    const session = await pack.session('one')
    for (const message of [request('Go.'), ...step({ tool: 'run_shell', output: big })]) await session.append(message)
    const sent = JSON.stringify((await session.render(plain, { messages: [] })).request.messages)
    const [, file = ''] = /Full output saved to (\S*tool-results\/[0-9a-f]{64}\.txt)\./.exec(sent) ?? []
    await pack.close()
    expect(readFileSync(path.resolve(dir, file), 'utf8')).toBe(big)
    rmSync(dir, { recursive: true })
  })
  row('2F7', async () => {
    const { pack, session, send } = await open(mini(), [request('Go.'), ...step({ tool: 'run_shell', output: big })])
    const { request: sent } = await send()
    const [, file] = /saved to (\S+?)\. You/.exec(JSON.stringify(sent.messages)) ?? []
    const read = pack.tools(session).find((tool) => tool.name === 'read_ref')
    expect(await read?.run({ file_path: file, start_line: 4_999 })).toContain('line 5000')
  })
  const budgeted = async (share: number) => {
    const result = step({ tool: 'x', output: 'y'.repeat(30_500) })
    const made = await desk(mini({ snipAt: 2 }), 220_000, [
      request('Go.'),
      ...result,
      answer('a'),
      ...[1, 2, 3].flatMap(() => step({ tool: 'z', output: 'w' })),
      fill(Math.floor(200_000 * share) - 7_700),
    ])
    return (await results(made))[0] ?? ''
  }
  row('2F8', async () => {
    expect((await budgeted(0.45)).length).toBe(30_500)
    expect((await budgeted(0.6)).length).toBeLessThanOrEqual(30_100)
    expect((await budgeted(0.75)).length).toBeLessThanOrEqual(15_100)
  })
  row('2F9', async () =>
    expect(await budgeted(0.6)).toContain(
      `[... budgeted: ${30_500 - 2 * Math.floor((30_000 - 80) / 2)} chars truncated ...]`,
    ),
  )
  const snipped = async (share: number, count: number, output: (at: number) => string, tool = 'read_file') => {
    const tail = [1, 2, 3].flatMap(() => step({ tool: 'other', output: 'z' }))
    const made = await desk(mini({ budgetAt: 2, tightBudgetAt: 2 }), 220_000, [
      request('Go.'),
      ...reads(count, output, tool),
      ...tail,
      answer('a'),
      fill(Math.floor(200_000 * share)),
    ])
    return (await results(made)).slice(0, count)
  }
  row('2F10', async () => {
    expect(await snipped(0.5, 2, (at) => `version ${at} ${'x'.repeat(300)}`)).not.toContain(SNIPPED)
    expect(await snipped(0.65, 2, (at) => `version ${at} ${'x'.repeat(300)}`)).toContain(SNIPPED)
  })
  row('2F11', async () => expect((await snipped(0.65, 2, (at) => `version ${at} ${'x'.repeat(300)}`))[0]).toBe(SNIPPED))
  row('2F12', async () => {
    const same = 'the same '.repeat(200)
    expect(await snipped(0.65, 3, () => same)).toEqual([SNIPPED, SNIPPED, same])
  })
  row('2F13', async () => {
    const found = await snipped(0.65, 6, (at) => `match ${at} ${'x'.repeat(300)}`, 'grep_search')
    expect(found.filter((text) => text === SNIPPED)).toHaveLength(3)
  })
  const afterReads = (count: number) =>
    desk(mini(), 220_000, [
      fill(140_000),
      ...reads(count, (at) => `v${at} ${'x'.repeat(300)}`),
      answer('a'),
      request('b'),
    ])
  row('2F14', async () => {
    const made = await afterReads(3)
    expect(await results(made)).not.toContain(SNIPPED)
  })
  row('2F15', async () => {
    const made = await afterReads(6)
    const calls = (await made.shown())
      .flatMap((message) => message.blocks)
      .filter((block) => block.type === 'tool-call')
    expect(calls).toHaveLength(6)
    expect(await results(made)).toContain(SNIPPED)
  })
  row('2F16', async () => {
    const made = await desk(mini(), 220_000, [
      fill(140_000),
      ...reads(6, (at) => `v${at} ${'x'.repeat(300)}`, 'web_fetch'),
      answer('a'),
      request('b'),
    ])
    expect(await results(made)).not.toContain(SNIPPED)
  })
  const idle = async (minutes: number, changes: Parameters<typeof mini>[0] = {}, use = 120_000) => {
    const made = await desk(
      mini({ snipAt: 2, ...changes }),
      220_000,
      [fill(use), ...reads(6, (at) => `v${at} ${'x'.repeat(300)}`, 'web_fetch'), answer('a'), request('b')],
      minutes * 60_000,
    )
    return (await results(made)).filter((text) => text === '[Old result cleared]').length
  }
  row('2F17', async () => {
    // Deliberate: a break alone is no reason to forget; `microcompactAt: 0` is the document's way.
    expect(await idle(6, {}, 2_000)).toBe(0)
    expect(await idle(6, { microcompactAt: 0 }, 2_000)).toBe(3)
  })
  row('2F18', async () => expect([await idle(4.9), await idle(5.1)]).toEqual([0, 3]))
  row('2F30', async () => {
    // Half of the window is full: tier 1 cuts what is long; at two thirds tier 2 leaves out what was read again.
    const { session, send } = await open(
      mini(),
      [
        request('Go.'),
        ...step({ tool: 'x', output: 'y'.repeat(30_500) }),
        ...reads(2, (at) => `v${at} ${'x'.repeat(300)}`),
        ...[1, 2, 3].flatMap(() => step({ tool: 'other', output: 'z' })),
        answer('a'),
        fill(95_000),
      ],
      { window: 220_000 },
    )
    const sent = async () => JSON.stringify((await send()).request.messages)
    const half = await sent()
    expect([half.includes('budgeted:'), half.includes(SNIPPED)]).toEqual([true, false])
    for (const message of [answer('b'), fill(30_000)]) await session.append(message)
    expect(await sent()).toContain(SNIPPED)
  })
})

describe('tier 4', () => {
  row('2F19', async () => {
    const due = async (used: number) => (await (await open(mini(), [...talk(6), fill(used - 2_400)])).send()).plan?.tide
    expect([await due(152_000), await due(153_800)]).toEqual(['none', 'pressure'])
  })
  row('2F20', async () => {
    const at = async (input: number) => {
      const { session, send } = await open(mini(), talk(7, 2_000))
      await send()
      await session.record(plain, { message: answer('ok'), billed: { input, cacheRead: 0, cacheWrite: 0, output: 1 } })
      await session.append(request('Next.'))
      return (await send()).plan?.tide
    }
    expect([await at(152_999), await at(153_001)]).toEqual(['none', 'pressure'])
    // The tiers before it go by the bill, too: 30,500 characters are cut at a bill of half the window, whatever we count.
    const shown = async (input: number) => {
      const { session, send } = await open(mini(), [
        request('Go.'),
        ...step({ tool: 'x', output: 'y'.repeat(30_500) }),
        answer('a'),
        ...talk(6, 10),
      ])
      await send()
      await session.record(plain, { message: answer('ok'), billed: { input, cacheRead: 0, cacheWrite: 0, output: 1 } })
      await session.append(request('Next.'))
      return JSON.stringify((await send()).request.messages).includes('budgeted:')
    }
    expect([await shown(89_000), await shown(91_000)]).toEqual([false, true])
  })
  row('2F21', async () => {
    const { send } = await open(mini(), [...talk(5), fill(152_000), ...step({ tool: 'x', output: tokens(2_000) })])
    expect((await send()).plan?.tide).toBe('none')
  })
  row('2F22', async () => {
    const { session } = await open(mini(), talk(3, 2_000))
    expect((await session.compact()).changes).toEqual([])
    const four = await open(mini(), talk(4, 2_000))
    expect((await four.session.compact()).changes).not.toEqual([])
  })
  const compacted = async () => {
    const asks: { system?: string; prompt: string; maxTokens?: number }[] = []
    const made = await open(
      mini(),
      [request('Build the login in src/auth.ts.'), ...talk(8).slice(1), request('And now?')],
      {
        summarize: (ask) => {
          asks.push(ask)
          return Promise.resolve(PARAGRAPH)
        },
      },
    )
    await made.session.compact()
    return { ...made, asks, sent: (await made.send()).request.messages }
  }
  row('2F23', async () => expect((await compacted()).asks[0]?.maxTokens).toBe(2_048))
  row('2F24', async () => {
    const { asks } = await compacted()
    expect(asks[0]?.system).toBe('You are a conversation summarizer. Be concise but preserve important details.')
    expect(asks[0]?.prompt).toContain(
      'Summarize the conversation so far in a concise paragraph, preserving key decisions, file paths, and context needed to continue the work.',
    )
  })
  row('2F25', async () => {
    const { sent } = await compacted()
    expect(sent.slice(0, 2)).toEqual([
      { role: 'user', blocks: [{ type: 'text', text: `[Previous conversation summary]\n${PARAGRAPH}` }] },
      {
        role: 'assistant',
        blocks: [
          {
            type: 'text',
            text: 'Understood. I have the context from our previous conversation. How can I continue helping?',
          },
        ],
      },
    ])
  })
  row('2F32', async () => {
    const { session, send } = await open(mini(), [request('Build the login in src/auth.ts.'), ...talk(8).slice(1)], {
      summarize: () => Promise.resolve(''),
    })
    await session.compact()
    const [summary] = (await send()).request.messages
    expect(JSON.stringify(summary)).toMatch(
      /"\[Previous conversation summary\]\\nNo summary available\.\\n\\n[^]*Build the login in src\/auth\.ts/,
    )
  })
  row('2F26', async () => {
    const { sent } = await compacted()
    expect(sent).toHaveLength(3)
    expect(sent[2]).toMatchObject({ role: 'user', blocks: [{ text: 'And now?' }] })
  })
  row('2F27', async () => {
    const { session } = await open(mini(), [{ role: 'system', blocks: [{ type: 'text', text: 'Rules.' }] }, ...talk(9)])
    await session.compact()
    const { request: sent } = await session.render(openaiChat, { model: 'gpt-4o', messages: [] })
    expect(sent.messages[0]).toEqual({ role: 'system', content: 'Rules.' })
    expect(JSON.stringify(sent.messages[1])).toContain('[Previous conversation summary]')
  })
  row('2F29', async () => {
    const { session, send } = await open(mini(), [request('Go.')])
    await send()
    await session.record(plain, {
      message: answer('ok'),
      billed: { input: 120, cacheRead: 0, cacheWrite: 0, output: 7 },
    })
    expect(session.view.usages.at(-1)).toMatchObject({ input: 120, output: 7 })
  })
  row('2F31', async () => {
    expect([modelWindow('gpt-4o'), modelWindow('claude-opus-4-5'), modelWindow(undefined)]).toEqual([
      128_000, 200_000, 200_000,
    ])
    const { session } = await open(mini(), talk(4))
    const { plan } = await session.render(plain, { messages: [], model: 'gpt-4o' })
    expect(plan?.budget.window).toBe(128_000)
    expect(claudeCode().options.windows).toBeUndefined()
  })
})
