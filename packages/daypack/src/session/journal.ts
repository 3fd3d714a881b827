import type { LogStore, SessionId } from '../model/driver.ts'
import type { Draft, Entry } from '../model/entry.ts'
import { DaypackError } from '../model/errors.ts'
import type { Millis } from '../model/json.ts'
import { extend, project } from '../view/project.ts'
import type { View } from '../view/view.ts'

/** What is to be appended, the view it leads to, and whatever the maker wants back. */
export type Change<T> = { readonly entries: readonly Entry[]; readonly view: View; readonly result: T }

const ATTEMPTS = 8

/** A session's log with the view of it in memory. Nothing is in the view that is not durable. */
export class Journal {
  view: View
  private readonly store: LogStore
  private readonly id: SessionId

  private constructor(store: LogStore, id: SessionId, view: View) {
    this.store = store
    this.id = id
    this.view = view
  }

  static async open(store: LogStore, id: SessionId): Promise<Journal> {
    const { entries } = await store.read(id)
    return new Journal(store, id, project(entries))
  }

  /** Make a change on the newest view and append it; somebody else was faster: read theirs and make it again. */
  async commit<T>(make: (view: View) => Promise<Change<T>>): Promise<T> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const base = this.view
      const change = await make(base)
      if (change.entries.length === 0) return change.result
      const answer = await this.store.append(this.id, change.entries, { expect: base.head })
      if ('head' in answer) {
        this.view = change.view
        return change.result
      }
      await this.refresh()
    }
    throw new DaypackError('conflict', `Session ${this.id} is being written by others all the time; try again.`)
  }

  /** Read everything anew: what was written has been changed in place. */
  async reread(): Promise<void> {
    this.view = project((await this.store.read(this.id)).entries)
  }

  /** Take in what other processes appended. */
  async refresh(): Promise<void> {
    const { entries } = await this.store.read(this.id, this.view.head)
    this.view = extend(this.view, entries)
  }
}

export function number(view: View, drafts: readonly Draft[], at: Millis): Entry[] {
  return drafts.map((draft, index) => ({ seq: view.head + 1 + index, at, ...draft }))
}
