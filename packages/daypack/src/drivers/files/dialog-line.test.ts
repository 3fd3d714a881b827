import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import { lineOf, recordOfLine } from './days.ts'

const about = { session: 's', seq: 4, sha256: 'ab', at: 1_700_000_000_000 }

test.each<[string, Json]>([
  ['a message', { role: 'user', content: 'hi' }],
  ['a message with metadata', { role: 'user', content: 'hi', metadata: { source: 'mail' } }],
  ['a bare text', 'hi'],
  ['nothing', null],
])('%s comes back as it was', (_, message) => {
  const record = { ...about, message }
  expect(recordOfLine({ payload: lineOf(record), at: about.at })).toEqual(record)
})

test('metadata that is not an object is kept next to ours', () => {
  expect(lineOf({ ...about, message: { content: 'hi', metadata: 'by mail' } })).toEqual({
    metadata: { session: 's', message: 4, hash: 'ab', other: 'by mail' },
    content: 'hi',
  })
})

test.each<[string, Json]>([
  ['a list', []],
  ['a line without metadata', { session: 's', seq: 4, sha256: 'ab' }],
  ['metadata without a session', { metadata: { message: 4, hash: 'ab' } }],
  ['metadata without a number', { metadata: { session: 's', hash: 'ab' } }],
  ['metadata without a hash', { metadata: { session: 's', message: 4 } }],
])('%s is no record', (_, payload) => expect(recordOfLine({ payload, at: about.at })).toBeUndefined())
