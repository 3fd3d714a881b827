import { expect, test } from 'vitest'
import { isNight, size } from '../../../daypack-testing/test/size.ts'
import { grow, grown, type Look } from './grow.ts'
import { smallTurns } from './small.ts'

const TURNS = size(200, 4_000)

test(
  'F-73: one process, many turns: heap, files and disk do not grow with all it ever saw',
  { timeout: 900_000 },
  async () => {
    const { looks } = await grow(TURNS, { lookEvery: TURNS / 10 })
    const found = grown(looks[4] as Look, looks.at(-1) as Look)
    // The heap settles after some thousand turns, and only what has been cold for long is packed.
    expect(isNight() ? found : found.filter((each) => !/^(?:heap|disk)/.test(each))).toEqual([])
  },
)

test(
  'G-88: turns of half a kilobyte take at most three times that on disk, and the heap stays as it was but for what names a message',
  { timeout: 1_800_000 },
  async () => {
    const turns = size(400, 5_000)
    const { looks, heapRatio, heapAMessage } = await smallTurns(turns, 20)
    expect(looks.filter((times) => times > 3)).toEqual([])
    expect(heapRatio).toBeLessThan(1.25)
    // In a short run what is loaded and compiled once weighs more than the messages.
    expect(turns < 5_000 ? 0 : heapAMessage).toBeLessThan(1_500)
  },
)
