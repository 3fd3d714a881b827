// What each mechanism buys: the default preset without it. node … bench/replay/tune.ts --windows 64 bench/replay/ablations.ts
import { compact, type CompactOptions } from '../../packages/daypack/src/passes/compact.ts'
import { pays, ratios } from '../../packages/daypack/src/plan/policy.ts'
import { daypack } from '../../packages/daypack/src/presets/daypack.ts'
import type { EngineOptions } from '../../packages/daypack/src/replay/presets.ts'

const base = () => daypack().options
const compacting = (options: CompactOptions) => (): EngineOptions => ({
  ...base(),
  passes: base().passes.map((pass) => (pass.name === 'compact' ? compact(options) : pass)),
})

export const variants: Record<string, () => EngineOptions> = {
  default: base,
  'no names': compacting({ nameBytes: 0 }),
  'no files in work': compacting({ files: false }),
  'no sections': compacting({ narrative: false }),
  'nothing cut at write': () => ({ ...base(), passes: base().passes.filter((pass) => pass.name !== 'offload') }),
  'no cold epochs': () => ({ ...base(), cacheTtlMs: Infinity }),
  'epochs at 80 %': () => ({ ...base(), policy: ratios({ high: 0.8, low: 0.25 }) }),
  'low mark a quarter': () => ({
    ...base(),
    policy: {
      ...pays(),
      trigger: (gauge) => pays().trigger({ ...gauge, after: gauge.after && Math.max(gauge.after, gauge.usable / 4) }),
    },
  }),
}
