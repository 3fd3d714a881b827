// Runs before every test file: which switch is on, and which are reached.
import { appendFileSync, readFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'

const [state = '', hits = ''] = (process.env['DAYPACK_MUTATE'] ?? '').split('|')
const active = Number(readFileSync(state, 'utf8'))
const world = /** @type {{ reachedMutants?: Set<number>, isMutant?: (id: number) => boolean }} */ (globalThis)
const reached = (world.reachedMutants ??= new Set())
world.isMutant = (id) => {
  reached.add(id)
  return id === active
}
afterAll(() => {
  appendFileSync(hits, `${JSON.stringify({ test: expect.getState().testPath, reached: [...reached] })}\n`)
})
