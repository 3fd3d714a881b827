import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
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

test.skipIf(process.platform === 'win32')(
  'only what it makes gets a mode; what lies there is told as it is',
  async () => {
    const place = (name: string) => join(dir, name)
    await (await nodeVfs.open(place('made'), 'create')).close()
    writeFileSync(place('theirs'), 'text')
    chmodSync(place('theirs'), 0o641)
    for (const mode of ['read', 'append'] as const) await (await nodeVfs.open(place('theirs'), mode)).close()
    mkdirSync(place('folder'))
    symlinkSync(place('nowhere'), place('link'))
    execFileSync('mkfifo', [place('pipe')])
    const kinds = Object.fromEntries((await nodeVfs.readdir(dir)).map(({ name, kind }) => [name, kind]))
    expect(kinds).toEqual({ made: 'file', theirs: 'file', folder: 'directory', link: 'link', pipe: 'other' })
    expect([(await nodeVfs.stat(place('made'))).mode, (await nodeVfs.stat(place('theirs'))).mode]).toEqual([
      0o600, 0o641,
    ])
    expect(['made', 'link', 'nowhere'].map((name) => nodeVfs.isThere?.(place(name)))).toEqual([true, true, false])
  },
)
