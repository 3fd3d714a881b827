import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../model/message.ts'
import { openDesk, request, answer, step } from '../../../../daypack-testing/src/desk.ts'
import { gather } from './evidence.ts'
import { evidenceOf } from './history.ts'

const turn = (at: number): Message[] => [
  request(`Change module ${at}.`),
  ...step({
    tool: 'Edit',
    input: { file_path: `/m${at % 3}.ts`, old_string: 'a', new_string: `b${at}` },
    output: 'ok',
  }),
  answer(`Done ${at}.`),
]
const nothing = (): Promise<undefined> => Promise.resolve(undefined)

describe('the memo of what was gathered', () => {
  it('answers what gathering anew would, however the history grew, was cut or went another way', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(30), fc.nat(3)), { minLength: 1, maxLength: 8 }), async (ways) => {
        const desk = openDesk({ window: 1_000_000 })
        await desk.say(...Array.from({ length: 30 }, (_, at) => turn(at)).flat())
        const { slots } = desk.view
        for (const [cut, other] of ways) {
          // Up to `cut` it is the same history; behind it perhaps another one.
          const tail = other === 0 ? [] : slots.slice(cut + other)
          const list = [...slots.slice(0, cut + 1), ...tail].map((slot, at) => ({ ...slot, seq: at + 1 }))
          const found = await evidenceOf(list, nothing)
          expect(found).toEqual(gather(list.map((slot) => slot.message)))
        }
      }),
      { numRuns: 30 },
    )
  })

  it('looks at new messages alone', async () => {
    const desk = openDesk({ window: 1_000_000, inlineMaxBytes: 10 })
    let reads = 0
    const read = (): Promise<string> => {
      reads++
      return Promise.resolve('text')
    }
    await desk.say(...Array.from({ length: 5 }, () => step({ tool: 'Bash', input: {}, output: 'x'.repeat(40) })).flat())
    await evidenceOf(desk.view.slots, read)
    await desk.say(...step({ tool: 'Bash', input: {}, output: 'y'.repeat(40) }))
    await evidenceOf(desk.view.slots, read)
    expect(reads).toBe(6)
  })
})
