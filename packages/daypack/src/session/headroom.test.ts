import { expect, test } from 'vitest'
import { openDesk } from '../../../daypack-testing/src/desk.ts'
import type { Settings } from '../config.ts'
import type { Block, Message } from '../model/message.ts'
import type { PlannerInput } from '../plan/plan.ts'
import { DEFAULT_PRICES, ratios } from '../plan/policy.ts'
import { hasRoomFor } from './headroom.ts'

const NO_LIMIT = { maxBytes: 1_000_000_000 }
const text = (length: number): Block => ({ type: 'text', text: 'x'.repeat(length) })
const result = (length: number, more = {}): Block => ({
  type: 'tool-result',
  callId: 'c',
  tool: 't',
  content: { text: 'x'.repeat(length) },
  ...more,
})
const stored = { content: { ref: 'a'.repeat(64), bytes: 9, lines: 1 } }
const picture = { type: 'media', mediaType: 'image/png', content: { text: 'x' } } as const

/** A short conversation with a mark far above it: `high` tokens in all, of which 0.8 count. */
async function calm(
  blocks: readonly Block[],
  changes: Partial<PlannerInput> & { merges?: boolean; unread?: boolean } = {},
) {
  const { merges = false, unread, ...rest } = changes
  const desk = openDesk({ inlineMaxBytes: Infinity })
  await desk.say({ role: 'user', blocks: [text(10)] })
  const input = {
    passes: [],
    timing: 'tide',
    policy: ratios({ high: 0.5, low: 0.2, hard: 0.9 }),
    limits: { window: 10_000, maxOutput: 0, extra: { tokens: 0, bytes: 0 }, prices: DEFAULT_PRICES, ...NO_LIMIT },
    conditions: { isCold: false, isSwitch: false, isForced: false },
    now: 0,
    ...rest,
  } as unknown as PlannerInput
  const fresh: Message[] = [{ role: 'user', blocks }]
  const settings = { merges, cacheTtlMs: 1 } as unknown as Settings
  return hasRoomFor(Buffer.byteLength(JSON.stringify(blocks)), unread ? undefined : fresh, desk.view, input, settings)
}

test('a little more, far below the mark, is calm; so much that it may reach the mark is not', async () => {
  expect(await calm([text(100)])).toBe(true)
  // Half of 10,000 is the mark, 0.8 of that are 4,000; a token has a byte at least.
  expect(await calm([text(3_900)])).toBe(true)
  expect(await calm([text(4_000)])).toBe(false)
  expect(await calm([result(3_900)])).toBe(true)
  expect(await calm([result(4_000)])).toBe(false)
  const call = (length: number): Block => ({
    type: 'tool-call',
    callId: 'c',
    tool: 't',
    input: { a: 'x'.repeat(length) },
  })
  expect([await calm([call(3_800)]), await calm([call(4_000)])]).toEqual([true, false])
})

test('nothing is calm where every turn is planned, asked for, cold, or merged on its way', async () => {
  const conditions = { isCold: false, isSwitch: false, isForced: false }
  expect(await calm([text(10)], { timing: 'eager' })).toBe(false)
  expect(await calm([text(10)], { merges: true })).toBe(false)
  expect(await calm([text(10)], { conditions: { ...conditions, isForced: true } })).toBe(false)
  expect(await calm([text(10)], { conditions: { ...conditions, isCold: true } })).toBe(false)
})

test('media, stored results and results with a picture are for the passes to see', async () => {
  expect(await calm([picture])).toBe(false)
  expect(await calm([result(1, stored)])).toBe(false)
  expect(await calm([result(1, { attachments: [picture] })])).toBe(false)
  expect(await calm([result(1, { attachments: [] })])).toBe(true)
})

test('a pass that looks at what is new is asked whether it would leave it, and one that cannot say is not calm', async () => {
  const pass = (more: object) => ({ passes: [{ name: 'p', propose: () => ({ why: '', edits: [] }), ...more }] })
  const leaves = (bytes: number) => bytes <= 50
  expect(await calm([result(50), text(100)], pass({ fresh: true, leaves }))).toBe(true)
  expect(await calm([result(51)], pass({ fresh: true, leaves }))).toBe(false)
  expect(await calm([text(10)], pass({ fresh: true }))).toBe(false)
  expect(await calm([text(10)], pass({}))).toBe(true)
  // Unread, all of it may be a result.
  expect(await calm([text(10)], { ...pass({ fresh: true, leaves }), unread: true })).toBe(true)
  expect(await calm([text(100)], { ...pass({ fresh: true, leaves }), unread: true })).toBe(false)
})

test('bytes have a mark of their own', async () => {
  const limits = {
    window: 1_000_000,
    maxOutput: 0,
    maxBytes: 1_000,
    extra: { tokens: 0, bytes: 0 },
    prices: DEFAULT_PRICES,
  }
  expect(await calm([text(10)], { limits })).toBe(true)
  expect(await calm([text(900)], { limits })).toBe(false)
})
