import type { SessionId } from '../model/driver.ts'

export type OpenSessions<T extends object> = {
  get(id: SessionId): Promise<T> | undefined
  set(id: SessionId, opened: Promise<T>): void
  delete(id: SessionId): void
  values(): Iterable<Promise<T>>
}

/** Holds the `kept` most recently used sessions strongly, all others weakly. */
export function openSessions<T extends object>(kept: number): OpenSessions<T> {
  const newest = new Map<SessionId, Promise<T>>()
  const others = new Map<SessionId, WeakRef<T>>()
  const gone = new FinalizationRegistry<SessionId>((id) => {
    if (others.get(id)?.deref() === undefined) others.delete(id)
  })

  const letGo = async (id: SessionId, opened: Promise<T>): Promise<void> => {
    const session = await opened.catch(() => undefined)
    if (session === undefined || newest.has(id)) return
    others.set(id, new WeakRef(session))
    gone.register(session, id)
  }

  const keep = (id: SessionId, opened: Promise<T>): void => {
    newest.delete(id)
    newest.set(id, opened)
    for (const [oldest, session] of newest) {
      if (newest.size <= kept) break
      newest.delete(oldest)
      void letGo(oldest, session)
    }
  }

  return {
    get(id) {
      const held = others.get(id)?.deref()
      const opened = newest.get(id) ?? (held && Promise.resolve(held))
      if (opened) {
        others.delete(id)
        keep(id, opened)
      }
      return opened
    },
    set: keep,
    delete(id) {
      newest.delete(id)
      others.delete(id)
    },
    *values() {
      yield* newest.values()
      for (const held of others.values()) {
        const session = held.deref()
        if (session) yield Promise.resolve(session)
      }
    },
  }
}
