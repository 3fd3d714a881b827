import { expect, test } from 'vitest'
import { fuzz } from './doors.ts'
import { countAttack } from '../../../daypack-testing/test/attack.ts'

// A thousandth of what runs at night (T-43), on another seed each day.
test('G-82, G-83: hostile requests, streams, frames and packets neither crash nor hang the gateway', async () => {
  const seed = Math.floor(Date.now() / 86_400_000) * 1_000_000
  const count = 1_000
  const found = await fuzz({ seed, count })
  countAttack('hostile requests, events, frames and packets', count, count - found.length)
  expect(found).toEqual([])
})
