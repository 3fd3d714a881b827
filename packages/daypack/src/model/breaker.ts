/**
 * The one breaker: what failed so often in a row is left alone. It counts for everything that can fail by itself: a pass, the
 * model a pass asks, memory's model. The planner keeps the count of a session in its log, memory keeps its own while it is open.
 */
export type Failures = Readonly<Record<string, number>>

export const FAILURE_LIMIT = 3

/** The count after one more try of `what`: a success ends the row. The same object where nothing changes. */
export function counted(failures: Failures, what: string, hasFailed: boolean): Failures {
  if (hasFailed) return { ...failures, [what]: (failures[what] ?? 0) + 1 }
  if (!(what in failures)) return failures
  const { [what]: _, ...others } = failures
  return others
}

/** Whether something failed so often in a row that it rests. */
export function rests(failures: Failures, what: string): boolean {
  return (failures[what] ?? 0) >= FAILURE_LIMIT
}
