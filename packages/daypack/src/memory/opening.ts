import { setTimeout } from 'node:timers'
import type { NoteStore, SessionId } from '../model/driver.ts'
import { DaypackError, isDaypackError, reasonOf } from '../model/errors.ts'
import { waitFor } from '../model/wait.ts'
import type { Millis } from '../model/json.ts'
import type { Summarize } from '../passes/pass.ts'
import type { MemoryInit } from './api.ts'
import { type Background, mergeDue, startBackground } from './background.ts'
import { scannerOf } from './index/watch/scan.ts'
import type { Update } from './notes/update.ts'
import { openParts, type Parts } from './parts.ts'

/** Notes waiting to be indexed that a search still waits for. */
const MAX_WAIT = 500
/** A process that only looks something up opens no index for it. */
const OPEN_AFTER_MS = 2_000
/** `close` does not wait longer than this for a model to write notes. */
const CLOSE_WAIT_MS = 15_000

/** Parts with an index that equals the notes, and what runs by itself. */
export type Open = Parts & { readonly background: Background }

/** When which parts of a memory are opened and closed, and how the index keeps up with the notes. */
export function openingOf(init: MemoryInit, notes: NoteStore, zone: string, offered: Map<SessionId, Summarize>) {
  const { now, dir, notesDir = dir, onEvent } = init
  const scanner = notesDir === undefined ? undefined : scannerOf(notesDir)
  const lastSaid = new Map<SessionId, Millis>()
  let made: Promise<Parts> | undefined
  let opened: Promise<Open> | undefined
  let isOpen = false
  let closed = false
  let closing: Promise<void> | undefined
  let wake: ReturnType<typeof setTimeout> | undefined

  const alive = (): void => {
    if (closed) throw new DaypackError('closed', 'The memory was closed; make a new one.')
  }
  /** Enough for reading and writing notes: state and queue, but not the index. */
  const parts = (): Promise<Parts> => {
    alive()
    return (made ??= openParts(init, notes, zone, scanner, { lastSaid, onWritten, offered }).catch((error: unknown) => {
      made = undefined
      throw error
    }))
  }
  const open = (): Promise<Open> => {
    alive()
    return (opened ??= start().catch((error: unknown) => {
      opened = undefined
      throw error
    }))
  }
  const start = async (): Promise<Open> => {
    const ours = await parts()
    const { index } = await ours.searcher.status()
    const { changed } = await ours.indexer.reconcile()
    if (changed.length > 0) onEvent?.({ type: 'indexed', paths: changed })
    const background = startBackground(init, ours, zone, scanner)
    if (index.state === 'stale') background.rebuild()
    isOpen = true
    return { ...ours, background }
  }
  /** Work nobody waits for: its failure is an event. */
  const later = (what: string, work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => {
      if (!closed) onEvent?.({ type: 'failed', what, why: reasonOf(error) })
    })
  /** What is written is durable already: the index follows when it is open, and its failure is not the writer's. */
  const onWritten = async <T extends Pick<Update, 'path' | 'changed'>>(update: T): Promise<T> => {
    const ours = opened === undefined || !update.changed ? undefined : await made
    if (ours === undefined) return update
    const done = later('index', ours.indexer.sync([update.path]))
    if (isOpen && ours.indexer.backlog <= MAX_WAIT) await done
    return update
  }
  /** What was said is noted first, if that takes no longer than a person would wait; else by the next process. */
  const noteAll = async (): Promise<void> => {
    const ours = await parts()
    await ours.follower?.noteQuiet({ before: Infinity })
    // A process that lived for a moment came neither to this nor to its merge.
    if (opened === undefined) await ours.follower?.noteLeftBehind()
    await ours.queue.drain()
    if (opened === undefined && init.schedule !== false) await mergeDue(init, ours)
  }
  const close = async (): Promise<void> => {
    clearTimeout(wake)
    if (lastSaid.size > 0) await within(later('note', noteAll()), CLOSE_WAIT_MS)
    closed = true
    const ours = await made?.catch(() => undefined)
    ours?.stop.abort()
    const running = await opened?.catch(() => undefined)
    await running?.background.close()
    await ours?.queue.idle()
    await ours?.indexer.settled().catch(() => {})
    await ours?.searcher.close()
  }
  return {
    parts,
    open,
    get isOpen(): boolean {
      return isOpen
    },
    later,
    onWritten,
    /**
     * Read-your-writes: our own writes are waited for, those of others seen by a glance at the disk. A large import is not
     * waited for: how much of it is missing.
     */
    async settle(): Promise<number> {
      const { indexer } = await open()
      const changed = scanner?.glance() ?? []
      const synced = later('index', changed.length > 0 ? indexer.sync(changed) : indexer.settled())
      if (indexer.backlog <= MAX_WAIT) await synced
      return indexer.backlog
    },
    follow(session: SessionId): void {
      if (closing !== undefined || init.flush === false) return
      lastSaid.set(session, now())
      const catchUp = async (): Promise<void> => (await open()).background.catchUp()
      wake ??= setTimeout(() => void later('open', catchUp()), OPEN_AFTER_MS)
      wake.unref()
    },
    close: (): Promise<void> => (closing ??= close()),
  }
}

/** Whether it settles in time. */
export async function within(work: Promise<unknown>, ms: Millis): Promise<boolean> {
  try {
    await waitFor(work, { ms })
    return true
  } catch (error) {
    if (isDaypackError(error, 'unreachable')) return false
    throw error
  }
}
