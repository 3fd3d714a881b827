import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { programOf } from '../clients/agents.ts'
import { runTask } from '../clients/harness.ts'
import { PLUGGED } from './agents.ts'

vi.setConfig({ testTimeout: 600_000 })

// The agent's own Node loads the library as it is packed.
const isBuilt = ['daypack/dist/internal.js', 'cli/dist/plugins/index.js'].every((file) =>
  existsSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url))),
)
// OpenClaw takes a minute or more, and is run at night.
const isNight = process.env['DAYPACK_NIGHTLY'] !== undefined

for (const agent of PLUGGED) {
  const isThere = programOf(agent) !== undefined
  const isLarge = !agent.name.startsWith('pi')
  const hint = !isThere
    ? ` (not installed: node scripts/clients.mjs install ${agent.program})`
    : isLarge && !isNight
      ? ' (only with DAYPACK_NIGHTLY=1)'
      : isBuilt
        ? ''
        : ' (not built: npm run build)'
  test.skipIf(hint !== '')(
    `${agent.name} with our plug-in: a task twice the window, without a proxy${hint}`,
    async () => {
      const { window } = agent
      const { isDone, refused, windows } = await runTask(agent, {
        isDirect: true,
        withFaults: false,
        steps: 40,
        window,
      })
      expect(windows).toBeGreaterThan(2)
      expect(isDone).toBe(true)
      // Its engine sees a turn only when the next one begins: one that outgrows the window by itself is refused, then taken up.
      if (agent.program !== 'openclaw') expect(refused).toEqual([])
    },
  )
}
