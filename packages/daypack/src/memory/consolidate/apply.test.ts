import { expect, test } from 'vitest'
import { withoutPart } from './apply.ts'

test('what is left of a line stays only where it makes sense alone', () => {
  expect(withoutPart('Rails 8, hosted on Hetzner', 'hosted on Hetzner')).toBe('Rails 8')
  expect(withoutPart('my day rate is 420 euros, put that into the offer', 'my day rate is 420 euros')).toBeUndefined()
  expect(
    withoutPart('lo hago con mi amigo Bruno, que se encarga del sonido', 'lo hago con mi amigo Bruno'),
  ).toBeUndefined()
})
