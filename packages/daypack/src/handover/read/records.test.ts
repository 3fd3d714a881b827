import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../model/json.ts'
import { effectOf } from './call/effect.ts'
import { changesOf, keepRecord, showRecords, type Records } from './records.ts'

const booking = (cabin: string, paid: readonly number[]) => ({
  reservation_id: 'ABC123',
  user_id: 'ann_lee_1',
  cabin,
  payment_history: paid.map((amount) => ({ payment_id: 'card_7', amount })),
})
const call = (seq: number, tool: string, writes = false) => ({ seq, tool, input: { reservation_id: 'ABC123' }, writes })

describe('records as last seen', () => {
  it('keeps the newest of each id, with the call that showed it', () => {
    const records: Records = new Map()
    keepRecord(records, call(3, 'get_reservation'), JSON.stringify(booking('economy', [100])))
    const found = keepRecord(
      records,
      call(7, 'update_reservation', true),
      JSON.stringify(booking('business', [100, 60])),
    )
    expect(records.size).toBe(1)
    expect(showRecords(records, 1000, () => true).text).toBe(
      '[7] reservation_id: ABC123 (update_reservation): user_id: ann_lee_1, cabin: business, payment_history: [card_7 100; card_7 60]',
    )
    expect(changesOf(found?.before?.value ?? {}, found?.now.value ?? {})).toBe(
      'cabin: economy → business; payment_history ＋ card_7 60',
    )
  })

  it('takes the id that was asked for where the record has none of its own, and no list or number for a record', () => {
    const records: Records = new Map()
    const asked = { seq: 1, tool: 'get_user', input: { user_id: 'ann_lee_1' }, writes: false }
    keepRecord(records, asked, JSON.stringify({ name: 'Ann', email: 'a@b.c', membership: 'gold' }))
    keepRecord(records, asked, '[{"id": 1, "a": 2, "b": 3}]')
    keepRecord(records, asked, '12')
    expect([...records.keys()]).toEqual(['user_id ann_lee_1'])
  })

  it('takes what is made anew under a known id for another record', () => {
    const records: Records = new Map()
    for (const [seq, user_id] of [
      [1, 'ann'],
      [2, 'bob'],
    ] as const)
      keepRecord(
        records,
        { seq, tool: 'book', input: { user_id }, writes: true },
        JSON.stringify({ reservation_id: 'NEW', user_id, cabin: 'economy' }),
      )
    expect([...records.values()].map(({ value }) => value['user_id'])).toEqual(['ann', 'bob'])
  })

  it.each<[string, Json, Json, string | undefined]>([
    ['a number', { a: 1, b: 2, number: 7 }, {}, 'number 7'],
    ['its own before the one asked for', { user_id: 'u', b: 2, c: 3 }, { order_id: 'o' }, 'user_id u'],
    ['only at its start', { a: 1, b: 2, c: 3, owner_id: 'u' }, {}, undefined],
    ['of 80 characters', { id: 'x'.repeat(80), b: 2, c: 3 }, {}, `id ${'x'.repeat(80)}`],
    ['no longer one', { id: 'x'.repeat(81), b: 2, c: 3 }, {}, undefined],
    ['no list and nothing empty', { id: ['x'], key: '', c: 3 }, {}, undefined],
    ['of no record with two fields', { id: 'x', b: 2 }, {}, undefined],
    ['nor of 20,001 characters', { id: 'x', b: 2, c: 'c'.repeat(19_978) }, {}, undefined],
    ['but of 20,000', { id: 'x', b: 2, c: 'c'.repeat(19_977) }, {}, 'id x'],
    ['nor asked for by a text', { a: 1, b: 2, c: 3 }, 'order_id', undefined],
  ])('has an id: %s', (_, value, input, key) => {
    const records: Records = new Map()
    const found = keepRecord(records, { seq: 1, tool: 'get', input, writes: false }, JSON.stringify(value))
    expect([[...records.keys()][0], found && `${found.now.key} ${found.now.id}`]).toEqual([key, key])
  })

  it.each<[string, JsonObject, JsonObject, string]>([
    ['nothing', { a: 1 }, { a: 1 }, ''],
    [
      'the short before the long',
      { a: 'a long value', b: 1 },
      { a: 'another value', b: 2 },
      'b: 1 → 2; a: a long value → another value',
    ],
    ['what came and what went', { a: 1, b: null }, { b: 2, c: null }, 'a: 1 → none; b: none → 2'],
    ['less of a list', { a: [1, 2] }, { a: [2] }, 'a − 1'],
    ['more and less', { a: [1, 2] }, { a: [2, 3, 4] }, 'a − 1; a ＋ [3, 4]'],
    ['inside', { a: { b: 1, c: 2 } }, { a: { b: 3, c: 2 } }, 'a: {b: 1 → 3}'],
    ['another kind', { a: [1], b: { c: 1 } }, { a: 2, b: 3 }, 'a: 1 → 2; b: 1 → 3'],
  ])('differ in %s', (_, before, now, text) => {
    expect(changesOf(before, now)).toBe(text)
  })

  it('shows a record as a line: lists in brackets, what is nested in parentheses, its own id once', () => {
    const records: Records = new Map()
    const value = {
      id: 'x',
      ref: 'x',
      none: null,
      one: [1],
      two: [1, 2],
      rows: [
        { a: 1, b: 'rows' },
        { a: 2, c: [3] },
      ],
      in: { d: { e: 4 } },
    }
    keepRecord(records, { seq: 1, tool: 'get', input: {}, writes: false }, JSON.stringify(value))
    expect(showRecords(records, 1000, () => true).text).toBe(
      '[1] id: x (get): ref: x, one: 1, two: [1, 2], rows: [1; 2 c: (3)], in: d: (4)',
    )
  })

  it('shows what was changed before what was only seen, the newest before older ones, in the order they came', () => {
    const records: Records = new Map()
    for (const [seq, id] of ['W1', 'R2', 'R3', 'R4', 'R2'].entries())
      keepRecord(records, { seq, tool: 'do', input: {}, writes: id === 'W1' }, JSON.stringify({ id, b: 2, c: 3 }))
    const line = (seq: number, id: string): string => `[${seq}] id: ${id} (do): b: 2, c: 3`
    const [changed, third, last] = [line(0, 'W1'), line(2, 'R3'), line(4, 'R2')]
    const room = 2 * (changed.length + 1)
    expect([room, room - 1].map((max) => showRecords(records, max, () => true))).toEqual([
      { text: `${changed}\n${last}`, seqs: new Set([0, 4]) },
      { text: changed, seqs: new Set([0]) },
    ])
    expect(showRecords(records, 1000, (seq) => seq % 3 === 2 || seq === 4).text).toBe(`${third}\n${last}`)
  })

  it('once changed it counts as changed, and takes 700 characters at most', () => {
    const records: Records = new Map()
    for (const [seq, id] of ['W1', 'W1', 'R2'].entries())
      keepRecord(records, { seq, tool: 'do', input: {}, writes: seq === 0 }, JSON.stringify({ id, b: 2, c: 3 }))
    expect(showRecords(records, 40, () => true).text).toBe('[1] id: W1 (do): b: 2, c: 3')
    keepRecord(records, call(3, 'get'), JSON.stringify({ id: 'L', b: 2, c: 'x'.repeat(900) }))
    expect(showRecords(records, 1000, (seq) => seq === 3).text.length).toBe(700)
  })

  it('knows by its name what changes something', () => {
    expect(
      ['cancel_reservation', 'mcp__crm__updateTicket', 'get_user', 'searchFlights', 'frobnicate'].map(effectOf),
    ).toEqual(['write', 'write', 'read', 'read', undefined])
  })
})
