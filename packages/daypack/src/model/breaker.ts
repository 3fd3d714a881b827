/**
 * The one breaker: what failed so often in a row is left alone, be it a pass, the model that writes notes for hand-overs, or
 * memory's. Who counts says where the count is kept: the log for what belongs to a session, the process for the rest.
 */
export const FAILURE_LIMIT = 3

/** Whether something that failed so often in a row rests. */
export function rests(failures: number): boolean {
  return failures >= FAILURE_LIMIT
}
