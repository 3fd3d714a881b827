// The three values of the dial, for docs/choosing.md:
//   node --conditions=daypack-source bench/replay/tune.ts --windows 32,64,128,200 bench/replay/keeps.ts
import { KEEPS } from '../../packages/daypack/src/presets/keep.ts'
import type { EngineOptions } from '../../lab/src/measure/engine.ts'

export const variants: Record<string, () => EngineOptions> = Object.fromEntries(
  KEEPS.map((keep) => [keep, () => ({ keep })]),
)
