import { unmanaged, type Figures } from 'daypack-lab/replay/run'
import type { ReplaySession } from 'daypack-lab/measure/session'
import { short } from './meter.ts'

/** Why nothing was gained; undefined where something was. */
export function whyNoGain(session: ReplaySession, rows: readonly Figures[], window: number): string | undefined {
  const { cost, most } = unmanaged(session)
  if (Math.min(...rows.map((row) => row.cost)) < cost || most > window) return undefined
  return rows.some(({ epochs }) => epochs > 0)
    ? '  Nothing was gained: what folding saved is less than what it cost to write the prompt anew.'
    : `  It never came close to the window (${short(most)} of ${short(window)} tokens), so nothing was left out and nothing was gained. A smaller --window shows what would be.`
}
