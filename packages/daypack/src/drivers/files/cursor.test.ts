import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import { BEGINNING, collector, headOf } from './scan.ts'
import type { JournalRecord, LinePart } from './record.ts'

const END = { offset: 900, line: 9 }
const record = (seq: number, payload: Json = 'x'): LinePart => ({
  kind: 'record',
  record: { seq, at: 0, payload },
  from: 0,
  to: 10,
})
const damage: LinePart = { kind: 'damage', why: 'not a record', from: 3, to: 10 }

/** Lines of ten bytes from line 2 on; each has one part, or those that are given. */
function collected(
  lines: readonly (LinePart | LinePart[])[],
  { from = BEGINNING, after = 0, valid = (_: JournalRecord): boolean => true } = {},
) {
  const made = collector(from, after, valid)
  for (const [at, parts] of lines.entries()) made.visit([parts].flat(), { offset: (at + 1) * 10, line: at + 2 })
  const cursor = made.cursor(END)
  return {
    seqs: made.records.map(({ seq, line }) => `${seq}@${line}`),
    found: made.findings.map(({ offset, bytes, why }) => `${offset}+${bytes} ${why}`),
    cursor,
    head: headOf(cursor),
  }
}

test('records in order are taken, those after a number alone where only they are wanted', () => {
  expect(collected([record(1), record(2), record(3)])).toEqual({
    seqs: ['1@2', '2@3', '3@4'],
    found: [],
    cursor: { ...END, seq: 3, lost: 0 },
    head: 3,
  })
  expect(collected([record(1), record(2), record(3)], { after: 2 }).seqs).toEqual(['3@4'])
  expect(collected([record(5)], { from: { ...BEGINNING, seq: 4 } }).seqs).toEqual(['5@2'])
})

test('a damaged line takes its number with it, until a record tells the number; the first line has none', () => {
  const lost = collected([record(1), damage])
  expect([lost.head, lost.found]).toEqual([2, ['23+7 not a record']])
  expect(collected([record(1), damage, record(3)]).cursor).toMatchObject({ seq: 3, lost: 0 })
  expect(collected([record(1), [damage, record(2)]]).head).toBe(2)
  const first = collector(BEGINNING, 0, () => true)
  first.visit([damage], { offset: 0, line: 1 })
  expect(headOf(first.cursor(END))).toBe(0)
  expect(collected([damage], { from: { ...BEGINNING, seq: 4, lost: 1 } }).head).toBe(6)
})

test('a number that was there is damage, one that was missing is read in its place', () => {
  expect(collected([record(1), record(1)]).found).toEqual(['20+10 repeats seq 1'])
  const late = collected([record(1), record(4), record(3), record(2), record(3), record(5)])
  expect(late.seqs).toEqual(['1@2', '2@5', '3@4', '4@3', '5@7'])
  expect(late.found).toEqual([
    '30+0 seq 3 is out of order; read in its place',
    '40+0 seq 2 is out of order; read in its place',
    '50+10 repeats seq 3',
  ])
  const two = collected([record(1), record(3), record(5), record(2), record(4)])
  expect(two.seqs).toEqual(['1@2', '2@5', '3@3', '4@6', '5@4'])
  const wide = collected([record(1), record(7), record(4), record(6), record(2), record(4)])
  expect([wide.seqs.length, wide.found.at(-1)]).toEqual([5, '60+10 repeats seq 4'])
  expect(collected([record(1), record(4), record(3)], { after: 3 }).seqs).toEqual(['4@3'])
})

test('what does not say what its file holds is damage', () => {
  const { seqs, found } = collected([record(1)], { valid: () => false })
  expect([seqs, found]).toEqual([[], ['10+10 its parts disagree']])
})

test('the first line says the format: another version is not read, none is a lost number', () => {
  expect(collected([record(0, { format: 'daypack', version: 1 })]).found).toEqual([])
  expect(collected([record(0, { version: 1 })]).found).toEqual(['10+10 its number is lost'])
  for (const payload of [{ format: 'daypack', version: 2 }, { format: 'daypack' }, 'text'])
    expect(() => collected([record(0, payload)])).toThrow(expect.objectContaining({ code: 'unsupported' }))
})

test('only numbers of a hole are missing: those beside it, which were read, are repeated', () => {
  const { seqs, found } = collected([1, 2, 5, 2, 5, 3, 4, 3].map((seq) => record(seq)))
  expect(seqs).toEqual(['1@2', '2@3', '3@7', '4@8', '5@4'])
  expect(found).toEqual([
    '40+10 repeats seq 2',
    '50+10 repeats seq 5',
    '60+0 seq 3 is out of order; read in its place',
    '70+0 seq 4 is out of order; read in its place',
    '80+10 repeats seq 3',
  ])
})
