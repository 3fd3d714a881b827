import { memoryDriver } from 'daypack/drivers'
import { presetOf } from 'daypack/presets'
import type { Transcript } from '../transcripts/transcript.ts'
import { short } from './meter.ts'
import { replay, type Figures } from './run.ts'

/** Shares of the session's size at which a window is tried. */
const SHARES = [0.75, 0.5, 0.35, 0.25]
const SMALLEST = 4_000

/** Why a session that fits saves nothing, and at which window it would. */
export async function fitting(
  transcript: Transcript,
  rows: readonly Figures[],
  most: number,
  window: number,
  count: (text: string) => number,
): Promise<string[]> {
  if (rows.some((row) => row.epochs > 0) || most > window) return []
  const why = `  It never came close to the window (${short(most)} of ${short(window)} tokens), so nothing was left out and nothing was saved.`
  for (const share of SHARES) {
    const smaller = Math.max(SMALLEST, Math.round((most * share) / 1_000) * 1_000)
    if (smaller >= window) continue
    const tried = await tryAt(transcript, smaller, count)
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
async function tryAt(
  transcript: Transcript,
  window: number,
  count: (text: string) => number,
): Promise<Figures | undefined> {
  const driver = memoryDriver({ now: () => 0, zone: 'UTC' })
  const options = { ...presetOf('daypack').options, window, driver, memory: false as const, warn: false as const }
  return replay('daypack', transcript, options, count).catch(() => undefined)
}
