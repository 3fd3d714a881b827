import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import { nodeVfs } from './node-vfs.ts'
import { errno } from './vfs.ts'

const dir = temporary()

test.skipIf(process.platform === 'win32')(
  'a folder is opened to be synced: where there is none, that is told',
  async () => {
    await expect(nodeVfs.syncDir(join(dir, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' })
    await nodeVfs.syncDir(dir)
  },
)

test('anything may be thrown: only a code in words is one', () => {
  const thrown = [{ code: 'ENOENT' }, { code: 5 }, {}, 'ENOENT', null, undefined]
  expect(thrown.map(errno)).toEqual(['ENOENT', ...Array.from({ length: 5 }, () => undefined)])
})
