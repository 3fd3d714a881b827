/** Tools that give back what was cut: their results are bounded already and never cut again. */
export const RETRIEVAL_TOOLS = ['read_ref', 'recall', 'memory_search', 'memory_get'] as const

/** Is the tool named in the list, whatever the case? A tool of ours behind a server's prefix counts too. */
export function isExempt(tool: string, names: readonly string[]): boolean {
  const last = tool.split('__').at(-1)?.toLowerCase()
  return [...RETRIEVAL_TOOLS, ...names].some(
    (name) => name.toLowerCase() === tool.toLowerCase() || name.toLowerCase() === last,
  )
}

/** A share of the kept bytes for the end of a result, by tool name or kind: errors of commands and tests sit there. */
export type TailShares = Readonly<Record<string, number>>
export const DEFAULT_TAIL: TailShares = { shell: 0.4 }

export function tailShare(shares: TailShares, tool: string, kind: string): number {
  return Math.min(1, Math.max(0, shares[tool] ?? shares[kind] ?? 0))
}
