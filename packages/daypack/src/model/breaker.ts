/** Consecutive failures by name; the planner stores its counts in the log, memory keeps them in the process. */
export type Failures = Readonly<Record<string, number>>

export const FAILURE_LIMIT = 3

export function countTry(failures: Failures, what: string, hasFailed: boolean): Failures {
  if (hasFailed) return { ...failures, [what]: (failures[what] ?? 0) + 1 }
  if (!(what in failures)) return failures
  const { [what]: _, ...others } = failures
  return others
}

export function isResting(failures: Failures, what: string): boolean {
  return (failures[what] ?? 0) >= FAILURE_LIMIT
}
