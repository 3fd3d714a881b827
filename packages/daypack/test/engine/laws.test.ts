import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DaypackOptions } from '../../src/config.ts'
import { anthropic, type AnthropicRequest } from '../../src/codecs/anthropic/index.ts'
import { isStored, toolCalls, toolResults, type Message } from '../../src/model/message.ts'
import { isDaypackError } from '../../src/model/errors.ts'
import type { Pass } from '../../src/passes/pass.ts'
import { arbHistory, type History } from '../../../daypack-testing/src/arbitraries.ts'
import { extend, project } from '../../src/view/project.ts'
import { ratios } from '../../src/plan/policy.ts'
import { requestSeq } from '../../src/view/read.ts'
import type { View } from '../../src/view/view.ts'
import { arbSeed, chaosPass } from './chaos.ts'
import { world, type World } from './world.ts'

const arb = arbHistory({ maxTurns: 3, maxRounds: 3, maxText: 900, reasoning: true })
const policy = ratios({ high: 0.5, low: 0.2, hard: 0.6 })

/** Send the history turn by turn, as a caller that resends everything would. */
async function replay(
  history: History,
  passes: readonly Pass[],
  each?: (sent: Sent) => Promise<void> | void,
  options: Partial<DaypackOptions> = {},
): Promise<World> {
  const made = await world({ ...options, tuning: { passes, policy, ...options.tuning } })
  let earlier: AnthropicRequest | undefined
  for (let end = 1; end <= history.messages.length; end++) {
    if (!isAsked(history.messages, end)) continue
    const request = requestOf(history, end)
    const before = made.session.view
    const prepared = await made.session.prepare(anthropic, request)
    expect(prepared.problem).toBeUndefined()
    expect(prepared.violations?.filter((violation) => violation.level === 'error')).toEqual([])
    expect(prepared.healed).toEqual([])
    await each?.({
      request,
      sent: prepared.request,
      earlier,
      before,
      after: made.session.view,
      tide: prepared.plan?.tide ?? 'none',
    })
    earlier = prepared.request
    made.clock.now += 20_000
  }
  return made
}
type Sent = {
  request: AnthropicRequest
  sent: AnthropicRequest
  earlier: AnthropicRequest | undefined
  before: View
  after: View
  tide: string
}

/** A caller asks when the model is to speak: behind a request, or behind results. */
function isAsked(messages: readonly Message[], end: number): boolean {
  return messages[end - 1]?.role !== 'assistant' && (end === messages.length || messages[end]?.role === 'assistant')
}

function requestOf(history: History, end: number): AnthropicRequest {
  const like: AnthropicRequest = { model: 'claude-x', max_tokens: 400, tools: [{ name: 'search' }], messages: [] }
  return anthropic.encode(
    { messages: history.messages.slice(0, end), ...(history.system && { system: history.system }) },
    like,
  )
}

function bytes(messages: readonly unknown[]): string[] {
  return messages.map((message) => JSON.stringify(message))
}

