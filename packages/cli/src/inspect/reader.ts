import { extend, isDaypackError, project, timeline, type Content, type Entry, type Timeline, type View } from 'daypack'
import { MEMORY_SESSION } from 'daypack/internal'
import type { Workspace } from '../workspace.ts'

/** Reads sessions of a workspace; takes no lock and writes nothing, so that an agent at work is not disturbed. */
export type Reader = {
  readonly driver: Workspace
  sessions(): Promise<string[]>
  /** All sessions, the newest first; reads the ends of their logs only. */
  list(): Promise<{ id: string; last: number }[]>
  /** The session as it is now; what is new since the last call is read, and nothing else. */
  session(id: string): Promise<OpenSession>
  /** Reads the newest session, which will be asked for first. Never fails: what cannot be read is told when it is asked for. */
  warm(): Promise<void>
  /** How far the session's log goes now; undefined once this is closed. */
  head(id: string): Promise<number | undefined>
  close(): Promise<void>
}

export type OpenSession = Timeline & {
  readonly id: string
  /** The view as it was when this entry was the last. */
  readonly viewAt: (head: number) => View
  readonly read: (content: Content, span?: { from: number; to: number }) => Promise<string>
}

export function openReader(driver: Workspace): Reader {
  const open = new Map<string, { line: ReturnType<typeof timeline>; views: Map<number, View>; head: number }>()
  const queue = new Map<string, Promise<unknown>>()

  const refresh = async (id: string) => {
    let known = open.get(id)
    const found = await driver.log.read(id, known?.head ?? 0)
    const isAnother = known !== undefined && (found.head < known.head || found.entries[0]?.seq === 1)
    if (!known || isAnother) {
      if (isAnother) found.entries = (await driver.log.read(id)).entries
      known = { line: timeline(), views: new Map(), head: 0 }
      open.set(id, known)
    }
    if (found.entries.length > 0) {
      known.line.take(found.entries)
      known.head = found.entries.at(-1)?.seq ?? known.head
    }
    return known
  }

  const sessions = async () => (await driver.log.sessions()).filter((id) => id !== MEMORY_SESSION)
  /** One at a time for each session. */
  const current = async (id: string) => {
    const before = queue.get(id) ?? Promise.resolve()
    const mine = before.then(() => refresh(id))
    queue.set(
      id,
      mine.catch(() => undefined),
    )
    return mine
  }
  const list = async () => {
    const rows = await Promise.all(
      (await sessions()).map(async (id) => ({ id, last: (await driver.log.last?.(id)) ?? 0 })),
    )
    return rows.toSorted((a, b) => b.last - a.last)
  }
  let isClosed = false
  return {
    driver,
    sessions,
    list,
    async warm() {
      try {
        const [newest] = await list()
        if (newest) (await current(newest.id)).line.now()
      } catch {
        return
      }
    },
    async session(id) {
      const { line, views } = await current(id)
      const now = line.now()
      return {
        ...now,
        id,
        viewAt: (head) => remembered(views, head, now.entries),
        read: async (content, span) => textOf(driver, content, span),
      }
    },
    async head(id) {
      try {
        return isClosed ? undefined : (await current(id)).head
      } catch (error) {
        if (isDaypackError(error, 'closed')) return undefined
        throw error
      }
    },
    async close() {
      isClosed = true
      await driver.close()
    },
  }
}

const KEPT_VIEWS = 8

/** Extended from the nearest view before it that is still known. */
function remembered(views: Map<number, View>, head: number, entries: readonly Entry[]): View {
  const near = [...views.keys()].filter((each) => each <= head).toSorted((a, b) => b - a)[0]
  const base = near === undefined ? undefined : views.get(near)
  const more = entries.slice(upTo(entries, near ?? 0), upTo(entries, head))
  const view = base && more.length === 0 ? base : base ? extend(base, more) : project(more)
  views.delete(head)
  views.set(head, view)
  const [oldest] = views.keys()
  if (views.size > KEPT_VIEWS && oldest !== undefined) views.delete(oldest)
  return view
}

/** How many entries there are up to and including this one. */
function upTo(entries: readonly Entry[], head: number): number {
  return entries.findLastIndex((entry) => entry.seq <= head) + 1
}

async function textOf(driver: Workspace, content: Content, span?: { from: number; to: number }): Promise<string> {
  if (!('ref' in content)) {
    return span ? Buffer.from(content.text).toString('utf8', span.from, span.to) : content.text
  }
  const data = await driver.blobs.get(content.ref, span)
  if (data instanceof Uint8Array) return Buffer.from(data).toString('utf8')
  return `[no longer kept: ${content.bytes} bytes, sha256 ${content.ref}]`
}
