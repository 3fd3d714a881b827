import { expect, test } from 'vitest'
import { messageOf } from '../../test/message-of.ts'
import type { Config } from './schema.ts'
import { checkProject } from './trust.ts'

test('what a file of the project may say of places', () => {
  const may = (config: Config) => messageOf(() => checkProject(config, 'daypack.json', '/work')).split('. Put')[0]
  expect(
    [
      { dir: 'w', model: 'gpt', memory: { dir: 'n' } },
      { model: 'gpt:x', chat: {} },
      { provider: {}, model: 'google:x', chat: { allowShell: false } },
      { memory: { embedding: {}, backend: 'local' } },
      { dir: 'postgres://h/d', memory: { dir: '..' } },
      { dir: '..' },
      { dir: './' },
    ].map((config) => may(config as Config)),
  ).toEqual([
    'none: {"dir":"w","model":"gpt","memory":{"dir":"n"}}',
    'none: {"model":"gpt:x","chat":{}}',
    'daypack.json comes with the project and may not set provider, chat.allowShell, model (with a provider in front; a name alone is allowed)',
    'daypack.json comes with the project and may not set memory.embedding, memory.backend',
    'daypack.json comes with the project and may not set dir (a database), memory.dir (outside the project)',
    'daypack.json comes with the project and may not set dir (outside the project)',
    'daypack.json: dir: the workspace has its own daypack.json and cannot be the same folder; write ".daypack".',
  ])
})
