import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import { nodeVfs } from './node-vfs.ts'

const dir = temporary()

test.skipIf(process.platform === 'win32')(
  'a folder is opened to be synced: where there is none, that is told',
  async () => {
    await expect(nodeVfs.syncDir(join(dir, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' })
    await nodeVfs.syncDir(dir)
  },
)
