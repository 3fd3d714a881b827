/** `light_context_config` as the document's own example has it. */
export const LIGHT_CONTEXT = {
  context_compact_config: { enabled: true, compact_threshold_ratio: 0.8, reserve_threshold_ratio: 0.1 },
  tool_result_pruning_config: {
    enabled: true,
    pruning_recent_n: 2,
    pruning_old_msg_max_bytes: 3_000,
    pruning_recent_msg_max_bytes: 50_000,
  },
}
