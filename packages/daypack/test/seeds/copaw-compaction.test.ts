import { describe, expect } from 'vitest'
import { createDaypack } from '../../src/index.ts'
import type { Message } from '../../src/model/message.ts'
import { byBytes } from '../../src/tokens/count.ts'
import { checkContext, copaw, qwenpaw } from '../../src/presets/index.ts'
import { request, step } from '../../../daypack-testing/src/desk.ts'
import { plain } from '../engine/say.ts'
import { foldOf, lines, LOGIN, NOTE, open, row, SMALL, system, callsThatFail, noteWriter } from './support.ts'
import { long } from './copaw-support.ts'

describe('compaction', () => {
  row('2E10', async () => {
    const { driver, session, pack } = await open(copaw(), LOGIN)
    await session.compact()
    await pack.close()
    const again = await createDaypack({ driver, preset: copaw(), memory: false, retention: false })
    const { request: sent } = await (await again.session('one')).render(plain, { messages: [] })
    expect(JSON.stringify(sent)).toContain('## Key Decisions')
    await again.close()
  })
  row('2E11', async () => {
    for (const preset of [copaw(), qwenpaw()]) {
      const { session } = await open(preset, [system('rules '.repeat(6_500)), ...LOGIN])
      const { before, after } = await session.compact()
      expect(after.tokens).toBeLessThan(before.tokens)
    }
  })
  row('2E13', async () => {
    const { session } = await open(copaw(), LOGIN)
    const { changes } = await session.compact()
    expect(changes).toContainEqual(expect.objectContaining({ what: 'folded', messages: LOGIN.length - 3 }))
  })
  row('2E15', async () => {
    const { session } = await open(copaw(), [...LOGIN, ...long(3)], { summarize: () => Promise.resolve(NOTE) })
    await session.compact()
    for (const heading of ['Goal', 'Constraints & Preferences', 'Key Decisions', 'Next Steps', 'Critical Context'])
      expect(foldOf(session.view)).toMatch(new RegExp(`## ${heading}\\n- \\S`))
    expect(foldOf(session.view)).toContain('## Progress\n### Done\n- [x] login API')
  })
  row('2E16', async () => {
    const { session } = await open(copaw(), [...LOGIN, ...SMALL])
    await session.compact()
    const under = (heading: string) => foldOf(session.view).split(`## ${heading}`)[1]?.split(/^## /m)[0] ?? ''
    expect(under('Goal')).toContain('Build a user login system')
    expect(under('Constraints & Preferences')).toMatch(/no frameworks[^]*argon2/)
    expect(under('Key Decisions')).toContain('JWT over Sessions, because it is stateless')
    expect(under('Next Steps')).toContain('password reset')
    expect(under('Critical Context')).toContain('ECONNREFUSED')
  })
  row('2E17', async () => {
    const { session } = await open(copaw(), [...LOGIN, ...SMALL])
    await session.compact()
    const [sections = ''] = foldOf(session.view).split('# Where the folded dialog is')
    for (const exact of ['src/auth.ts', 'connectDatabase', 'ECONNREFUSED 127.0.0.1:5432'])
      expect(sections).toContain(exact)
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
    // A call as big as its result: somewhere in these windows the result alone would have fitted.
    const work = Array.from({ length: 60 }, (_, at) =>
      step({ tool: `t${at}`, input: { text: lines(60) }, output: lines(60) }),
    ).flat()
    for (const window of [14_000, 14_500, 15_000, 15_500, 16_000]) await paired(work, window)
  })
  const paired = async (work: readonly Message[], window: number): Promise<void> => {
    const { send } = await open(qwenpaw(), [request('Go.'), ...work], { window })
    const { request: sent, plan, healed } = await send()
    // A fold that parts a pair is refused, and an emergency fold takes its place.
    const folded = plan?.entries.flatMap((entry) => (entry.kind === 'edits' ? [entry.by] : []))
    expect(folded).toEqual(['compact'])
    const blocks = sent.messages.flatMap((message) => message.blocks)
    const calls = blocks.flatMap((block) => (block.type === 'tool-call' ? [block.callId] : []))
    const results = blocks.flatMap((block) => (block.type === 'tool-result' ? [block.callId] : []))
    expect(results).toEqual(calls)
    // Nothing had to be mended either: behind the summary comes a call, not a result without one.
    expect(sent.messages[1]?.role).not.toBe('tool')
    expect(healed).toEqual([])
  }
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
  row('1H5', () => {
    const talk = [...long(5), ...step({ tool: 'x', output: 'y'.repeat(400) }), request('And now?')]
    const all = checkContext(talk, { threshold: 100_000, reserve: 1_000 })
    expect([all.messagesToCompact, all.messagesToKeep, all.isValid]).toEqual([[], talk, true])
    const { total, messagesToCompact, messagesToKeep, isValid } = checkContext(talk, { threshold: 2_000, reserve: 700 })
    // 700 tokens hold the question, the pair of call and result, and the last request with its answer (506).
    expect([total > 2_000, messagesToCompact.length, messagesToKeep.length, isValid]).toEqual([true, 8, 5, true])
    expect(checkContext(talk, { threshold: 0, reserve: 20 }).messagesToKeep).toEqual([request('And now?')])
    for (let reserve = 20; reserve < 1_000; reserve += 20)
      expect(checkContext(talk, { threshold: 0, reserve }).messagesToKeep[0]?.role).not.toBe('tool')
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
    expect(calls).toBe(3)
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
      summarize: (ask) => {
        asks.push(ask)
        return Promise.resolve(NOTE)
      },
      tuning: { language: 'zh' },
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
