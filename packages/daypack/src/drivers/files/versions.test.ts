import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { writeWhole } from './atomic.ts'
import { encodeName } from './names.ts'
import { treeAt } from './paths.ts'
import { versionsOf } from './versions.ts'

const A = 'memory/a.md'
const folder = ['.versions', encodeName(A)]

async function setUp() {
  const disk = new Disk()
  const tree = treeAt(memVfs(disk), '/')
  await tree.makeFolder(folder)
  const write = (name: string, text: string) => writeWhole(tree, { folder, name }, [Buffer.from(text)])
  const names = () => [...disk.files()].map(({ path }) => path.split('/').at(-1))
  return { versions: versionsOf(tree), write, names }
}

test('versions are numbered from 1, whatever else lies there; the newest is first, then by path', async () => {
  const { versions, write } = await setUp()
  await write('mine.md', 'x')
  const texts = ['', 'one', 'two'].map((text) => Buffer.from(text))
  for (const [at, text] of texts.entries()) await versions.keep({ path: A, at: at === 0 ? 9 : 5 }, text)
  for (const path of ['memory/b.md', 'MEMORY.md']) await versions.keep({ path, at: 5 }, Buffer.from(path))
  const listed = (await versions.list()).map(({ path, id, at }) => `${path} ${Number(id)} ${at}`)
  expect(listed).toEqual(['memory/a.md 1 9', 'MEMORY.md 1 5', 'memory/a.md 3 5', 'memory/a.md 2 5', 'memory/b.md 1 5'])
  expect((await versions.list('MEMORY.md')).map(({ path }) => path)).toEqual(['MEMORY.md'])
})

test('of a version the text before is read by its number, the text after by its hash; one kept by mistake is forgotten', async () => {
  const { versions, write, names } = await setUp()
  const next = hash('sha256', 'after')
  await versions.keep({ path: A, at: 1, next }, Buffer.from('before'), Buffer.from('after'))
  await (await versions.keep({ path: A, at: 2 }, Buffer.from('x'))).forget()
  expect(names()).toEqual(['00000001.md'])
  expect([await versions.read(A, '00000001'), await versions.read(A, next)]).toEqual(['before', 'after'])
  // As it was written before the text after was kept too.
  await write('00000002.md', `{"path":"${A}","at":2,"next":"old"}\nall of it\n`)
  expect([await versions.read(A, '00000002'), await versions.read(A, 'old')]).toEqual(['all of it\n', undefined])
  expect(await versions.read(A, '00000003')).toBeUndefined()
})

test('a moved version keeps its number; what is no number is refused', async () => {
  const { versions } = await setUp()
  await versions.adopt({ path: A, id: '00000007', at: 3, text: 'before', written: 'after', next: 'n', why: 'w' })
  await versions.adopt({ path: A, id: '00000008', at: 4, text: 'last' })
  const [last, first] = await versions.list(A)
  expect([last, first]).toEqual([
    { path: A, id: '00000008', at: 4 },
    { path: A, id: '00000007', at: 3, next: 'n', why: 'w' },
  ])
  expect([await versions.read(A, '00000007'), await versions.read(A, 'n')]).toEqual(['before', 'after'])
  const odd = { path: A, id: '../7', at: 3, text: '' }
  await expect(versions.adopt(odd)).rejects.toMatchObject({ code: 'damaged' })
})

test.each([
  // the text before and after, how many versions count as changed, and what is left of both
  ['plain', 'plain', 0, ['plain', 'plain']],
  ['secret', 'plain', 1, ['…', 'plain']],
  ['plain', 'secret', 0, ['plain', '…']],
  ['secret', 'secret', 1, ['…', '…']],
  ['secret', undefined, 1, ['…', undefined]],
  ['drop', 'plain', 1, [undefined, undefined]],
] as const)('scrubbing %j, then %j', async (before, after, changed, left) => {
  const { versions } = await setUp()
  const of = (text: string | undefined) => text && hash('sha256', text)
  const about = { path: A, at: 1, hash: of(before), next: of(after) }
  await versions.keep(about, Buffer.from(before), after === undefined ? undefined : Buffer.from(after))
  const change = (text: string) => (text === 'drop' ? undefined : text.replace('secret', '…'))
  expect(await versions.scrub(change)).toBe(changed)
  const [found] = await versions.list(A)
  expect([found?.hash, found?.next]).toEqual(left.map(of))
  expect([await versions.read(A, '00000001'), await versions.read(A, found?.next ?? '-')]).toEqual(left)
})
