// Each agent that compacts by itself does so behind the proxy, in the middle of a task, and goes on from its summary.
import { expect, test, vi } from 'vitest'
import { programOf } from './agents.ts'
import { COMPACTING, kept } from './compacting.ts'
import { runTask } from './harness.ts'

vi.setConfig({ testTimeout: 600_000 })

for (const { agent, options } of COMPACTING) {
  const isThere = programOf(agent) !== undefined
  const hint = isThere ? '' : ` (not installed: node scripts/clients.mjs install ${agent.program})`
  test.skipIf(!isThere)(
    `G-43: the compaction of ${agent.name} is within the window, answered, kept as a note${hint}`,
    async () => {
      expect(kept(await runTask(agent, options))).toEqual([])
    },
  )
}
