import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keptToken, tokenFor } from './token.ts'

function folder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'daypack-token-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

test('G-80: a workspace has a token of its own, for its owner alone, and keeps it', () => {
  const [one, other] = [folder(), folder()]
  const token = tokenFor(one)
  expect(token).toMatch(/^[\w-]{24}$/)
  expect(tokenFor(one)).toBe(token)
  expect(keptToken(one)).toBe(token)
  expect(tokenFor(other)).not.toBe(token)
  expect(statSync(path.join(one, 'proxy-token')).mode & 0o777).toBe(0o600)
})

test('G-80: a token that a project brings along is not taken', () => {
  const dir = folder()
  const file = path.join(dir, 'proxy-token')
  const brought = 'a'.repeat(24)
  writeFileSync(file, brought)
  chmodSync(file, 0o644)
  expect(keptToken(dir)).toBeUndefined()
  expect(tokenFor(dir)).not.toBe(brought)
  const linked = folder()
  writeFileSync(path.join(linked, 'other'), brought, { mode: 0o600 })
  symlinkSync('other', path.join(linked, 'proxy-token'))
  expect(keptToken(linked)).toBeUndefined()
})

test('without a place to keep it there is one all the same', () => {
  expect(tokenFor(path.join(folder(), 'missing'))).toMatch(/^[\w-]{24}$/)
})
