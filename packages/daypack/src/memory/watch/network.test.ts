import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { isNetworkFolder, isRemote } from './network.ts'

test.each([
  ['NFS', 0x6969, true],
  ['SMB', 0xff534d42, true],
  // As statfs gives it where the field is a signed 32-bit number.
  ['SMB, signed', 0xff534d42 - 2 ** 32, true],
  ['SMB 2', 0xfe534d42, true],
  ['9p', 0x01021997, true],
  ['ext4', 0xef53, false],
  ['tmpfs', 0x01021994, false],
  ['overlay', 0x794c7630, false],
  ['btrfs', 0x9123683e, false],
])('%s is remote: %s', (_, type, expected) => {
  expect(isRemote(type)).toBe(expected)
})

test('a folder of this machine is none, nor is one that is not there, nor one nobody can tell of', () => {
  expect(isNetworkFolder(tmpdir())).toBe(false)
  expect(isNetworkFolder('/no/such/folder')).toBe(false)
  expect(isNetworkFolder(tmpdir(), 'win32')).toBe(false)
})
