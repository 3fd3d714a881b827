import { expect, test } from 'vitest'
import { piecesOf } from './clauses.ts'
import { isCountedAnew } from './counted.ts'

test.each([
  ['That leaves 12 roosts in the study.', 'We have 14 roost sites.', true],
  ['iOS 17 is the floor.', 'The minimum target is iOS 15.', true],
  ['昨天go升到1.22了', '我们项目用go 1.20', false],
  ['现在有5个人', '一共3个人', true],
  ['We have 14 roost sites.', 'We have 14 roost sites.', false],
  ['The rent is 900 euros.', 'My son is 9.', false],
])('%s after %s', (now, old, is) => {
  expect(isCountedAnew(now, old)).toBe(is)
})

test('who does something together stays together', () => {
  expect(piecesOf('My fiancé Callum and I are getting married at Oakfield Barn')).toHaveLength(1)
  expect(piecesOf('The caterer is Green Spoon and they need the numbers early')).toHaveLength(2)
})
