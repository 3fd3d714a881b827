import { replay, unmanaged, type Figures } from 'daypack-lab/replay/run'
import type { ReplaySession } from 'daypack-lab/measure/session'
import { short } from './meter.ts'

const SHARES = [0.75, 0.5, 0.35, 0.25]
const SMALLEST = 4_000

export async function fitting(session: ReplaySession, rows: readonly Figures[], window: number): Promise<string[]> {
  const best = Math.min(...rows.map(({ cost }) => cost))
  const { cost, most } = unmanaged(session)
  if (best < cost || most > window) return []
  const isFolded = rows.some(({ epochs }) => epochs > 0)
  const why = isFolded
    ? '  Nothing was gained: what folding saved is less than what it cost to write the prompt anew.'
    : `  It never came close to the window (${short(most)} of ${short(window)} tokens), so nothing was left out and nothing was gained.`
  for (const share of SHARES) {
    const smaller = Math.max(SMALLEST, Math.round((most * share) / 1_000) * 1_000)
    if (smaller >= window) continue
    const tried = await tryAt(session, smaller)
    if (tried && tried.epochs > 0 && tried.share < 1)
      return [
        why,
        `  At --window ${smaller} it would have cost ${(tried.share * 100).toFixed(0)} % of sending everything.`,
      ]
    if (smaller === SMALLEST) break
  }
  return [why, '  It is too short for any window to make a difference.']
}

/** undefined where it can't be sent at all in so small a window. */
function tryAt(session: ReplaySession, window: number): Promise<Figures | undefined> {
  const options = {
    preset: 'daypack' as const,
    window,
    memory: false as const,
    warn: false as const,
    retention: false as const,
  }
  return replay('daypack', session, options).catch(() => undefined)
}
