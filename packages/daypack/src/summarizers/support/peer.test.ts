import { expect, test } from 'vitest'
import { peer } from './peer.ts'

test('a package that is not installed is named, with the command that installs it', async () => {
  const missing = peer('openai', () => Promise.reject(new Error("Cannot find package 'openai'")))
  await expect(missing).rejects.toMatchObject({
    code: 'missing-peer',
    message: expect.stringContaining('npm install openai'),
  })
})
