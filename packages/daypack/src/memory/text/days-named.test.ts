import { expect, test } from 'vitest'
import { withoutDays } from './days-named.ts'

test.each([
  ['the submission date is the fifteenth of May', 'fifteenth of may'],
  ['el examen queda para el veintiocho de junio', 'veintiocho de junio'],
  ['also am sechzehnten Februar', 'sechzehnten februar'],
  ['出发日期是十月十一号', '十月十一号'],
  ['新版本定在 8 月 20 号提审', '8 月 20 号'],
])('a day in words is a day: %s', (text, day) => {
  expect(withoutDays(text).toLowerCase()).toBe(text.toLowerCase().replace(day, ' '))
})
