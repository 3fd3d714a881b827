import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import type { Message } from 'daypack'
import { isCommand } from '../../src/chat/slash/index.ts'
import { isDue, MARK } from '../../src/chat/slash/proactive.ts'
import { compactReply, epochLine } from '../../src/chat/slash/reply.ts'
import type { Config } from '../../src/config/schema.ts'
import { LOGIN } from '../../../daypack/test/seeds/login.ts'
import { runTurn } from '../../src/chat/turn.ts'
import { row, saying, TALK, chatOn, answering } from './chat-support.ts'

describe('/compact', () => {
  const compacted = async (config: Config, messages: readonly Message[] = TALK) => {
    const { type, close } = await chatOn(config, messages)
    const said = await type('/compact')
    await close()
    return said
  }
  row('1F1', async () => expect(await compacted({ preset: 'copaw' })).toContain('Messages compacted'))
  row('1F2', async () => {
    for (const preset of ['copaw', 'qwenpaw'] as const)
      expect(await compacted({ preset })).toContain('**Compact Complete!**')
  })
  row('1F3', async () => expect((await compacted({ preset: 'qwenpaw' })).split('\n')[0]).toBe('**Compact Complete!**'))
  row('1F4', async () => {
    const { chat, type, close } = await chatOn({ preset: 'copaw' }, TALK)
    const first = Number(/- Messages compacted: (\d+)/.exec(await type('/compact'))?.[1])
    for (const message of TALK) await chat.session.append(message)
    const second = Number(/- Messages compacted: (\d+)/.exec(await type('/compact'))?.[1])
    await close()
    // Three stay, and the request before them with its answer (1H3).
    expect(first).toBe(8)
    expect(second).toBe(12)
  })
  row('1F5', async () => expect(await compacted({ preset: 'qwenpaw' })).toMatch(/\*\*Compressed Summary:\*\*\n\S/))
  row('1F6', async () => {
    const said = await compacted({ preset: 'copaw', memory: { enabled: true } })
    expect(said).toContain('\n- Summary task started in background')
    expect(await compacted({ preset: 'copaw' })).not.toContain('Summary task')
  })
  row('1F7', async () => expect(await compacted({ preset: 'qwenpaw' })).toMatch(/\d+ → \d+ \(\d+ % less\)/))
  row('1F10', async () => {
    const { chat, type, close } = await chatOn({ preset: 'qwenpaw' }, [...LOGIN, ...TALK])
    const kept = await type('/compact keep requirements and decisions only')
    expect(kept).toMatch(/# Kept because the user asked for it ·\w+\n(?:- .*\n)*- \[\d+\] .*JWT over Sessions/)
    for (const message of TALK) await chat.session.append(message)
    expect(await type('/compact zebras')).toContain('The instruction needs a model')
    await close()
  })
  row('1F11', async () => expect(await compacted({ preset: 'qwenpaw' }, [])).toContain('nothing to compact'))
  row('1F13', async () => {
    const { chat, type, close } = await chatOn({ preset: 'copaw' }, TALK)
    const { days } = chat.pack.driver
    if (days) days.append = () => Promise.reject(new Error('disk full'))
    const before = chat.session.view.items.length
    await type('/compact').catch(() => '')
    expect(chat.session.view.items).toHaveLength(before)
    await close()
  })
  row('2E12', async () => {
    const said = await compacted({ preset: 'copaw', memory: { enabled: true } })
    expect(said).toMatch(
      /^\*\*Compact Complete!\*\*\n\n- Messages compacted: 8\n\*\*Compressed Summary:\*\*\n[^]+\n- Summary task started in background$/,
    )
    const done = {
      messages: 12,
      before: 10,
      after: 5,
      cropped: 0,
      isRemembered: true,
      summary: '<compacted summary content>',
      isIgnored: false,
    }
    expect(compactReply('copaw', done).join('\n')).toBe(
      '**Compact Complete!**\n\n- Messages compacted: 12\n**Compressed Summary:**\n<compacted summary content>\n- Summary task started in background',
    )
  })
  row('1B6', async () => {
    const { chat, close } = await chatOn({ preset: 'qwenpaw', window: 2_000 }, [])
    const plans: string[] = []
    chat.session.on('epoch', (plan) => void plans.push(epochLine(chat, plan)))
    for (const message of [...TALK, ...TALK, ...TALK]) await chat.session.append(message)
    await chat.session.compact()
    await close()
    expect(plans[0]).toMatch(/\d+\/2000 tokens \(\d+\.\d %\), 36 msgs -> compact\(\d+\) \+ keep\(\d+\)/)
  })
  row('2F28', async () => {
    const { chat, close } = await chatOn({ preset: 'miniClaude' }, TALK)
    const plans: string[] = []
    chat.session.on('epoch', (plan) => void plans.push(epochLine(chat, plan)))
    await chat.session.compact()
    await close()
    expect(plans[0]).toContain('Context window filling up, compacting conversation...')
    expect(plans[0]).toContain('Conversation compacted.')
  })
})

describe('commands', () => {
  row('1J1', async () => {
    const { chat, type, flushes, close } = await chatOn({ preset: 'qwenpaw', memory: { enabled: true } }, TALK)
    const old = chat.session.id
    await type('/new')
    expect(chat.session.id).not.toBe(old)
    expect(chat.session.view.slots).toEqual([])
    expect(flushes()).toBe(1)
    expect(await chat.pack.driver.days?.days()).toHaveLength(1)
    await close()
  })
  row('1J2', async () => {
    const { chat, type, flushes, close } = await chatOn({ preset: 'qwenpaw', memory: { enabled: true } }, TALK)
    await type('/clear')
    expect([flushes(), chat.session.view.slots.length]).toEqual([0, 0])
    expect(await chat.pack.driver.days?.days()).toHaveLength(1)
    await close()
  })
  row('1J3', async () => {
    const { type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    const said = await type('/history')
    await close()
    expect(said).toMatch(/12 messages, \d+ tokens in view, \d+\.\d % of 131072; summaries 0 tokens\./)
    expect(said).toMatch(/1\. user, \d+ tokens, 1 blocks?: Step 0/)
  })
  row('1J4', async () => {
    const { type, close } = await chatOn({ preset: 'qwenpaw', chat: { historyMaxChars: 400 } }, TALK)
    const said = await type('/history')
    await close()
    expect(said).toContain('characters left out')
    expect(said.length).toBeLessThan(700)
  })
  row('1J5', async () => {
    const { type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    expect(await type('/message 1')).toContain('Step 0')
    expect(await type('/message 99')).toContain('There is no message 99')
    expect(await type('/message x')).toContain('takes a number')
    await close()
  })
  row('1J6', async () => {
    const { type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    expect(await type('/compact_str')).toContain('There is no summary')
    await type('/compact')
    expect(await type('/compact_str')).toContain('## Goal')
    await close()
  })
  row('1J7', async () => {
    const { chat, type, close } = await chatOn({ preset: 'qwenpaw', memory: { enabled: true } }, TALK)
    expect(await type('/summarize_status')).toContain('No memory task has run')
    await chat.session.append(saying('user', 'I prefer tabs over spaces in every file.'))
    await type('/new')
    await chat.pack.memory.drain()
    chat.onMemory({ type: 'failed', what: 'flush', why: 'the disk is full' })
    const said = await type('/summarize_status')
    expect(said).toMatch(/^Task 1, ended at \d\d:\d\d:\d\d: completed\.\n {2}memory\/\d{4}-\d\d-\d\d\.md: \S/)
    expect(said).toMatch(/\nTask 2, .*: failed\.\n {2}flush: the disk is full/)
    expect(said).not.toMatch(/[{}]/)
    await close()
  })
  row('2F33', async () => {
    const { chat, type, close } = await chatOn({ preset: 'miniClaude' })
    chat.model = { ...chat.model, model: answering('Yes.') }
    for (const said of ['Hello.', 'And now?', 'Well?']) await runTurn(chat, said, new AbortController().signal)
    // Nine tokens in and three out, three times.
    expect(await type('/cost')).toContain('Tokens so far:      27 in, 9 out')
    await close()
  })
  row('1J8', async () => {
    const { chat, type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    await type('/compact')
    const file = path.join(chat.cwd, 'dump.jsonl')
    Object.assign(chat, { env: { QWENPAW_DEBUG_HISTORY_FILE: file } })
    await type('/dump_history')
    await close()
    expect(JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '')).toMatchObject({
      role: 'user',
      metadata: { has_compressed_summary: 'true' },
    })
  })
  row('1J9', async () => {
    const { chat, type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    await type('/dump_history')
    await type('/load_history')
    expect(chat.session.view.slots).toHaveLength(12)
    const bad = path.join(chat.cwd, 'bad.jsonl')
    writeFileSync(bad, '{"role":"user","content":"a"}\nnot json\n')
    expect(await type(`/load_history ${bad}`)).toContain('Nothing was loaded or changed')
    expect(chat.session.view.slots).toHaveLength(12)
    await close()
  })
  row('1J10', async () => {
    const { chat, type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    await type('/compact')
    const text = await type('/compact_str')
    await type('/dump_history')
    await type('/load_history')
    expect(chat.session.view.items[0]?.kind).toBe('fold')
    expect(await type('/compact_str')).toContain(text.slice(text.indexOf('## Goal'), text.indexOf('# Where the')))
    await close()
  })
  row('1J11', async () => {
    const { chat, type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    expect(await type('/proactive 5')).toContain('after 5 minutes')
    const state = chat.proactive
    const last = chat.session.view.slots.at(-1)?.at ?? 0
    const at = (minutes: number) =>
      state !== undefined && isDue(state, chat.session.view, Math.max(last, state.since) + minutes * 60_000)
    expect([at(4), at(6)]).toEqual([false, true])
    await chat.session.append(saying('user', `${MARK} spoke up`))
    expect(at(60)).toBe(false)
    expect(await type('/proactive off')).toBe('Off.')
    await close()
  })
  row('1J12', async () => {
    const { type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    expect(await type('/plan')).toContain('There is no plan')
    await type('/plan write the test; make it pass')
    await type('/plan done 1')
    expect(await type('/plan')).toBe('Plan: 1 of 2 steps done.\n1. [x] write the test\n2. [ ] make it pass')
    await close()
  })
  row('1J13', async () => {
    expect([isCommand('//new'), isCommand('/compact\nfoo'), isCommand('/usr/lib')]).toEqual([true, false, false])
    const { type, close } = await chatOn({ preset: 'qwenpaw' }, TALK)
    expect(await type('/NEW')).toContain('There is no /NEW')
    await close()
  })
})
