import { DaypackError } from '../model/errors.ts'
import type { Pass } from '../passes/pass.ts'
import { compact } from '../passes/compact.ts'
import { truncated } from '../passes/notices.ts'
import { offload } from '../passes/offload.ts'
import { EXACT_TAIL } from '../passes/split.ts'
import { trim } from '../passes/trim.ts'
import { whenAsked } from '../passes/when-asked.ts'
import { byBytes } from '../tokens/count.ts'
import { above, unmeasured, contextTokens } from './above.ts'
import type { Preset } from './preset.ts'

/** `running.light_context_config` of QwenPaw's agent.json, field by field, with its defaults. */
export const QWENPAW = {
  dialog_path: 'dialog',
  token_count_estimate_divisor: 4.0,
  context_compact_config: {
    enabled: true,
    compact_threshold_ratio: 0.8,
    reserve_threshold_ratio: 0.1,
    compact_with_thinking_block: true,
  },
  tool_result_pruning_config: {
    enabled: true,
    pruning_recent_n: 2,
    pruning_old_msg_max_bytes: 3_000,
    pruning_recent_msg_max_bytes: 50_000,
    offload_retention_days: 5,
    /** Its document says `tool_result/`, its code `tool_results`: the document is followed. */
    tool_results_cache: 'tool_result',
    exempt_file_extensions: ['.md'] as readonly string[],
    exempt_tool_names: ['chat_with_agent'] as readonly string[],
  },
}

/** `running.max_input_length`: what may go in, without room for the answer. */
export const MAX_INPUT_LENGTH = 131_072

export type LightContextConfig = Readonly<typeof QWENPAW>
export type LightContextChanges = {
  readonly [Field in keyof LightContextConfig]?: Partial<LightContextConfig[Field]>
}

/**
 * QwenPaw's Light context manager.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { qwenpaw } from 'daypack/presets'
 *
 * const pack = await createDaypack({ driver: memoryDriver(), preset: qwenpaw({ context_compact_config: { compact_threshold_ratio: 0.7 } }) })
 * await pack.close()
 */
export function qwenpaw(changes: LightContextChanges = {}): Preset<LightContextConfig> {
  const numbers = merged(changes)
  checked(numbers)
  const folding = compact({
    tail: { ...EXACT_TAIL, share: numbers.context_compact_config.reserve_threshold_ratio },
    narrative: { everyTokens: 0, thinking: numbers.context_compact_config.compact_with_thinking_block },
  })
  const { context_compact_config: compaction, tool_result_pruning_config: pruning } = numbers
  return {
    name: 'qwenpaw',
    numbers,
    options: {
      passes: [...(pruning.enabled ? pruningPasses(pruning) : []), compaction.enabled ? folding : whenAsked(folding)],
      timing: 'eager',
      // Reaching it is enough. Switched off, only a request that would not fit at all is a reason.
      policy: above((reading) =>
        compaction.enabled
          ? Math.floor(reading.nominal * compaction.compact_threshold_ratio) -
            1 +
            unmeasured(reading, contextTokens(reading.view))
          : Infinity,
      ),
      window: MAX_INPUT_LENGTH,
      maxOutput: 0,
      counter: byBytes(numbers.token_count_estimate_divisor),
      retentionDays: pruning.offload_retention_days,
      memory: { search: { ranking: 'reme' }, output: 'list', requests: true },
      folders: { dialog: numbers.dialog_path, toolResults: pruning.tool_results_cache },
    },
  }
}

/** Exempt tools and extensions keep the limit of recent results for good; a file that was read is not cut while recent. */
function pruningPasses(pruning: LightContextConfig['tool_result_pruning_config']): Pass[] {
  const {
    pruning_recent_msg_max_bytes: recentMax,
    pruning_old_msg_max_bytes: oldMax,
    exempt_tool_names: exempt,
  } = pruning
  const protect = pruning.exempt_file_extensions.map(
    (extension) => `*${extension.startsWith('.') ? extension : `.${extension}`}`,
  )
  return [
    offload({
      maxBytes: recentMax,
      protect,
      protectedMax: recentMax,
      readMax: Infinity,
      tail: {},
      groups: false,
      notice: truncated,
    }),
    trim({
      maxBytes: oldMax,
      recent: pruning.pruning_recent_n,
      exempt,
      protect,
      protectedMaxBytes: recentMax,
      copies: true,
      notice: truncated,
    }),
  ]
}

function merged(changes: LightContextChanges): LightContextConfig {
  return {
    ...QWENPAW,
    ...changes,
    context_compact_config: { ...QWENPAW.context_compact_config, ...changes.context_compact_config },
    tool_result_pruning_config: { ...QWENPAW.tool_result_pruning_config, ...changes.tool_result_pruning_config },
  }
}

function checked({
  token_count_estimate_divisor: divisor,
  context_compact_config: compaction,
  tool_result_pruning_config: pruning,
}: LightContextConfig): void {
  const limits: readonly [name: string, value: number, least: number, most: number][] = [
    ['token_count_estimate_divisor', divisor, 2, 5],
    ['compact_threshold_ratio', compaction.compact_threshold_ratio, 0.1, 0.9],
    ['reserve_threshold_ratio', compaction.reserve_threshold_ratio, 0, 0.3],
    ['pruning_recent_n', pruning.pruning_recent_n, 1, 10],
    ['pruning_old_msg_max_bytes', pruning.pruning_old_msg_max_bytes, 100, Infinity],
    ['pruning_recent_msg_max_bytes', pruning.pruning_recent_msg_max_bytes, 1_000, Infinity],
    ['offload_retention_days', pruning.offload_retention_days, 1, 10],
  ]
  for (const [name, value, least, most] of limits) {
    if (value >= least && value <= most) continue
    throw new DaypackError(
      'bad-config',
      `${name} is ${value}; it must be at least ${least}${most === Infinity ? '' : ` and at most ${most}`}.`,
    )
  }
}
