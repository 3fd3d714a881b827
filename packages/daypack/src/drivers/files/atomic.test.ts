import { expect, test } from 'vitest'
import { Disk, memVfs } from '../../../test/crash/mem-vfs.ts'
import { systemError } from '../../../test/crash/system-error.ts'
import { wrapVfs } from '../../../test/crash/wrap-vfs.ts'
import { stage, writeWhole } from './atomic.ts'
import { treeAt } from './paths.ts'

const place = { folder: [], name: 'file' }

function setUp(failing = '') {
  const disk = new Disk()
  const calls: string[] = []
  const vfs = wrapVfs(memVfs(disk), async ({ name, path }, run) => {
    if (['open', 'write', 'datasync', 'rename', 'syncDir', 'unlink'].includes(name)) calls.push(name)
    if (name === failing) throw systemError('EIO', name, path)
    return await run()
  })
  return { disk, calls, tree: treeAt(vfs, '/'), files: () => [...disk.files()].map(({ path }) => path) }
}

test('a file is written aside, synced, renamed, and its name synced, in this order', async () => {
  const { tree, calls, files } = setUp()
  await writeWhole(tree, place, [Buffer.from('text')])
  expect(calls).toEqual(['open', 'write', 'datasync', 'rename', 'syncDir'])
  expect(files()).toEqual(['/file'])
})

test.each(['write', 'datasync', 'rename'])(
  'when %s fails nothing is left, and the old bytes stand',
  async (failing) => {
    const { disk, files } = setUp()
    await writeWhole(treeAt(memVfs(disk), '/'), place, [Buffer.from('old')])
    const vfs = wrapVfs(memVfs(disk), async ({ name, path }, run) => {
      if (name === failing) throw systemError('EIO', name, path)
      return await run()
    })
    await expect(writeWhole(treeAt(vfs, '/'), place, [Buffer.from('new')])).rejects.toMatchObject({ code: 'EIO' })
    expect(files()).toEqual(['/file'])
    expect(disk.find('/file')?.data.subarray(0, 3).toString()).toBe('old')
  },
)

test('a disk that takes nothing is full', async () => {
  const { disk, files } = setUp()
  const vfs = wrapVfs(memVfs(disk), ({ name, bytes }, run) => run(name === 'write' ? bytes?.subarray(0, 0) : undefined))
  await expect(stage(treeAt(vfs, '/'), [], [Buffer.from('text')])).rejects.toMatchObject({ code: 'disk-full' })
  expect(files()).toEqual([])
})

test('what is written in several goes is whole', async () => {
  const { disk } = setUp()
  const vfs = wrapVfs(memVfs(disk), ({ name, bytes }, run) => run(name === 'write' ? bytes?.subarray(0, 3) : undefined))
  await writeWhole(treeAt(vfs, '/'), place, [Buffer.from('in several goes')])
  expect(disk.find('/file')?.data.subarray(0, 15).toString()).toBe('in several goes')
})
