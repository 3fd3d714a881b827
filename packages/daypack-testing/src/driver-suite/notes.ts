import type { NoteStore } from 'daypack'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Case, Cases } from '../cases.ts'

const UNSAFE = [
  '',
  '.',
  '..',
  '/',
  'memory',
  'memory/',
  'memory/..',
  'memory/../MEMORY.md',
  'memory/../../x',
  '../MEMORY.md',
  '/MEMORY.md',
  './MEMORY.md',
  'memory//x.md',
  'memory/./x.md',
  'memory/.x.md',
  'memory/.x/y.md',
  'memory/a\u0000.md',
  'memory\\x.md',
  'memory/a\\..\\b.md',
  'memoryx/a.md',
  'memory-2/a.md',
  'MEMORY.md/x',
  'log/s.jsonl',
  'daypack.json',
  'C:/x.md',
  'memory/a\nb.md',
  `memory/${'x'.repeat(300)}.md`,
  '\ud800',
  'memory/\ud800.md',
  'Memory/x.md',
  '~/x',
  'file:///etc/passwd',
]

export function noteCases(durable: boolean): Cases<NoteStore> {
  return {
    async 'a note is written, read and listed'({ store }) {
      assert.equal(await store.read('MEMORY.md'), undefined)
      assert.deepEqual(await store.list(), [])
      for (const [path, text] of Object.entries(SOME)) {
        assert.deepEqual(await store.write(path, text, { expect: undefined }), { hash: sha256(text) })
        const { modified, ...read } = (await store.read(path)) ?? { modified: undefined }
        assert.deepEqual(read, { text, hash: sha256(text) })
        assert.equal(Number.isSafeInteger(modified), true)
      }
      assert.deepEqual(await store.list(), Object.keys(SOME).toSorted())
      assert.deepEqual(await store.list('memory/deep/'), ['memory/deep/er/note.md', 'memory/deep/note.md'])
      assert.deepEqual(await store.list('nothing'), [])
    },

    async 'a write that does not know the latest text is a conflict, and changes nothing'({ store }) {
      assert.deepEqual(await store.write('MEMORY.md', 'x', { expect: sha256('old') }), { conflict: undefined })
      await store.write('MEMORY.md', 'one', { expect: undefined })
      assert.deepEqual(await store.write('MEMORY.md', 'two', { expect: undefined }), { conflict: sha256('one') })
      assert.deepEqual(await store.write('MEMORY.md', 'two', { expect: sha256('zero') }), { conflict: sha256('one') })
      assert.equal((await store.read('MEMORY.md'))?.text, 'one')
      assert.equal((await store.versions()).length, 1)
    },

    async 'of edits at the same time exactly one lands'({ store }) {
      await store.write('MEMORY.md', 'start', { expect: undefined })
      const results = await Promise.all(
        Array.from({ length: 6 }, (_, index) => store.write('MEMORY.md', `edit ${index}`, { expect: sha256('start') })),
      )
      assert.equal(results.filter((result) => 'hash' in result).length, 1)
    },

    async 'what stood there before is kept, newest first, and when a note was made'({ store, clock }) {
      const texts = ['one', 'two', 'three']
      for (const [index, text] of texts.entries()) {
        await store.write('memory/a.md', text, {
          expect: index === 0 ? undefined : sha256(texts[index - 1] ?? ''),
          why: `to ${text}`,
        })
        clock.at += 1000
      }
      await store.write('memory/a.md', 'three', { expect: sha256('three') })
      assert.equal(await store.remove('memory/a.md', { expect: sha256('three'), why: 'done' }), true)
      const versions = await store.versions('memory/a.md')
      const path = 'memory/a.md'
      const times = versions.map(({ at }) => at - clock.at)
      assert.deepEqual(times, [0, -1000, -2000, -3000])
      assert.deepEqual(
        versions.map(({ id: _, at: __, ...rest }) => rest),
        [
          { path, hash: sha256('three'), why: 'done' },
          { path, hash: sha256('two'), next: sha256('three'), why: 'to three' },
          { path, hash: sha256('one'), next: sha256('two'), why: 'to two' },
          { path, next: sha256('one'), why: 'to one' },
        ],
      )
      assert.deepEqual(await Promise.all(versions.map(({ id }) => store.version(path, id))), [
        'three',
        'two',
        'one',
        '',
      ])
      assert.equal(await store.version(path, 'none'), undefined)
      assert.deepEqual(await store.versions(), versions)
      assert.deepEqual(await store.versions('MEMORY.md'), [])
    },

    async 'a note is removed by who knows its text'({ store }) {
      assert.equal(await store.remove('memory/a.md', { expect: sha256('a') }), false)
      await store.write('memory/a.md', 'a', { expect: undefined })
      assert.equal(await store.remove('memory/a.md', { expect: sha256('b') }), false)
      assert.equal(await store.remove('memory/a.md', { expect: sha256('a') }), true)
      assert.equal(await store.read('memory/a.md'), undefined)
      assert.deepEqual(await store.list(), [])
      assert.deepEqual(await store.write('memory/a.md', 'b', { expect: undefined }), { hash: sha256('b') })
    },

    async 'what a write put there can be read by its hash, and is scrubbed too'({ store }) {
      await store.write('MEMORY.md', 'one', { expect: undefined })
      await store.write('MEMORY.md', 'two secret', { expect: sha256('one') })
      assert.equal(await store.version('MEMORY.md', sha256('two secret')), 'two secret')
      await store.scrubVersions((text) => text.replace('secret', '-'))
      assert.equal(await store.version('MEMORY.md', sha256('two secret')), undefined)
      assert.equal(await store.version('MEMORY.md', sha256('two -')), 'two -')
    },

    async 'kept versions can be scrubbed'({ store }) {
      await store.write('MEMORY.md', 'a secret', { expect: undefined })
      await store.write('MEMORY.md', 'nothing', { expect: sha256('a secret') })
      await store.write('MEMORY.md', 'only secret', { expect: sha256('nothing') })
      await store.write('MEMORY.md', 'clean', { expect: sha256('only secret') })
      const scrubbed = await store.scrubVersions((text, path) => {
        assert.equal(path, 'MEMORY.md')
        return text.startsWith('only') ? undefined : text.replace('secret', '-')
      })
      assert.equal(scrubbed, 2)
      const versions = await store.versions('MEMORY.md')
      const texts = await Promise.all(versions.map(({ id }) => store.version('MEMORY.md', id)))
      assert.deepEqual(texts, ['nothing', 'a -', ''])
      assert.deepEqual(
        versions.map(({ hash }) => hash),
        texts.map((text) => (text ? sha256(text) : undefined)),
      )
    },

    async 'paths that lead elsewhere are refused'({ store }) {
      for (const path of UNSAFE) {
        await assert.rejects(store.read(path), { code: 'unsafe-path' }, path)
        await assert.rejects(store.write(path, 'x', { expect: undefined }), { code: 'unsafe-path' }, path)
        await assert.rejects(store.remove(path, { expect: 'x' }), { code: 'unsafe-path' }, path)
      }
      assert.deepEqual(await store.list(), [])
    },

    ...(durable && {
      async 'a new driver finds notes and versions'({ store, reopen }: Case<NoteStore>) {
        await store.write('MEMORY.md', 'one', { expect: undefined })
        await store.write('MEMORY.md', 'two', { expect: sha256('one') })
        const other = await reopen()
        assert.equal((await other.read('MEMORY.md'))?.text, 'two')
        assert.deepEqual(await other.versions(), await store.versions())
        await other.write('MEMORY.md', 'three', { expect: sha256('two') })
        assert.deepEqual(await store.write('MEMORY.md', 'x', { expect: sha256('two') }), {
          conflict: sha256('three'),
        })
      },
    }),
  }
}

const SOME: Record<string, string> = {
  'MEMORY.md': '# Memory\n',
  'memory/2026-03-28.md': '',
  'memory/deep/note.md': '\ufeffwith a mark\r\n',
  'memory/deep/er/note.md': '日本語 😀'.repeat(1000),
  'memory/name with spaces, 日本.md': 'x',
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
