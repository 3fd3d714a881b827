import type { Entry, Json, LogStore, Millis } from 'daypack'
import assert from 'node:assert/strict'
import type { Case, Cases } from '../cases.ts'

const ODD_IDS = [
  'plain',
  'Plain',
  'PLAIN',
  'with space',
  'a/b',
  '../up',
  '..',
  '.',
  '.hidden',
  'end.',
  'con',
  'nul.txt',
  'ü',
  'u\u0308',
  '日本語',
  '😀',
  'a\u0000b',
  'a\nb',
  'a%2fb',
  '+a',
  'C:\\x',
  '-',
  '__proto__',
  'x'.repeat(255),
  'x'.repeat(5000),
  'é'.repeat(400),
]

export function logCases(durable: boolean): Cases<LogStore> {
  return {
    async 'an unknown session is empty'({ store }) {
      assert.deepEqual(await store.read('nobody'), { entries: [], head: 0, damage: [] })
      assert.deepEqual(await store.sessions(), [])
      assert.equal(await store.remove('nobody'), false)
    },

    async 'what was appended is read back, in order'({ store, clock }) {
      const entries = ODD_DATA.map((data, index) => mark(index + 1, clock.at + index, data))
      assert.deepEqual(await store.append('s', entries.slice(0, 3), { expect: 0 }), { head: 3 })
      assert.deepEqual(await store.append('s', entries.slice(3), { expect: 3 }), { head: entries.length })
      assert.deepEqual(await store.read('s'), { entries, head: entries.length, damage: [] })
    },

    async 'any time will do, and what is no time is refused'({ store }) {
      const times = [0, 0.5, -0.5, -1.5, 1_790_000_000_000.25, 8.64e15, -8.64e15]
      const entries = times.map((at, index) => mark(index + 1, at))
      await store.append('s', entries, { expect: 0 })
      assert.deepEqual(await store.read('s'), { entries, head: entries.length, damage: [] })
      for (const at of [Number.NaN, Infinity, 9e15]) {
        await assert.rejects(store.append('s', [mark(8, at)], { expect: 7 }), { code: 'bad-config' })
      }
      assert.equal((await store.read('s')).head, entries.length)
    },

    async 'reading goes on after a seq'({ store, clock }) {
      const entries = Array.from({ length: 300 }, (_, index) => mark(index + 1, clock.at, index))
      await store.append('s', entries, { expect: 0 })
      for (const after of [0, 1, 63, 64, 65, 128, 299, 300]) {
        const { entries: rest, head } = await store.read('s', after)
        assert.deepEqual(rest, entries.slice(after))
        assert.equal(head, 300)
      }
    },

    async 'appending behind somebody else is a conflict, and writes nothing'({ store, clock }) {
      await store.append('s', [mark(1, clock.at)], { expect: 0 })
      assert.deepEqual(await store.append('s', [mark(1, clock.at, 'late')], { expect: 0 }), { conflict: 1 })
      assert.deepEqual(await store.append('s', [mark(6, clock.at)], { expect: 5 }), { conflict: 1 })
      assert.deepEqual(await store.append('none', [mark(2, clock.at)], { expect: 1 }), { conflict: 0 })
      assert.deepEqual((await store.read('s')).entries, [mark(1, clock.at)])
      assert.deepEqual(await store.sessions(), ['s'])
    },

    async 'of appends at the same time exactly one lands'({ store, clock }) {
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, index) => store.append('s', [mark(1, clock.at, index)], { expect: 0 })),
      )
      assert.equal(results.filter((result) => 'head' in result).length, 1)
      assert.equal((await store.read('s')).entries.length, 1)
    },

    async 'seqs that do not continue are refused'({ store, clock }) {
      await assert.rejects(store.append('s', [mark(2, clock.at)], { expect: 0 }), { code: 'bad-config' })
      await assert.rejects(store.append('s', [mark(1, clock.at), mark(3, clock.at)], { expect: 0 }), {
        code: 'bad-config',
      })
      assert.equal((await store.read('s')).head, 0)
    },

    async 'an empty append says where the head is'({ store, clock }) {
      assert.deepEqual(await store.append('s', [], { expect: 0 }), { head: 0 })
      await store.append('s', [mark(1, clock.at)], { expect: 0 })
      assert.deepEqual(await store.append('s', [], { expect: 1 }), { head: 1 })
      assert.deepEqual(await store.append('s', [], { expect: 0 }), { conflict: 1 })
    },

    async 'any session id has a log of its own'({ store, clock }) {
      for (const [index, id] of ODD_IDS.entries()) await store.append(id, [mark(1, clock.at, index)], { expect: 0 })
      for (const [index, id] of ODD_IDS.entries()) {
        assert.deepEqual((await store.read(id)).entries, [mark(1, clock.at, index)])
      }
      assert.deepEqual(await store.sessions(), ODD_IDS.toSorted())
    },

    async 'ids that are no text are refused'({ store }) {
      for (const id of ['', '\ud800', undefined, 7] as string[]) {
        await assert.rejects(store.read(id), { code: 'bad-config' })
        await assert.rejects(store.append(id, [], { expect: 0 }), { code: 'bad-config' })
        await assert.rejects(store.remove(id), { code: 'bad-config' })
      }
    },

    async 'a removed session is empty, and can begin again'({ store, clock }) {
      await store.append('s', [mark(1, clock.at), mark(2, clock.at)], { expect: 0 })
      await store.append('t', [mark(1, clock.at)], { expect: 0 })
      assert.equal(await store.remove('s'), true)
      assert.equal(await store.remove('s'), false)
      assert.deepEqual(await store.read('s'), { entries: [], head: 0, damage: [] })
      assert.deepEqual(await store.sessions(), ['t'])
      assert.deepEqual(await store.append('s', [mark(1, clock.at, 'new')], { expect: 0 }), { head: 1 })
      assert.deepEqual((await store.read('s')).entries, [mark(1, clock.at, 'new')])
    },

    async 'scrubbed entries say less, keep their numbers, and the log goes on'({ store, clock }) {
      await store.append('s', [mark(1, clock.at, 'a secret'), mark(2, clock.at, 'b')], { expect: 0 })
      await store.append('t', [mark(1, clock.at, 'a secret')], { expect: 0 })
      await store.read('s')
      const change = (entry: Entry): Entry =>
        'data' in entry && entry.data === 'a secret' ? { ...entry, data: 'a ******' } : entry
      assert.equal(await store.scrub('s', change), 1)
      assert.equal(await store.scrub('s', change), 0)
      assert.equal(await store.scrub('nobody', change), 0)
      const clean = [mark(1, clock.at, 'a ******'), mark(2, clock.at, 'b')]
      assert.deepEqual(await store.read('s'), { entries: clean, head: 2, damage: [] })
      assert.deepEqual((await store.read('s', 1)).entries, clean.slice(1))
      assert.deepEqual(await store.append('s', [mark(3, clock.at)], { expect: 2 }), { head: 3 })
      assert.deepEqual((await store.read('s')).head, 3)
      assert.deepEqual((await store.read('t')).entries, [mark(1, clock.at, 'a secret')])
    },

    async 'changing what was handed over or out changes nothing stored'({ store, clock }) {
      const data = { list: [1] }
      await store.append('s', [mark(1, clock.at, data)], { expect: 0 })
      data.list.push(2)
      const { entries } = await store.read('s')
      assert.deepEqual(entries, [mark(1, clock.at, { list: [1] })])
      Object.assign(entries[0] ?? {}, { name: 'changed' })
      assert.deepEqual((await store.read('s')).entries, [mark(1, clock.at, { list: [1] })])
    },

    async 'a closed driver refuses'({ store, close }) {
      await close?.()
      if (close !== undefined) await assert.rejects(store.read('s'), { code: 'closed' })
    },

    ...(durable && {
      async 'a new driver finds the log, and both see what the other appends'({
        store,
        clock,
        reopen,
      }: Case<LogStore>) {
        const [one, two] = [store, await reopen()]
        await one.append('s', [mark(1, clock.at)], { expect: 0 })
        assert.equal((await two.read('s')).head, 1)
        assert.deepEqual(await two.append('s', [mark(2, clock.at)], { expect: 1 }), { head: 2 })
        assert.deepEqual(await one.append('s', [mark(2, clock.at)], { expect: 1 }), { conflict: 2 })
        assert.deepEqual((await one.read('s', 1)).entries, [mark(2, clock.at)])
        await two.remove('s')
        assert.deepEqual(await one.append('s', [mark(3, clock.at)], { expect: 2 }), { conflict: 0 })
        assert.equal((await one.read('s')).head, 0)
      },
    }),
  }
}

const ODD_DATA: Json[] = [
  null,
  true,
  0,
  -0.5,
  1e300,
  '',
  'text',
  '\u0000\u001f\u007f',
  '\u2028\u2029\ufeff',
  '\ud83d\ude00',
  '\ud83d',
  '\ude00x',
  '日本語',
  'line\nbreak\r\n',
  '{"seq":1,"at":"',
  'x'.repeat(300_000),
  [],
  {},
  [[[[]]]],
  { a: { b: [1, null, { c: '"' }] } },
  JSON.parse('{"__proto__":{"x":1},"constructor":2}') as Json,
]

export function mark(seq: number, at: Millis, data: Json = null): Entry {
  return { seq, at, kind: 'mark', name: 'test', data }
}
