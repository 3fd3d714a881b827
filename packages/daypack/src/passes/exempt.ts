import type { ToolFacts } from '../tools/facts.ts'

/** Results that are never cut: those that give back what was cut, and those of tools named in the list. */
export function isExempt(
  { tool, facts }: { readonly tool: string; readonly facts: ToolFacts },
  names: readonly string[],
): boolean {
  if (facts.kind === 'retrieval') return true
  const last = tool.split('__').at(-1)?.toLowerCase()
  return names.some((name) => name.toLowerCase() === tool.toLowerCase() || name.toLowerCase() === last)
}

/** A share of the kept bytes for the end of a result, by tool name or kind: errors of commands and tests sit there. */
export type TailShares = Readonly<Record<string, number>>
export const DEFAULT_TAIL: TailShares = { shell: 0.4 }

export function tailShare(shares: TailShares, tool: string, kind: string): number {
  return Math.min(1, Math.max(0, shares[tool] ?? shares[kind] ?? 0))
}
