// What each part of the hand-over, and each mechanism around it, buys: the default preset without it. The table of docs/handover.md:
//   node --conditions=daypack-source bench/replay/tune.ts --windows 64 bench/replay/ablations.ts
import { compact, type CompactOptions } from '../../packages/daypack/src/passes/compact.ts'
import { ratios } from '../../packages/daypack/src/plan/policy.ts'
import { daypack } from '../../packages/daypack/src/presets/daypack.ts'
import { KEEP } from '../../packages/daypack/src/presets/keep.ts'
import type { EngineOptions } from '../../packages/cli/src/measure/engine.ts'

const base = () => daypack().options
const compacting = (options: CompactOptions) => (): EngineOptions => ({
  ...base(),
  passes: base().passes.map((pass) =>
    pass.name === 'compact'
      ? compact({ room: KEEP.balanced.room, viewShare: KEEP.balanced.viewShare, ...options })
      : pass,
  ),
})

export const variants: Record<string, () => EngineOptions> = {
  default: base,
  'no story': compacting({ story: false }),
  'no files in work': compacting({ files: false }),
  'no names': compacting({ nameBytes: 0 }),
  'state as any other': compacting({ state: false }),
  'with a note': base,
  'nothing cut at write': () => ({ ...base(), passes: base().passes.filter((pass) => pass.name !== 'offload') }),
  'no cold epochs': () => ({ ...base(), cacheTtlMs: Number.MAX_SAFE_INTEGER }),
  'epochs at 80 %': () => ({ ...base(), policy: ratios({ high: 0.8, low: 0.25 }) }),
}

/** These get the summarizer everybody gets. */
export const withModel = ['with a note']
