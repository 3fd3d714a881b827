import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../src/model/message.ts'
import { PRESET_NAMES, presetOf } from '../../src/presets/index.ts'
import { runs } from '../../../daypack-testing/src/arbitraries.ts'
import { size } from '../../../daypack-testing/test/size.ts'
import { byBytes } from '../../src/tokens/count.ts'
import { assistant, calls, plain, results, system, user } from '../engine/say.ts'
import { world } from '../engine/world.ts'

const { count } = byBytes(2)
/** Token-dense, as hashes and numbers are. */
const dense = (seed: number, bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 9) }, (_, at) =>
    ((seed * 7919 + at * 104_729) % 99_999_999).toString(16),
  ).join(' ')

const arbTurn = fc.record({ asks: fc.nat(600), results: fc.array(fc.nat(9_000), { maxLength: 4 }), says: fc.nat(900) })
const turnOf = (turn: { asks: number; results: number[]; says: number }, at: number): Message[] => [
  user(`request ${at} ${dense(at, turn.asks)}`),
  ...turn.results.flatMap((bytes, n) => [calls(`c${at}-${n}`), results({ [`c${at}-${n}`]: dense(at + n, bytes) })]),
  assistant(`answer ${at} ${dense(at, turn.says)}`),
]

describe.each(PRESET_NAMES)('%s', (preset) => {
  test('F-63: from 4,000 tokens up something that fits is sent while system and latest request fit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(4_000, 6_000, 8_000, 10_000, 16_000),
        fc.array(arbTurn, { minLength: 3, maxLength: 14 }),
        async (window, turns) => {
          const maxOutput = Math.floor(window / 8)
          const { passes } = presetOf(preset).options
          const { session } = await world({
            preset,
            window,
            tuning: { passes, maxOutput, counter: byBytes(2), inlineMaxBytes: 8_192 },
          })
          const history: Message[] = []
          for (const [at, turn] of turns.entries()) {
            for (const message of turnOf(turn, at)) {
              history.push(message)
              if (message.role === 'assistant') continue
              const { request } = await session.prepare(plain, { messages: history, system: system('You help.') })
              const sent = request.messages.reduce((sum, each) => sum + count(JSON.stringify(each.blocks)), 0)
              expect(sent).toBeLessThan(window * 1.35)
            }
          }
        },
      ),
      { numRuns: Math.min(runs(), size(15, 100)) },
    )
  })
})
