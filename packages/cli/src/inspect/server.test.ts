import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DaypackError } from 'daypack'
import { expect, onTestFinished, test } from 'vitest'
import { inspectServer } from './server.ts'

test('an answer says whether the question was wrong, nothing is there, or the server failed', async () => {
  const page = mkdtempSync(path.join(tmpdir(), 'daypack-page-'))
  onTestFinished(() => rmSync(page, { recursive: true }))
  let problem = new Error('the disk is gone')
  const reader = { list: () => Promise.reject(problem) } as never
  const served = await inspectServer({ reader, page, token: 'secret', about: { window: 1 } as never })
  const asked = async (what: string) => {
    const response = await fetch(`${served.url}${what}`, { redirect: 'manual' })
    return [response.status, await response.json().catch(() => response.headers.get('location'))]
  }
  const told = [await asked('api/about'), await asked('api/sessions')]
  problem = new DaypackError('bad-config', 'a wrong number')
  told.push(await asked('api/sessions'))
  problem = new DaypackError('not-found', 'no such session')
  told.push(await asked('api/sessions'), await asked('none.js'), await asked('../secret'))
  await served.close()
  expect(told).toEqual([
    [200, { window: 1 }],
    [500, { error: 'the disk is gone' }],
    [400, { error: 'a wrong number' }],
    [404, { error: 'no such session' }],
    [404, { error: 'There is no none.js here.' }],
    [302, '/secret/'],
  ])
})
