// What the gateway answers itself, and to whom.
import { expect, test, vi } from 'vitest'
import type { Admission } from '../door/admit.ts'
import type { Incoming } from '../http/upstream.ts'
import { ownEndpoints } from './own-endpoints.ts'

function asked(path: string, person?: string) {
  const status = vi.fn(async (..._: unknown[]) => ({ sessions: [] }))
  const parts = { pack: undefined, token: undefined, planner: { status }, team: {} } as never
  const home = { user: person ?? 'key-1' }
  const admission = { route: { path, search: '' }, sender: { home }, ...(person !== undefined && { person }) }
  const answered = ownEndpoints(parts)({ method: 'GET' } as Incoming, admission as unknown as Admission)
  return { answered, status }
}

test('the status of all sessions is shown to whoever owns the gateway, and to a person of a team only their own', async () => {
  const owner = asked('/daypack/status')
  expect((await owner.answered).status).toBe(200)
  expect(owner.status).toHaveBeenCalledWith(undefined)
  const ann = asked('/daypack/status', 'ann')
  expect((await ann.answered).status).toBe(200)
  expect(ann.status).toHaveBeenCalledWith({ user: 'ann' })
})

test('memory is served to nobody without a token', async () => {
  expect((await asked('/daypack/memory/notes').answered).status).toBe(403)
})
