/**
 * Failures in a row, by name, of everything that can fail by itself: a pass, the model a pass asks, memory's model. What fails
 * too often is not tried again. The planner keeps the counts of a session in its log; memory keeps its own while it is open.
 */
export type Failures = Readonly<Record<string, number>>

export const FAILURE_LIMIT = 3

/** The counts after one more try of `what`; a success resets its count. Returns the same object if nothing changes. */
export function countTry(failures: Failures, what: string, hasFailed: boolean): Failures {
  if (hasFailed) return { ...failures, [what]: (failures[what] ?? 0) + 1 }
  if (!(what in failures)) return failures
  const { [what]: _, ...others } = failures
  return others
}

/** Whether something failed so often in a row that it rests. */
export function isResting(failures: Failures, what: string): boolean {
  return (failures[what] ?? 0) >= FAILURE_LIMIT
}
