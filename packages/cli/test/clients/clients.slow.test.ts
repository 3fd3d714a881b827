import { describe, test, vi } from 'vitest'
import { AGENTS, programOf } from './agents.ts'
import { runTask } from './harness.ts'
import { held } from './held.ts'

vi.setConfig({ testTimeout: 600_000, maxConcurrency: 3 })

// Agents wait for themselves much of the time: three at once take half as long.
describe.concurrent('real agents behind the proxy', () => {
  for (const agent of AGENTS) {
    const isThere = programOf(agent) !== undefined
    const hint = isThere ? '' : ' (not installed: node scripts/clients.mjs install)'
    test.skipIf(!isThere)(
      `${agent.name}: a task three times the window, with faults, stopped and resumed${hint}`,
      async ({ expect }) => {
        const outcome = await runTask(agent, { steps: 40, isAlone: true })
        expect(held(outcome)).toEqual([])
      },
    )
  }
})
