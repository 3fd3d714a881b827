import { describe, expect, test, vi } from 'vitest'
import { AGENTS, programOf } from './agents.ts'
import { runTask } from './harness.ts'
import { held } from './held.ts'

vi.setConfig({ testTimeout: 600_000 })

describe('real agents behind the proxy', () => {
  for (const agent of AGENTS) {
    const isThere = programOf(agent) !== undefined
    const hint = isThere ? '' : ' (not installed: node scripts/clients.mjs install)'
    test.skipIf(!isThere)(
      `${agent.name}: a task three times the window, with faults, stopped and resumed${hint}`,
      async () => {
        const outcome = await runTask(agent)
        expect(held(outcome)).toEqual([])
      },
    )
  }
})
