import { project, type Content, type Entry, type View } from 'daypack'
import { filesDriver, type FilesDriver } from 'daypack/drivers'
import { MEMORY_SESSION } from 'daypack/memory'
import { timeline, type Timeline } from './timeline.ts'

/** Reads sessions of a workspace; takes no lock and writes nothing, so that an agent at work is not disturbed. */
export type Reader = {
  readonly driver: FilesDriver
  sessions(): Promise<string[]>
  /** The session as it is now; what is new since the last call is read, and nothing else. */
  session(id: string): Promise<OpenSession>
  close(): Promise<void>
}

export type OpenSession = Timeline & {
  readonly id: string
  /** The view as it was when this entry was the last. */
  readonly viewAt: (head: number) => View
  readonly read: (content: Content, span?: { from: number; to: number }) => Promise<string>
}

type Folders = NonNullable<Parameters<typeof filesDriver>[0]['folders']>

export async function openReader(dir: string, folders?: Folders): Promise<Reader> {
  const driver = await filesDriver({ dir, now: Date.now, ...(folders && { folders }) })
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

  return {
    driver,
    sessions: async () => (await driver.log.sessions()).filter((id) => id !== MEMORY_SESSION),
    async session(id) {
      const before = queue.get(id) ?? Promise.resolve()
      const mine = before.then(() => refresh(id))
      queue.set(
        id,
        mine.catch(() => undefined),
      )
      const { line, views } = await mine
      const now = line.now()
      return {
        ...now,
        id,
        viewAt: (head) => remembered(views, head, () => project(upTo(now.entries, head))),
        read: async (content, span) => textOf(driver, content, span),
      }
    },
    async close() {
      await driver.close()
    },
  }
}

const KEPT_VIEWS = 8

function remembered(views: Map<number, View>, head: number, make: () => View): View {
  const view = views.get(head) ?? make()
  views.delete(head)
  views.set(head, view)
  const [oldest] = views.keys()
  if (views.size > KEPT_VIEWS && oldest !== undefined) views.delete(oldest)
  return view
}

/** Entries up to and including this one. */
export function upTo(entries: readonly Entry[], head: number): readonly Entry[] {
  const end = entries.findLastIndex((entry) => entry.seq <= head)
  return entries.slice(0, end + 1)
}

async function textOf(driver: FilesDriver, content: Content, span?: { from: number; to: number }): Promise<string> {
  if (!('ref' in content)) {
    return span ? Buffer.from(content.text).toString('utf8', span.from, span.to) : content.text
  }
  const data = await driver.blobs.get(content.ref, span)
  if (data instanceof Uint8Array) return Buffer.from(data).toString('utf8')
  return `[no longer kept: ${content.bytes} bytes, sha256 ${content.ref}]`
}
