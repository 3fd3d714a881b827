import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outsideCommand } from './outside.ts'

let dir = ''
beforeEach(() => void (dir = mkdtempSync(path.join(tmpdir(), 'daypack-outside-'))))
afterEach(() => rmSync(dir, { recursive: true }))

function program(name: string): string {
  const file = path.join(dir, name)
  writeFileSync(file, '#!/bin/sh\n')
  chmodSync(file, 0o755)
  return file
}

test('a program on the PATH is found by its name, on Windows by its ending', () => {
  const searched = ['', path.join(dir, 'none'), dir].join(path.delimiter)
  const plain = program('daypack-hello')
  const script = program('daypack-hello.CMD')
  expect([
    outsideCommand('hello', searched, ['']),
    outsideCommand('hello', searched, ['.EXE', '.CMD']),
    outsideCommand('none', searched, ['', '.CMD']),
    outsideCommand('../hello', searched, ['']),
  ]).toEqual([plain, script, undefined, undefined])
})
