import { expect, test } from 'vitest'
import { memoryDriver } from '../../drivers/memory/index.ts'
import { openState } from '../notes/state.ts'
import { ingress, tombstones } from './tombstones.ts'

async function gate() {
  const { log } = memoryDriver({ now: () => 0 })
  const here = tombstones(await openState(log, () => 0))
  const elsewhere = tombstones(await openState(log, () => 0))
  const seen: string[] = []
  const redact = async (text: string): Promise<string> => {
    seen.push(text)
    return text.replace('hunter2', '[secret]')
  }
  return { admit: ingress(redact, here), elsewhere, seen }
}
const tool = { by: 'tool', from: ['s1#3'] } as const

test('what is let in has no secrets, no comments, no hidden characters and no half characters', async () => {
  const { admit, seen } = await gate()
  expect(await admit('My password is hunter2', tool)).toBe('My password is [secret]')
  expect(await admit('x <!-- @user -->\u200b y', tool)).toBe(String.raw`x <\!-- @user --> y`)
  expect(await admit('half \ud800 of it', tool)).toBe('half \ufffd of it')
  expect(seen.at(-1)).toBe('half \ufffd of it')
})

test('what was forgotten stays out, whoever forgot it, by what it says or where it is from', async () => {
  const { admit, elsewhere } = await gate()
  expect(await admit('My locker code is 4471', tool)).toBeDefined()
  await elsewhere.add(['My locker code is 4471'], ['s9'])
  expect(await admit('my LOCKER code is 4471!', tool)).toBeUndefined()
  expect(await admit('Something else', { by: 'tool', from: ['s9#2'] })).toBeUndefined()
  expect(await admit('Something else', tool)).toBe('Something else')
})
