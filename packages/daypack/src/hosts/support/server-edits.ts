import type { Json, JsonObject, Tokens } from '../../model/json.ts'
import { ratios, type Policy } from '../../plan/policy.ts'

export type ServerEditing = {
  /** Clear from this many input tokens on: well below the window, so that the provider acts before we have to. */
  readonly triggerTokens: Tokens
  readonly keep?: number
}

/**
 * For packs whose provider edits first: our own edits come only when a request would hardly fit otherwise.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { providerFirst } from 'daypack/hosts/anthropic'
 *
 * const pack = await createDaypack({ driver: memoryDriver(), tuning: { policy: providerFirst } })
 * await pack.close()
 */
export const providerFirst: Policy = ratios({ high: 0.95, hard: 0.95, low: 0.5 })

const CLEARING = 'context-management-2025-06-27'

export function manageOnServer(request: JsonObject, editing: ServerEditing): JsonObject {
  if (request['context_management']) return request
  const thinks = ['enabled', 'adaptive'].includes(String((request['thinking'] as { type?: string } | undefined)?.type))
  const clear = {
    type: 'clear_tool_uses_20250919',
    trigger: { type: 'input_tokens', value: editing.triggerTokens },
    keep: { type: 'tool_uses', value: editing.keep ?? 3 },
    // A clearing breaks the cache: it must be worth it.
    clear_at_least: { type: 'input_tokens', value: Math.round(editing.triggerTokens / 4) },
  }
  // Thinking edits come first in the list; `all` keeps what is cached.
  const edits = [...(thinks ? [{ type: 'clear_thinking_20251015', keep: 'all' }] : []), clear]
  return { ...request, context_management: { edits } }
}

export function withBeta(header: string | null): string {
  const named = (header ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  return [...new Set([...named, CLEARING])].join(',')
}

export function editsOnServer(response: JsonObject): Json | undefined {
  const managed = response['context_management'] as { applied_edits?: readonly Json[] } | null | undefined
  const cleared = Array.isArray(managed?.applied_edits) ? managed.applied_edits : []
  const said = (response['content'] ?? response['output'] ?? []) as readonly JsonObject[]
  const compactions = said.filter((part) => part['type'] === 'compaction').length
  if (cleared.length === 0 && compactions === 0) return undefined
  return { ...(cleared.length > 0 ? { cleared } : {}), ...(compactions > 0 ? { compactions } : {}) }
}
