import { expect, test } from 'vitest'
import { messageOf, problemLog } from './problems.ts'
import { timeoutFor, within } from './timeout.ts'
import { unmasked } from './unmask.ts'

test('what takes too long is left to itself, and what fails later harms nobody', async () => {
  expect(await within(60_000, Promise.resolve(1))).toBe(1)
  expect(await within(1, new Promise(() => {}))).toBeUndefined()
  await expect(within(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect([timeoutFor(0), timeoutFor(5_000_000)]).toEqual([10_000, 11_000])
})

test('each kind of trouble is told once, cut to 500 characters, and no more than a hundred', async () => {
  const told: string[] = []
  const problems = problemLog((problem) => told.push(problem))
  problems.tell(new Error('a', { cause: new Error('b') }))
  problems.tell('a: b')
  problems.tell('x'.repeat(501))
  expect(await problems.safely(() => Promise.reject(new Error('late')))).toBeUndefined()
  expect(await problems.safely(() => Promise.resolve(1))).toBe(1)
  for (const tokens of [15_779, 17_529]) problems.tell(`too long: ${tokens} + 128000 > 80000`)
  expect(told).toEqual(['a: b', 'x'.repeat(500), 'late', 'too long: 15779 + 128000 > 80000'])
  for (let at = 0; at < 200; at++) problems.tell(`kind ${'i'.repeat(at)}`)
  expect(problems.all()).toEqual(told)
  expect(told).toHaveLength(100)
  expect([messageOf({ code: 1 }), messageOf(new Error('a', { cause: 'b' }))]).toEqual(['{ code: 1 }', 'a'])
})

test('a result that a client masked is sent as it was, where the same call stands', () => {
  const result = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content })
  const masked = '[Old tool result content cleared]'
  const [whole, other] = [result('c1', 'text'), result('c2', 'text')]
  expect(unmasked([result('c1', masked), other], [whole, other])).toEqual([whole, other])
  expect(unmasked([whole, other], [whole, other])).toBeUndefined()
  expect(unmasked([result('c1', 'new')], [whole])).toBeUndefined()
  expect(unmasked([result('c2', masked)], [whole])).toBeUndefined()
  expect(unmasked([result('c1', masked)], [result('c1', masked)])).toBeUndefined()
  expect(unmasked([result('c1', masked)])).toBeUndefined()
  expect(unmasked([{ type: 'text', text: masked }], [{ type: 'text', text: 'whole' }])).toBeUndefined()
})
