import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { messageOf } from '../../test/message-of.ts'
import { userConfigPath } from './load.ts'
import { readConfig } from './fields.ts'

test('where a file of settings is, and what is in it', () => {
  expect([userConfigPath({ HOME: '/h' }), userConfigPath({ HOME: '/h', XDG_CONFIG_HOME: '/x' })]).toEqual([
    '/h/.config/daypack/daypack.json',
    '/x/daypack/daypack.json',
  ])
  const dir = mkdtempSync(path.join(tmpdir(), 'daypack-read-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const file = path.join(dir, 'file.json')
  const read = (text: string) => {
    writeFileSync(file, text)
    return messageOf(() => readConfig(file), dir)
  }
  expect([
    readConfig(path.join(dir, 'none.json')),
    readConfig(path.join(file, 'below')),
    read('\uFEFF{"window":1}'),
    read('{"kind":"workspace"}'),
    read('[1]'),
    read('{').split(':')[0],
    messageOf(() => readConfig(dir), dir),
    read(' '.repeat(4 * 1024 * 1024 + 1)),
    read(`${' '.repeat(4 * 1024 * 1024 - 2)}{}`),
  ]).toEqual([
    undefined,
    undefined,
    'none: {"window":1}',
    'none: undefined',
    'none: [1]',
    '<dir>/file.json is not JSON',
    '<dir> cannot be read: it is no plain file.',
    '<dir>/file.json cannot be read: it is longer than 4194304 bytes.',
    'none: {}',
  ])
})
