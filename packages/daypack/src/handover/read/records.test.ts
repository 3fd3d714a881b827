import { describe, expect, it } from 'vitest'
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

  it('shows what was changed before what was only seen', () => {
    const records: Records = new Map()
    const text = (id: string) => JSON.stringify({ order_id: id, status: 'open', total: 12 })
    keepRecord(records, { seq: 1, tool: 'cancel_order', input: {}, writes: true }, text('W1'))
    for (let at = 2; at < 20; at++)
      keepRecord(records, { seq: at, tool: 'get_order', input: {}, writes: false }, text(`R${at}`))
    expect(showRecords(records, 130, () => true).text).toContain('W1')
  })

  it('knows by its name what changes something', () => {
    expect(
      ['cancel_reservation', 'mcp__crm__updateTicket', 'get_user', 'searchFlights', 'frobnicate'].map(effectOf),
    ).toEqual(['write', 'write', 'read', 'read', undefined])
  })
})
