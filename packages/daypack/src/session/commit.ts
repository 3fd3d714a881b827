import type { LogStore, SessionId } from '../model/driver.ts'
import type { Entry } from '../model/entry.ts'
import { DaypackError } from '../model/errors.ts'
import { extend } from '../view/project.ts'
import type { View } from '../view/view.ts'

/** What is to be appended, the view it leads to, and whatever the maker wants back. */
type Written<T> = { readonly entries: readonly Entry[]; readonly view: View; readonly result: T }

const ATTEMPTS = 8

/**
 * Make a change on a view and append it; somebody else was faster: read theirs and make it again. Resolves once it is
 * durable, to the view with the change in it.
 */
export async function commit<T>(
  log: LogStore,
  id: SessionId,
  view: View,
  make: (view: View) => Promise<Written<T>>,
): Promise<{ readonly view: View; readonly result: T }> {
  let base = view
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const change = await make(base)
    if (change.entries.length === 0) return { view: base, result: change.result }
    const answer = await log.append(id, change.entries, { expect: base.head })
    if ('head' in answer) return change
    base = extend(base, (await log.read(id, base.head)).entries)
  }
  throw new DaypackError('conflict', `Session ${id} is being written by others all the time; try again.`)
}
