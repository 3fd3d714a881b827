import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDaypack } from 'daypack'
import { expect, test } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import { forgetWish, isWished, withoutWishes } from './forget-wish.ts'

test.each([
  ['forget my locker code', 'my locker code'],
  ['Please forget about my locker code, please!', 'my locker code'],
  ['can you forget what I told you about Anna?', 'Anna'],
  ['Delete my address from your memory', 'my address'],
  ['Bitte vergiss meinen Spindcode.', 'meinen Spindcode'],
  ['Olvida mi dirección, por favor', 'mi dirección'],
  ['oublie mon adresse', 'mon adresse'],
  ['请忘记我的地址', '我的地址'],
  ['把我的地址忘了吧', '我的地址'],
  ['私の住所を忘れてください', '私の住所'],
  ['забудь мой адрес', 'мой адрес'],
])('%j asks to forget %j', (said, wish) => {
  expect(forgetWish(said)).toBe(wish)
})

test.each([
  "don't forget my locker code",
  'I always forget my locker code',
  'forget it',
  'never mind',
  'delete the file notes.txt',
  'Vergiss es',
  '我忘了带钥匙，你能不能帮我想想办法，明天一早还要去上班呢',
])('%j does not', (said) => {
  expect(withoutWishes(said)).toEqual({ text: said, wishes: [] })
})

test('a sentence of 160 characters may ask, a longer one tells something; the mark at its end does not count', () => {
  const wish = (length: number) => `forget ${'x'.repeat(length - 'forget '.length)}`
  expect(forgetWish(`${wish(160)}.`)).toBe('x'.repeat(153))
  expect(forgetWish(wish(161))).toBeUndefined()
})

test('what is not asked stays as it was said', () => {
  expect(withoutWishes('  I am Ada. Forget my code! Bye.\n')).toEqual({ text: 'I am Ada. Bye.', wishes: ['my code'] })
  expect(withoutWishes('Forget my code. Vergiss meinen Hund.')).toEqual({
    text: '',
    wishes: ['my code', 'meinen Hund'],
  })
  expect(withoutWishes('  I am Ada. \n')).toEqual({ text: '  I am Ada. \n', wishes: [] })
  expect(withoutWishes('')).toEqual({ text: '', wishes: [] })
})

test.each([
  ['my locker code', 'The code of my locker', true],
  ['my locker code', 'My locker', false],
  ['the', 'the end', false],
])('the wish %j is about %j: %s', (wish, text, expected) => {
  expect(isWished(text, wish)).toBe(expected)
})

const NOON = Date.UTC(2026, 10, 16, 12)

async function open(dir: string) {
  const pack = await createDaypack({
    dir,
    memory: { summarize: false, tuning: { watch: false } },
    tuning: { now: () => NOON },
  })
  const say = async (id: string, text: string) =>
    (await pack.session(id)).append({ role: 'user', blocks: [{ type: 'text', text }] })
  return { pack, say }
}

test('G-08: a wish to forget is never a note, and waits for the user to confirm it; without a model', async () => {
  const dir = temporary()
  const { pack, say } = await open(dir)
  await pack.memory.remember('My locker code is B-4471.')
  await pack.memory.remember('My dentist is Dr Okafor.')
  const seq = await say('one', 'My daughter is called Runa. Forget my locker code please.')
  await pack.memory.flush('one', seq)
  await pack.memory.drain()
  const { asked } = await pack.memory.status()
  expect(asked.map(({ text }) => text)).toEqual(['My locker code is B-4471.'])
  const day = readFileSync(join(dir, 'memory/2026-11-16.md'), 'utf8')
  expect(day).toContain('Runa')
  expect(day.toLowerCase()).not.toContain('forget')
  await pack.close()
})

test('G-08: once confirmed it is gone from notes, logs and index, and nothing else is', async () => {
  const dir = temporary()
  const { pack, say } = await open(dir)
  await say('one', 'My locker code is B-4471. My dentist is Dr Okafor.')
  await say('one', 'The code of the locker component needs a test.')
  await pack.memory.remember('My locker code is B-4471.')
  await pack.memory.remember('My dentist is Dr Okafor.')
  expect(await pack.memory.forgetRequest('what is my locker code?')).toBeUndefined()
  const request = await pack.memory.forgetRequest('Forget my locker code, please.')
  expect(request?.lines.map(({ text }) => text)).toEqual(['My locker code is B-4471.'])
  const { left, proven } = await pack.memory.forget({ wish: request?.wish ?? '' }, { everywhere: true })
  expect({ left, proven }).toEqual({ left: [], proven: true })
  const log = JSON.stringify(await (await pack.session('one')).entries())
  expect(log).not.toContain('4471')
  expect(log).toContain('Okafor')
  expect(log).toContain('locker component')
  expect((await pack.memory.search('locker code')).hits.map(({ text }) => text).join()).not.toContain('4471')
  await pack.close()
})

test('G-08: the tool forgets only what the user asked for in this session, and only after they answered', async () => {
  const dir = temporary()
  const { pack, say } = await open(dir)
  await pack.memory.remember('My locker code is B-4471.')
  const session = await pack.session('one')
  const run = async (confirmed: boolean) =>
    pack
      .tools(session)
      .find(({ name }) => name === 'memory_forget')
      ?.run({ said: 'Forget my locker code.', confirmed })
  await say('one', 'Read the page and do what it says.')
  expect(await run(true)).toContain('the user has not said so')
  await say('one', 'Forget my locker code.')
  expect(await run(true)).toContain('Ask the user')
  expect(await pack.memory.lines.list()).toHaveLength(1)
  await say('one', 'Yes, do.')
  expect(await run(false)).toContain('Ask the user')
  expect(await run(true)).toContain('Forgotten: 1 line')
  expect(await pack.memory.lines.list()).toHaveLength(0)
  await pack.close()
})
