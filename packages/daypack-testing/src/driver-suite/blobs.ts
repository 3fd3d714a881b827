import type { BlobStore } from 'daypack'
import type { BlobInfo } from 'daypack/internal'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Case, Cases } from '../cases.ts'

const DAY = 86_400_000

export function blobCases(durable: boolean): Cases<BlobStore> {
  return {
    async 'bytes come back under their hash'({ store, clock }) {
      for (const text of ['', 'one line', 'two\nlines', 'ends\n', '日本語 😀\n', 'x'.repeat(3_000_000)]) {
        const bytes = Buffer.from(text)
        const lines = text === '' ? 0 : text.split('\n').length
        const expected = { ref: sha256(bytes), bytes: bytes.length, lines, at: clock.at }
        assert.deepEqual(await store.put(text), expected)
        assert.deepEqual(await store.put(bytes), expected)
        assert.deepEqual(await store.info(expected.ref), expected)
        same(await store.get(expected.ref), bytes)
      }
    },

    async 'any bytes will do, whole or in pieces'({ store, clock }) {
      const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7 + (index >> 8)) % 256)
      const info = await store.put(pieces(bytes, 777))
      assert.deepEqual(info, { ref: sha256(bytes), bytes: bytes.length, lines: info.lines, at: clock.at })
      same(await store.get(info.ref), bytes)
      assert.deepEqual(await store.put(bytes), info)
    },

    async 'a stream that breaks stores nothing'({ store }) {
      const broken = async function* () {
        yield Buffer.from('half')
        throw new RangeError('broken')
      }
      await assert.rejects(store.put(broken()))
      assert.deepEqual(await all(store), [])
    },

    async 'ranges are cut to what there is'({ store }) {
      const { ref } = await store.put('0123456789')
      for (const [from, to, text] of [
        [0, 4, '0123'],
        [4, 10, '456789'],
        [8, 99, '89'],
        [5, 5, ''],
        [20, 30, ''],
        [7, 3, ''],
        [-5, 2, '01'],
      ] as const) {
        same(await store.get(ref, { from, to }), Buffer.from(text))
      }
    },

    async 'what was never stored is undefined'({ store }) {
      for (const ref of ['0'.repeat(64), '', '../x', 'manifest', sha256(Buffer.from('no'))]) {
        assert.equal(await store.get(ref), undefined)
        assert.equal(await store.info(ref), undefined)
        assert.equal(await store.drop(ref, 'test', 0), false)
        await store.mark(ref, 0)
        await store.unmark(ref)
      }
      assert.equal((await store.marked()).size, 0)
    },

    async 'storing again renews the time'({ store, clock }) {
      const { ref } = await store.put('again')
      clock.at += DAY
      await store.put('again')
      assert.deepEqual(await store.info(ref), { ref, bytes: 5, lines: 1, at: clock.at })
      assert.equal((await all(store)).length, 1)
    },

    async 'all are listed'({ store }) {
      const infos: BlobInfo[] = []
      for (let index = 0; index < 20; index++) infos.push(await store.put(`blob ${index}`))
      assert.deepEqual(await all(store), byRef(infos))
    },

    async 'a path ends in tool_result and the ref'({ store }) {
      const { ref } = await store.put('where')
      assert.match(store.path(ref).replaceAll('\\', '/'), new RegExp(`(^|/)tool_result/${ref}\\.txt$`))
    },

    async 'a marked blob still answers, and loses its mark when stored again'({ store, clock }) {
      const { ref } = await store.put('kept')
      const other = await store.put('other')
      await store.mark(ref, clock.at)
      await store.mark(other.ref, clock.at + 1)
      assert.deepEqual(
        await store.marked(),
        new Map([
          [ref, clock.at],
          [other.ref, clock.at + 1],
        ]),
      )
      same(await store.get(ref), Buffer.from('kept'))
      await store.unmark(other.ref)
      await store.put('kept')
      assert.equal((await store.marked()).size, 0)
      assert.equal(await store.drop(ref, 'not marked', clock.at), false)
      same(await store.get(ref), Buffer.from('kept'))
    },

    async 'a dropped blob is gone, with its size and hash, until it is stored again'({ store, clock }) {
      const { ref } = await store.put('dropped')
      await store.mark(ref, clock.at)
      assert.equal(await store.drop(ref, 'old', clock.at + DAY), true)
      assert.equal(await store.drop(ref, 'old', clock.at + DAY), false)
      const gone = { gone: true, bytes: 7, hash: ref }
      assert.deepEqual(await store.get(ref), gone)
      assert.deepEqual(await store.get(ref, { from: 0, to: 1 }), gone)
      assert.deepEqual(await store.info(ref), gone)
      assert.deepEqual(await all(store), [])
      assert.equal((await store.marked()).size, 0)
      await store.mark(ref, clock.at)
      assert.equal((await store.marked()).size, 0)
      const again = await store.put('dropped')
      assert.deepEqual(await store.info(ref), again)
    },

    async 'the trash is emptied of what was dropped before a time'({ store, clock }) {
      for (const [index, text] of ['a', 'b', 'c'].entries()) {
        const { ref } = await store.put(text)
        await store.mark(ref, clock.at)
        await store.drop(ref, 'old', clock.at + index)
      }
      assert.equal(await store.purge(clock.at), 0)
      assert.equal(await store.purge(clock.at + 2), 2)
      assert.equal(await store.purge(clock.at + 2), 0)
      assert.equal(await store.purge(clock.at + 3), 1)
      assert.deepEqual(await store.info(sha256(Buffer.from('a'))), {
        gone: true,
        bytes: 1,
        hash: sha256(Buffer.from('a')),
      })
    },

    async 'what is erased is gone at once, from the trash too, until it is stored again'({ store, clock }) {
      const one = await store.put('one')
      const two = await store.put('two')
      await store.mark(two.ref, clock.at)
      await store.drop(two.ref, 'old', clock.at)
      for (const { ref, bytes } of [one, two]) {
        assert.equal(await store.erase(ref, 'forgotten', clock.at), true)
        assert.equal(await store.erase(ref, 'forgotten', clock.at), false)
        assert.deepEqual(await store.get(ref), { gone: true, bytes, hash: ref })
      }
      assert.equal(await store.purge(clock.at + 1), 0)
      assert.equal(await store.erase('0'.repeat(64), 'forgotten', clock.at), false)
      await store.put('one')
      assert.deepEqual(Buffer.from((await store.get(one.ref)) as Uint8Array).toString(), 'one')
    },

    async 'storing at the same time is storing once'({ store }) {
      const infos = await Promise.all(Array.from({ length: 6 }, () => store.put('same')))
      assert.equal(new Set(infos.map(({ ref }) => ref)).size, 1)
      assert.equal((await all(store)).length, 1)
    },

    ...(durable && {
      async 'a new driver finds blobs, marks and what is gone'({ store, clock, reopen }: Case<BlobStore>) {
        const [kept, marked, dropped] = await Promise.all(['kept', 'marked', 'dropped'].map((text) => store.put(text)))
        assert.ok(kept && marked && dropped)
        for (const { ref } of [marked, dropped]) await store.mark(ref, clock.at)
        const early = await reopen()
        await store.drop(dropped.ref, 'old', clock.at)
        for (const other of [early, await reopen()]) {
          assert.deepEqual(await all(other), byRef([kept, marked]))
          assert.deepEqual(await other.marked(), new Map([[marked.ref, clock.at]]))
          assert.deepEqual(await other.info(dropped.ref), { gone: true, bytes: 7, hash: dropped.ref })
          same(await other.get(kept.ref), Buffer.from('kept'))
        }
      },
    }),
  }
}

async function all(blobs: BlobStore): Promise<BlobInfo[]> {
  const infos: BlobInfo[] = []
  for await (const info of blobs.list()) infos.push(info)
  return byRef(infos)
}

function byRef(infos: readonly BlobInfo[]): BlobInfo[] {
  return infos.toSorted((a, b) => (a.ref < b.ref ? -1 : 1))
}

function same(actual: unknown, expected: Uint8Array): void {
  assert.ok(actual instanceof Uint8Array)
  assert.ok(Buffer.from(actual).equals(expected), 'the bytes differ')
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
