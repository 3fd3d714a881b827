type Emptied = { clear(): void }

const memos = new Set<WeakRef<Emptied>>()

/** A memo whose keys are what somebody said. Forgetting empties it, for as long as somebody holds it. */
export function textMemo<T extends Emptied>(memo: T): T {
  for (const known of memos) if (known.deref() === undefined) memos.delete(known)
  memos.add(new WeakRef(memo))
  return memo
}

export function emptyTextMemos(): void {
  for (const known of memos) known.deref()?.clear()
}
