// What each part of the hand-over, and each mechanism around it, buys: the default preset without it. The table of docs/handover.md:
//   node --conditions=daypack-source bench/replay/tune.ts --windows 64 bench/replay/ablations.ts
import { compact, type CompactOptions } from '../../packages/daypack/src/passes/compact.ts'
import { ratios } from '../../packages/daypack/src/plan/policy.ts'
import { daypack } from '../../packages/daypack/src/presets/daypack.ts'
import { KEEP } from '../../packages/daypack/src/presets/keep.ts'
import type { Tuning } from '../../packages/daypack/src/config.ts'
import type { EngineOptions } from '../../lab/src/measure/engine.ts'

const base = (): EngineOptions => ({ preset: 'daypack' })
const passes = () => daypack().options.passes
const tuned = (tuning: Tuning) => (): EngineOptions => ({ ...base(), tuning })
const compacting = (options: CompactOptions) => (): EngineOptions => ({
  ...base(),
  tuning: {
    passes: passes().map((pass) =>
      pass.name === 'compact'
        ? compact({ room: KEEP.balanced.room, viewShare: KEEP.balanced.viewShare, ...options })
        : pass,
    ),
  },
})

export const variants: Record<string, () => EngineOptions> = {
  default: base,
  'no files in work': compacting({ files: false }),
  'with a note': base,
  'nothing cut at write': () => ({ ...base(), tuning: { passes: passes().filter((pass) => pass.name !== 'offload') } }),
  'no cold epochs': tuned({ cacheTtlMs: Number.MAX_SAFE_INTEGER }),
  'epochs at 80 %': tuned({ policy: ratios({ high: 0.8, low: 0.25 }) }),
}

/** These get the summarizer everybody gets. */
export const withModel = ['with a note']
