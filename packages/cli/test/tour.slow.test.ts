import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { daypack, project } from './run.ts'

test('F-20: the tour deletes nothing: a folder in use stays as it is', async () => {
  const at = project()
  const mine = path.join(at.dir, 'mine')
  mkdirSync(path.join(mine, 'log'), { recursive: true })
  writeFileSync(path.join(mine, 'log', 'daypack.jsonl'), 'my session\n')
  writeFileSync(path.join(mine, 'MEMORY.md'), 'my notes\n')
  const ran = await daypack(at, ['tour', '--dir', mine])
  expect(ran.code).toBe(0)
  expect(readFileSync(path.join(mine, 'MEMORY.md'), 'utf8')).toBe('my notes\n')
  expect(readFileSync(path.join(mine, 'log', 'daypack.jsonl'), 'utf8')).toBe('my session\n')
  expect(readdirSync(mine)).toEqual(['MEMORY.md', 'log'])
  expect(readdirSync(path.join(at.dir, 'mine-2'))).toContain('log')
  at.remove()
})
