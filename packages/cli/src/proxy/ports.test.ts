import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { notedPorts, notePort } from './ports.ts'

function folder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'daypack-ports-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

test('the newest proxy of a workspace comes first, and one that ended is no longer there', () => {
  const dir = folder()
  expect(notedPorts(dir)).toEqual([])
  const forgetFirst = notePort(dir, 40_001)
  const forgetSecond = notePort(dir, 40_002)
  expect(notedPorts(dir)).toEqual([40_002, 40_001])
  forgetFirst()
  expect(notedPorts(dir)).toEqual([40_002])
  forgetSecond()
  expect(notedPorts(dir)).toEqual([])
})

test('those that were killed are not kept for ever, and a list that a project brings along is not read', () => {
  const dir = folder()
  for (let port = 40_001; port <= 40_020; port++) notePort(dir, port)
  expect(notedPorts(dir)).toEqual([40_020, 40_019, 40_018, 40_017, 40_016, 40_015, 40_014, 40_013])
  const other = folder()
  writeFileSync(path.join(other, 'proxy-ports'), '40001')
  chmodSync(path.join(other, 'proxy-ports'), 0o644)
  expect(notedPorts(other)).toEqual([])
})

test('where nothing can be written, nothing fails', () => {
  expect(() => notePort(path.join(folder(), 'missing'), 40_001)()).not.toThrow()
})
