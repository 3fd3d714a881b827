import type { DialogRecord } from 'daypack/internal'
import type { DayStore } from 'daypack'
import assert from 'node:assert/strict'
import type { Case, Cases } from '../cases.ts'

const HOUR = 3_600_000
// The zone of the suite is Europe/Rome: UTC+1, and UTC+2 from 29 March 2026 at 02:00.
const SATURDAY_2359 = Date.UTC(2026, 2, 28, 22, 59)
const SUNDAY_2359 = Date.UTC(2026, 2, 29, 21, 59)

export function dayCases(durable: boolean): Cases<DayStore> {
  return {
    async 'there are no days at first'({ store }) {
      assert.deepEqual(await store.days(), [])
      assert.deepEqual(await store.read('2026-03-28'), [])
      assert.deepEqual(await store.append([]), [])
    },

    async 'a record goes to the day of its own time, in the zone of the workspace'({ store }) {
      const records = [
        record('s', 1, SATURDAY_2359),
        record('s', 2, SATURDAY_2359 + 60_000),
        record('s', 3, SUNDAY_2359),
        record('s', 4, SUNDAY_2359 + 60_000),
      ]
      const places = await store.append(records)
      assert.deepEqual(
        places.map(({ file }) => file),
        ['2026-03-28', '2026-03-29', '2026-03-29', '2026-03-30'].map((day) => `dialog/${day}.jsonl`),
      )
      assert.deepEqual(await store.days(), ['2026-03-28', '2026-03-29', '2026-03-30'])
      assert.deepEqual(await store.read('2026-03-29'), records.slice(1, 3))
    },

    async 'scrubbed records keep their place, and are not written again'({ store, clock }) {
      const records = [record('s', 1, clock.at), record('s', 2, clock.at), record('s', 3, SUNDAY_2359)]
      const places = await store.append(records)
      const change = (each: DialogRecord): DialogRecord => (each.seq === 2 ? each : { ...each, message: 'less' })
      assert.equal(await store.scrub(change), 2)
      const [first, second] = await store.read('2026-03-28')
      assert.deepEqual(first, { ...records[0], message: 'less' })
      assert.deepEqual(second, records[1])
      assert.deepEqual(await store.append(records), places)
      assert.equal((await store.read('2026-03-28')).length, 2)
    },

    async 'a place says file and line, and lines of a file follow each other'({ store, clock }) {
      const places = await store.append([record('s', 1, clock.at), record('s', 2, clock.at)])
      const more = await store.append([record('t', 1, clock.at)])
      const first = places[0]?.line ?? 0
      const file = 'dialog/2026-03-28.jsonl'
      assert.deepEqual(
        [...places, ...more],
        [
          { file, line: first, session: 's', seq: 1 },
          { file, line: first + 1, session: 's', seq: 2 },
          { file, line: first + 2, session: 't', seq: 1 },
        ],
      )
    },

    async 'the same session, seq and hash is written once'({ store, clock }) {
      const records = [record('s', 1, clock.at), record('s', 2, clock.at)]
      const places = await store.append(records)
      assert.deepEqual(await store.append([...records, ...records]), [...places, ...places])
      const changed = { ...record('s', 2, clock.at), sha256: 'f'.repeat(64) }
      const twice = await store.append([changed, changed])
      assert.deepEqual(twice[0], twice[1])
      assert.deepEqual(await store.read('2026-03-28'), [...records, changed])
    },

    async 'a clock that goes back moves nothing'({ store, clock }) {
      const records = [record('s', 1, clock.at), record('s', 2, clock.at - HOUR), record('s', 3, clock.at + HOUR)]
      for (const each of records) await store.append([each])
      assert.deepEqual(await store.read('2026-03-28'), records)
    },

    async 'what is no day is empty'({ store, clock }) {
      await store.append([record('s', 1, clock.at)])
      for (const day of ['', '2026-03-27', '../2026-03-28', '2026-03-28.jsonl', '2026-3-28']) {
        assert.deepEqual(await store.read(day), [])
      }
    },

    ...(durable && {
      async 'a new driver writes nothing twice either'({ store, clock, reopen }: Case<DayStore>) {
        const records = [record('s', 1, clock.at), record('s', 2, clock.at)]
        const places = await store.append(records)
        const other = await reopen()
        assert.deepEqual(await other.append(records), places)
        await other.append([record('s', 3, clock.at)])
        await store.append([record('s', 3, clock.at), record('s', 4, clock.at)])
        assert.equal((await other.read('2026-03-28')).length, 4)
      },
    }),
  }
}

function record(session: string, seq: number, at: number): DialogRecord {
  return { session, seq, at, sha256: String(seq % 10).repeat(64), message: { role: 'user', text: `said ${seq} 😀` } }
}
