import { expect, test } from 'vitest'
import { systemError } from '../../../test/crash/system-error.ts'
import { DaypackError } from '../../model/errors.ts'
import { attempt, failure } from './failure.ts'

test.each([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['EFBIG', 'disk-full'],
  ['ELOOP', 'unsafe-path'],
  ['ENOTDIR', 'unsafe-path'],
  ['EACCES', 'io'],
  ['EPERM', 'io'],
  ['EROFS', 'io'],
  ['EMFILE', 'io'],
  ['ENFILE', 'io'],
  ['EIO', 'io'],
])('%s is told as %s, with what was being done and what to do', (errno, code) => {
  const cause = systemError(errno, 'write')
  const error = failure('log.append', cause)
  expect(error).toMatchObject({ code, cause, details: { errno } })
  expect(error.message).toMatch(new RegExp(`^log\\.append failed \\(${errno}\\)\\. .{20,}`))
})

test('what has no number is told too, and what was told already is passed on', async () => {
  expect(failure('log.read', new RangeError('odd')).message).toMatch(/^log\.read failed\. /)
  expect(failure('log.read', 'a string')).toMatchObject({ code: 'io', cause: 'a string' })
  expect(failure('log.read', Object.assign(new Error('odd'), { code: 7 }))).toMatchObject({ code: 'io' })
  const own = new DaypackError('conflict', 'mine')
  await expect(attempt('log.read', () => Promise.reject(own))).rejects.toBe(own)
})