describe('the laws, over generated sessions and passes that propose anything', () => {
  test('replay: the log alone gives the view, also after JSON, also step by step', async () => {
    await fc.assert(
      fc.asyncProperty(arb, arbSeed, async (history, seed) => {
        const { session, entries } = await replay(history, [chaosPass(seed, { fresh: true }), chaosPass(seed + 1)])
        const all = await entries()
        const view = project(JSON.parse(JSON.stringify(all)))
        expect(view).toEqual(session.view)
        const half = all.length >> 1
        expect(extend(project(all.slice(0, half)), all.slice(half))).toEqual(view)
      }),
    )
  })

  test('identity: with no edits the request goes out as it came', async () => {
    await fc.assert(
      fc.asyncProperty(arb, async (history) => {
        await replay(history, [], ({ request, sent }) => expect(sent).toEqual(request), { window: 10_000_000 })
      }),
    )
  })

  test('shrink: committing a plan never makes the view larger', async () => {
    await fc.assert(
      fc.asyncProperty(arb, arbSeed, async (history, seed) => {
        const made = await replay(history, [chaosPass(seed, { fresh: true }), chaosPass(seed + 1)])
        for (const batch of made.session.view.batches) {
          const all = await made.entries()
          const before = project(all.filter((entry) => entry.seq < batch.seq))
          const after = project(all.filter((entry) => entry.seq <= batch.seq))
          expect(after.size.tokens).toBeLessThanOrEqual(before.size.tokens)
          if (after.size.tokens === before.size.tokens) expect(after.size.bytes).toBeLessThanOrEqual(before.size.bytes)
        }
      }),
    )
  })

  test('settle: planning again in the same circumstances changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(arb, arbSeed, async (history, seed) => {
        const { session } = await replay(history, [chaosPass(seed, { fresh: true }), chaosPass(seed + 1)])
        const request = requestOf(
          history,
          history.messages.findLastIndex((_, at) => isAsked(history.messages, at + 1)) + 1,
        )
        const first = await session.prepare(anthropic, request)
        const head = session.view.head
        const again = await session.prepare(anthropic, request)
        expect(again.plan?.entries).toEqual([])
        expect(session.view.head).toBe(head)
        expect(again.request).toEqual(first.request)
      }),
    )
  })

  test('undo: with every batch reverted the view is what it was', async () => {
    await fc.assert(
      fc.asyncProperty(arb, arbSeed, async (history, seed) => {
        const { session, entries } = await replay(history, [chaosPass(seed, { fresh: true }), chaosPass(seed + 1)])
        for (const batch of session.view.batches) if (batch.by !== 'undo') await session.undo({ seq: batch.seq })
        const untouched = project((await entries()).filter((entry) => entry.kind === 'message'))
        const reasonless = (view: View) =>
          view.items.map(
            (item) => item.kind === 'message' && item.blocks.filter((block) => block.block.type !== 'opaque'),
          )
        expect(reasonless(session.view)).toEqual(reasonless(untouched))
      }),
    )
  })

  test('pairing: each shown call has its result, the latest request stays, system and pins are untouched', async () => {
    await fc.assert(
      fc.asyncProperty(arb, arbSeed, fc.nat(), async (history, seed, pin) => {
        const made = await world({
          tuning: { passes: [chaosPass(seed, { fresh: true }), chaosPass(seed + 1)], policy, strict: true },
        })
        await made.session.prepare(anthropic, requestOf(history, 1))
        const shown = made.session.view.items.filter((item) => item.kind === 'message')
        const pinned = shown[pin % shown.length]?.seq ?? 0
        if (pinned > 0) await made.session.pin(pinned)
        for (let end = 2; end <= history.messages.length; end++) {
          if (!isAsked(history.messages, end)) continue
          const request = requestOf(history, end)
          const prepared = await made.session.prepare(anthropic, request).catch(isUnfit)
          if (!prepared) {
            const held = made.session.view.slots.filter(
              (slot) => slot.seq === pinned || slot.seq === requestSeq(made.session.view),
            )
            const tokens = held.flatMap((slot) => slot.sizes).reduce((sum, size) => sum + size.tokens, 0)
            expect(tokens).toBeGreaterThan(2_000)
            return
          }
          const { request: sent } = prepared
          expect(sent.system).toEqual(request.system)
          const messages = anthropic.decode(sent).messages
          expect(orphans(messages)).toEqual([])
          expect(
            pinned === 0 ||
              made.session.view.items.some(
                (item) => item.kind === 'message' && item.seq === pinned && item.blocks.every((block) => !block.crop),
              ),
          ).toBe(true)
          expect(JSON.stringify(sent.messages)).toContain(
            JSON.stringify(latestText(history.messages.slice(0, end))).slice(1, -1),
          )
        }
      }),
    )
  })

  test('prefix and calm: without an epoch, what was sent is sent again byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(arb, arbSeed, async (history, seed) => {
        await replay(
          history,
          [chaosPass(seed, { fresh: true }), chaosPass(seed + 1)],
          ({ sent, earlier, before, after }) => {
            const moved = after.batches.slice(before.batches.length).some((batch) => batch.epoch !== undefined)
            if (!earlier || moved) return
            expect(bytes(sent.messages).slice(0, earlier.messages.length)).toEqual(bytes(earlier.messages))
          },
        )
      }),
    )
  })

  test('an epoch comes at most once per request and never twice in a row unless nothing else fits', async () => {
    await fc.assert(
      fc.asyncProperty(arb, arbSeed, async (history, seed) => {
        let last = false
        await replay(
          history,
          [chaosPass(seed), chaosPass(seed + 1)],
          ({ before, after, tide }) => {
            const epochs = new Set(
              after.batches
                .slice(before.batches.length)
                .flatMap((batch) => (batch.epoch === undefined ? [] : [batch.epoch])),
            )
            expect(epochs.size).toBeLessThanOrEqual(1)
            const isEpoch = tide !== 'none' && epochs.size > 0
            expect(isEpoch && last).toBe(false)
            last = isEpoch
          },
          { window: 1_000_000, tuning: { policy: ratios({ high: 0.0005, low: 0.0001, hard: 0.0005 }) } },
        )
      }),
    )
  })

  test('recall: whatever is cropped or folded can be read back exactly', async () => {
    await fc.assert(
      fc.asyncProperty(arb, arbSeed, async (history, seed) => {
        const { session } = await replay(history, [chaosPass(seed, { fresh: true }), chaosPass(seed + 1)])
        expect(session.view.slots.length).toBeGreaterThanOrEqual(history.messages.length - 1)
        for (const [index, slot] of session.view.slots.entries()) {
          for (const [at, block] of slot.message.blocks.entries()) {
            const original = history.messages[index]?.blocks[at]
            if (block.type === 'tool-result' && original?.type === 'tool-result' && !isStored(original.content)) {
              expect(await session.readBack(block.content)).toBe(original.content.text)
            } else if (block.type === 'text') expect(block).toMatchObject({ text: (original as { text: string }).text })
          }
        }
      }),
    )
  })

  test('eager timing runs the same passes and keeps pairing and the latest request', async () => {
    await fc.assert(
      fc.asyncProperty(arb, arbSeed, async (history, seed) => {
        await replay(
          history,
          [chaosPass(seed), chaosPass(seed + 1, { costly: true })],
          ({ sent }) => {
            expect(orphans(anthropic.decode(sent).messages)).toEqual([])
          },
          { tuning: { timing: 'eager' } },
        )
      }),
    )
  })
})

/** Pins and a request that fill most of a small window may leave no room: then the error says so. */
function isUnfit(error: unknown): undefined {
  if (!isDaypackError(error, 'unfit')) throw error
  return undefined
}

function orphans(messages: readonly Message[]): string[] {
  const calls = new Set(messages.flatMap((message) => toolCalls(message).map((call) => call.callId)))
  const results = new Set(messages.flatMap((message) => toolResults(message).map((result) => result.callId)))
  return [...calls].filter((id) => !results.has(id)).concat([...results].filter((id) => !calls.has(id)))
}

function latestText(messages: readonly Message[]): string {
  const request = messages.findLast((message) => message.role === 'user')
  const [block] = request?.blocks ?? []
  return block?.type === 'text' ? block.text : ''
}
