import { describe, expect, it } from 'vitest'
import { byBytes, type Message } from 'daypack'
import type { Transcript } from '../transcripts/transcript.ts'
import { cacheMeter } from './meter.ts'
import { needsOf } from './needs.ts'
import { engine } from './engine.ts'
import { replay, type Strategy } from './replay.ts'
import { replaySession } from './session.ts'

const block = (id: number, tokens: number) => ({ id, tokens, thinking: false })

describe('cacheMeter', () => {
  it('reads the common prefix of any earlier request and writes the rest', () => {
    const meter = cacheMeter()
    expect(meter([block(1, 2_000), block(2, 100)], 0).cost).toBe(2_100 * 1.25)
    expect(meter([block(1, 2_000), block(3, 100)], 1_000).cost).toBe(2_000 * 0.1 + 100 * 1.25)
    expect(meter([block(1, 2_000), block(2, 100), block(4, 10)], 2_000).cached).toBe(2_100)
  })

  it('forgets five minutes after the last use, not after the first', () => {
    const meter = cacheMeter()
    meter([block(1, 2_000)], 0)
    expect(meter([block(1, 2_000)], 299_000).cached).toBe(2_000)
    expect(meter([block(1, 2_000)], 598_000).cached).toBe(2_000)
    expect(meter([block(1, 2_000)], 898_001).cached).toBe(0)
  })

  it('caches nothing below 1,024 tokens', () => {
    const meter = cacheMeter()
    meter([block(1, 1_000)], 0)
    expect(meter([block(1, 1_000)], 1).cached).toBe(0)
  })
})

const said = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] })
const called = (n: number, input: Record<string, string>): Message => ({
  role: 'assistant',
  blocks: [{ type: 'tool-call', callId: `toolu_${n}`, tool: 'edit', input }],
})
const answered = (n: number, text: string): Message => ({
  role: 'tool',
  blocks: [{ type: 'tool-result', callId: `toolu_${n}`, tool: 'edit', content: { text } }],
})

const thinking = (n: number): Message['blocks'][number] => ({
  type: 'opaque',
  purpose: 'reasoning',
  wire: { type: 'thinking', thinking: `thought ${n}`, signature: `signed ${n}` },
})

describe('needsOf', () => {
  it('counts names known before as needed, and as stale after 30 messages', () => {
    const messages = [
      said('look at src/old_name.ts'),
      ...Array.from({ length: 32 }, () => said('go on')),
      called(1, { path: 'src/old_name.ts', other: 'never_seen' }),
    ]
    expect(needsOf(messages).get(33)).toEqual({
      names: ['src/old_name.ts', 'old_name.ts', 'old_name'],
      stale: ['src/old_name.ts', 'old_name.ts', 'old_name'],
      lines: [],
      early: [],
    })
  })

  it('takes the lines an edit quotes, if they were shown before', () => {
    const messages = [
      said('const answer = 42\nother'),
      called(1, { path: 'a.ts', old_string: 'const answer = 42\nnot shown', new_string: '' }),
    ]
    expect(needsOf(messages).get(1)?.lines).toEqual(['const answer = 42'])
  })
})

describe('replay', () => {
  const messages: Message[] = [said('Fix src/first_file.ts, please.')]
  for (let n = 0; n < 60; n++)
    messages.push(
      called(n, { path: `src/file_${n}.ts`, old_string: `line ${n - 1} of the file`, new_string: 'x' }),
      answered(n, `line ${n} of the file\n`.repeat(300)),
    )
  messages.push(called(99, { path: 'src/first_file.ts', old_string: 'a', new_string: 'b' }))
  const transcript: Transcript = {
    format: 'claude-code-jsonl',
    messages,
    times: messages.map((_, n) => n * 1_000),
    usage: [],
    tools: ['edit'],
    compactions: [],
  }
  const session = replaySession(transcript, { name: 'made up', count: byBytes(4).count })

  it('costs exactly 1 and keeps everything when nothing is managed', async () => {
    const raw: Strategy = { name: 'raw', open: () => ({ step: ({ request }) => ({ request }) }) }
    const figures = await replay(session, raw, 1_000_000)
    expect(figures.cost).toBeCloseTo(figures.raw)
    expect([figures.namesHeld, figures.linesHeld, figures.breaks, figures.invalid, figures.latestLost]).toEqual([
      figures.names,
      figures.lines,
      0,
      0,
      0,
    ])
    expect(figures.stale).toBeGreaterThan(0)
  })

  it('sees what a strategy loses, breaks and moves', async () => {
    const last: Strategy = {
      name: 'last two',
      open: () => ({
        step: ({ request }) => ({
          request: { ...request, messages: (request['messages'] as readonly object[]).slice(-2) as never },
        }),
      }),
    }
    const figures = await replay(session, last, 100)
    expect(figures.staleHeld).toBe(0)
    expect(figures.latestLost).toBeGreaterThan(50)
    expect(figures.invalid).toBeGreaterThan(50)
    expect(figures.overflows).toBeGreaterThan(50)
    expect(figures.breaks).toBeGreaterThan(50)
  })

  it('counts a strategy that throws as a problem and continues with the request as it came', async () => {
    const broken: Strategy = {
      name: 'broken',
      open: () => ({
        step: () => {
          throw new Error('no')
        },
      }),
    }
    expect(await replay(session, broken, 1_000_000)).toMatchObject({
      problems: session.steps.length,
      namesHeld: session.steps.reduce((sum, step) => sum + step.needs.names.length, 0),
    })
  })

  it('runs a preset without overflows, invalid requests or lost requests', async () => {
    const figures = await replay(
      session,
      engine('daypack', () => ({ preset: 'daypack', tuning: { counter: byBytes(4) } })),
      32_000,
    )
    expect(figures).toMatchObject({ overflows: 0, invalid: 0, problems: 0, latestLost: 0, loopLost: 0 })
    expect(figures.breaks).toBeGreaterThan(0)
    expect(figures.cost).toBeLessThan(figures.raw)
  })

  it.each(['daypack', 'claudeCode'] as const)('%s moves no thinking, loses none of an open loop', async (preset) => {
    const reads: Message[] = [said('Look at the files.')]
    for (let n = 0; n < 60; n++)
      reads.push(
        {
          role: 'assistant',
          codec: 'anthropic',
          blocks: [
            thinking(n),
            { type: 'tool-call', callId: `toolu_${n}`, tool: 'Read', input: { file_path: `src/${n % 3}.ts` } },
          ],
        },
        {
          role: 'tool',
          blocks: [
            {
              type: 'tool-result',
              callId: `toolu_${n}`,
              tool: 'Read',
              content: { text: `line ${n} of the file\n`.repeat(300) },
            },
          ],
        },
      )
    reads.push(said('And now?'), { role: 'assistant', blocks: [{ type: 'text', text: 'Done.' }] })
    const thinks = replaySession(
      {
        ...transcript,
        model: 'claude-opus-4-5',
        messages: reads,
        times: reads.map((_, n) => n * 1_000),
        tools: ['Read'],
      },
      { name: 'made up, thinking', count: byBytes(4).count },
    )
    const figures = await replay(
      thinks,
      engine(preset, () => ({ preset, tuning: { counter: byBytes(4) } })),
      32_000,
    )
    expect(figures).toMatchObject({ moved: 0, loopLost: 0, overflows: 0, invalid: 0, problems: 0 })
    expect(figures.breaks).toBeGreaterThan(0)
  })
})
