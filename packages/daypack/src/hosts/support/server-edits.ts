import type { JsonObject, Tokens } from '../../model/json.ts'

/** What Anthropic's `context_management` may do in our place. */
export type ServerEditing = {
  /** Clear from this many input tokens on: below the window's high-water mark, so that the provider acts first. */
  readonly triggerTokens: Tokens
  /** Tool results that stay. */
  readonly keep?: number
  /** A clearing breaks the cache: it must be worth this much. */
  readonly clearAtLeastTokens?: Tokens
  readonly excludeTools?: readonly string[]
}

export const SERVER_EDITS_BETA = 'context-management-2025-06-27'

/** Ask the provider to clear; a caller's own `context_management` stays as it is. */
export function manageOnServer(request: JsonObject, editing: ServerEditing): JsonObject {
  if (request['context_management']) return request
  const thinks = ['enabled', 'adaptive'].includes(String((request['thinking'] as { type?: string } | undefined)?.type))
  const clear = {
    type: 'clear_tool_uses_20250919',
    trigger: { type: 'input_tokens', value: editing.triggerTokens },
    keep: { type: 'tool_uses', value: editing.keep ?? 3 },
    clear_at_least: { type: 'input_tokens', value: editing.clearAtLeastTokens ?? Math.round(editing.triggerTokens / 4) },
    ...(editing.excludeTools ? { exclude_tools: editing.excludeTools } : {}),
  }
  // The provider wants thinking edits first in the list; `all` keeps what is cached.
  const edits = [...(thinks ? [{ type: 'clear_thinking_20251015', keep: 'all' }] : []), clear]
  return { ...request, context_management: { edits } }
}

/** Ask OpenAI to compact from a threshold on; a caller's own setting stays as it is. */
export function compactOnServer(request: JsonObject, threshold: Tokens): JsonObject {
  if (request['context_management']) return request
  return { ...request, context_management: [{ type: 'compaction', compact_threshold: threshold }] }
}
