import { expect, test } from 'vitest'
import { replaces } from './replaces.ts'

test.each([
  ['My bank is KBC now, not Argenta.', 'My bank is Argenta.'],
  ['I live in Braga.', 'I live in Porto.'],
  ['We switch from MySQL to PostgreSQL.', 'The database is MySQL.'],
  ["Don't use tabs.", 'Use tabs.'],
])('%s takes the place of: %s', (line, old) => {
  expect(replaces(line, ['My sister lives in Ghent.', old, 'Answers should be short.'])).toBe(old)
})

test.each([
  ['The open day has been moved to May 11.', 'The open day is May 4.'],
  ['The invoice number of customer 21 is 4711.', 'The invoice number of customer 20 is 4709.'],
  ['Emma hat donnerstags Fußball.', 'Jonas hat dienstags Fußball.'],
  ['Our monitoring is Grafana now.', 'Our queue is RabbitMQ.'],
  ['The lease ends in 2027.', 'The company sells 2,000 bikes a year.'],
])('G-160, G-07: unsure, so both stay: %s', (line, old) => {
  expect(replaces(line, [old])).toBeUndefined()
})

test.each([
  ['The user is making a cradle for a grandchild.', 'The user is allergic to penicillin'],
  ['The user is allergic to penicillin', 'The user is a bit deaf on the left.'],
  ['Die Nutzerin ist Schifferin.', 'Die Nutzerin ist gegen Nüsse allergisch.'],
])('what somebody also is takes no place of what they are: %s', (line, old) => {
  expect(replaces(line, [old])).toBeUndefined()
})
