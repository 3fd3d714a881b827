/** Things made on first use; only the `size` most recently used are kept. */
export function recent<Key, Value>(size: number, make: (key: Key) => Value) {
  const kept = new Map<Key, Value>()
  return {
    get(key: Key): Value {
      const value = kept.get(key) ?? make(key)
      kept.delete(key)
      kept.set(key, value)
      for (const oldest of kept.keys()) {
        if (kept.size <= size) break
        kept.delete(oldest)
      }
      return value
    },
  }
}
