import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { isDaypackError, project, type Content, type Entry, type Models, type View } from 'daypack'
import { MEMORY_SESSION, extend } from 'daypack/internal'
import { isWorkspace, type Workspace } from '../workspace.ts'
import { timeline, type Timeline } from './report/timeline.ts'

/**
 * Reads sessions of a workspace; takes no lock and writes nothing, so that an agent at work is not disturbed. A session of
 * somebody whose sessions are kept apart is called `@user/ada/its id`.
 */
export type Reader = {
  readonly driver: Workspace
  sessions(): Promise<string[]>
  /** All sessions, the newest first; reads the ends of their logs only. */
  list(): Promise<{ id: string; last: number }[]>
  /** The session as it is now; what is new since the last call is read, and nothing else. */
  session(id: string): Promise<OpenSession>
  /** Reads the newest session, which will be asked for first. Never fails: an error shows when the session is asked for. */
  warm(): Promise<void>
  /** How far the session's log goes now; undefined once this is closed. */
  head(id: string): Promise<number | undefined>
  close(): Promise<void>
}

export type OpenSession = Timeline & {
  readonly id: string
  readonly viewAt: (head: number) => View
  readonly read: (content: Content, span?: { from: number; to: number }) => Promise<string>
}

export function openReader(driver: Workspace, models?: Models): Reader {
  const open = new Map<string, { line: ReturnType<typeof timeline>; views: Map<number, View>; head: number }>()
  const queue = new Map<string, Promise<unknown>>()
  const parts = new Map<string, Promise<Workspace>>()
  const partOf = (scope: string): Promise<Workspace> => {
    const known = parts.get(scope) ?? Promise.resolve(driver.scope?.(scope) as Workspace)
    parts.set(scope, known)
    return known
  }
  /** Where the log of a session is, and what it is called there. */
  const homeOf = async (id: string) => {
    const { scope, own } = nameOf(id)
    return { ...(scope === undefined ? driver : await partOf(scope)), own }
  }

  const refresh = async (id: string) => {
    let known = open.get(id)
    const { log, own } = await homeOf(id)
    const found = await log.read(own, known?.head ?? 0)
    const isAnother = known !== undefined && (found.head < known.head || found.entries[0]?.seq === 1)
    if (!known || isAnother) {
      if (isAnother) found.entries = (await log.read(own)).entries
      known = { line: timeline(models), views: new Map(), head: 0 }
      open.set(id, known)
    }
    if (found.entries.length > 0) {
      known.line.take(found.entries)
      known.head = found.entries.at(-1)?.seq ?? known.head
    }
    return known
  }

  const sessions = async () => {
    const ids = await driver.log.sessions()
    for (const scope of await scopesOf(driver)) {
      const { log } = await partOf(scope)
      ids.push(...(await log.sessions()).map((id) => `@${scope}/${id}`))
    }
    return ids.filter((id) => !id.endsWith(MEMORY_SESSION))
  }
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
      (await sessions()).map(async (id) => {
        const { log, own } = await homeOf(id)
        return { id, last: (await log.last?.(own)) ?? 0 }
      }),
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
      const { blobs } = await homeOf(id)
      const now = line.now()
      return {
        ...now,
        id,
        viewAt: (head) => viewAt(views, head, now.entries),
        read: async (content, span) => textOf(blobs, content, span),
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
      for (const part of await Promise.all(parts.values())) await part.close()
      await driver.close()
    },
  }
}

/** Whose a session is, where sessions are kept apart, and what it is called there. */
export function nameOf(id: string): { readonly scope?: string; readonly own: string } {
  const [, scope, own] = /^@([a-z]+\/[^/]+)\/(.+)$/s.exec(id) ?? []
  return scope === undefined || own === undefined ? { own: id } : { scope, own }
}

/** `user/ada`, `team/blue`: whose sessions are kept apart in this folder. */
async function scopesOf({ dir }: Workspace): Promise<string[]> {
  if (dir === undefined) return []
  const names = async (at: string) => readdir(path.join(dir, 'scopes', at)).catch((): string[] => [])
  const found: string[] = []
  for (const kind of await names('')) found.push(...(await names(kind)).map((name) => `${kind}/${name}`))
  // One that only has notes is left as it is: opening it would write.
  return found.filter((scope) => isWorkspace(path.join(dir, 'scopes', scope)))
}

const KEPT_VIEWS = 8

function viewAt(views: Map<number, View>, head: number, entries: readonly Entry[]): View {
  const near = [...views.keys()].filter((each) => each <= head).toSorted((a, b) => b - a)[0]
  const base = near === undefined ? undefined : views.get(near)
  const more = entries.slice(upTo(entries, near ?? 0), upTo(entries, head))
  const view = base ? extend(base, more) : project(more)
  views.delete(head)
  views.set(head, view)
  const [oldest] = views.keys()
  if (views.size > KEPT_VIEWS && oldest !== undefined) views.delete(oldest)
  return view
}

function upTo(entries: readonly Entry[], head: number): number {
  return entries.findLastIndex((entry) => entry.seq <= head) + 1
}

async function textOf(
  blobs: Workspace['blobs'],
  content: Content,
  span?: { from: number; to: number },
): Promise<string> {
  if (!('ref' in content)) {
    return span ? Buffer.from(content.text).toString('utf8', span.from, span.to) : content.text
  }
  const data = await blobs.get(content.ref, span)
  if (data instanceof Uint8Array) return Buffer.from(data).toString('utf8')
  return `[no longer kept: ${content.bytes} bytes, sha256 ${content.ref}]`
}
