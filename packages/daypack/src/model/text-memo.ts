type Emptied = { clear(): void }

const memos = new Set<WeakRef<Emptied>>()

/** A memo keyed by text of a conversation: forgetting empties it while it is in use. */
export function textMemo<T extends Emptied>(memo: T): T {
  for (const known of memos) if (known.deref() === undefined) memos.delete(known)
  memos.add(new WeakRef(memo))
  return memo
}

export function emptyTextMemos(): void {
  for (const known of memos) known.deref()?.clear()
}
