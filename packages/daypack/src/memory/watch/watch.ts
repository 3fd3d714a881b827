import { setTimeout } from 'node:timers'
import { relative, sep } from 'node:path'
import { type ChokidarOptions, type FSWatcher, watch } from 'chokidar'
import { reasonOf } from '../../model/errors.ts'
import type { Millis } from '../../model/json.ts'
import { isLongTerm, isMarkdown } from '../notes/path.ts'
import { isNetworkFolder } from './network.ts'
import { pollNotes } from './poll.ts'

export type WatchMode = 'native' | 'polling'
export type NoteWatcher = { readonly mode: WatchMode; close(): Promise<void> }

export type WatchInit = {
  readonly dir: string
  /** Paths relative to the folder, gathered for a moment. None: something may have been missed, so look yourself. */
  readonly onChange: (paths: readonly string[]) => void
  readonly onMode: (mode: WatchMode, why?: string) => void
  /** Ask the disk instead of waiting for it: network mounts, containers. Default: where the folder is on a network. */
  readonly poll?: boolean
  readonly pollMs?: Millis
  readonly gatherMs?: Millis
  /** chokidar's own, or one that behaves like it. */
  readonly watch?: (path: string, options: ChokidarOptions) => FSWatcher
}

/**
 * Watch MEMORY.md and everything below memory/, which need not exist yet. Falls back to polling when the system refuses
 * (its watches are used up) or breaks off.
 */
export function watchNotes(init: WatchInit): NoteWatcher {
  const { dir, onChange, onMode, gatherMs = 50, pollMs = 2_000, watch: make = watch } = init
  let closed = false
  let gathered = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let native: FSWatcher | undefined
  let polling: { close(): void } | undefined

  function start(): void {
    native = make(dir, {
      ignoreInitial: true,
      persistent: false,
      ignorePermissionErrors: true,
      followSymlinks: false,
      ignored: (path) => !isWatched(relative(dir, path).split(sep).join('/')),
    })
    native.on('all', (event, path) => {
      const note = relative(dir, path).split(sep).join('/')
      if (event !== 'addDir' && event !== 'unlinkDir' && isMarkdown(note)) gather(note)
    })
    native.on('error', (error) => fallBack(reasonOf(error)))
    native.on('ready', () => {
      if (polling === undefined) onMode('native')
    })
  }
  function gather(path: string): void {
    gathered.add(path)
    timer ??= setTimeout(() => {
      const paths = [...gathered]
      gathered = new Set()
      timer = undefined
      if (!closed) onChange(paths)
    }, gatherMs).unref()
  }
  function poll(why: string | undefined, missed: boolean): void {
    polling = pollNotes({
      dir,
      pollMs,
      onChange,
      onReady: () => {
        onMode('polling', why)
        if (missed) onChange([])
      },
    })
  }
  function fallBack(why: string): void {
    if (polling !== undefined || closed) return
    poll(why, true)
    void native?.close()
  }

  const network = init.poll === undefined && isNetworkFolder(dir)
  if (init.poll === true || network) poll(network ? 'the folder is on a network' : undefined, false)
  else {
    try {
      start()
    } catch (error) {
      fallBack(reasonOf(error))
    }
  }
  return {
    get mode() {
      return polling === undefined ? 'native' : 'polling'
    },
    async close() {
      closed = true
      clearTimeout(timer)
      polling?.close()
      await native?.close()
    },
  }
}

/** The folder itself, MEMORY.md, memory/ and all below that is neither hidden nor some other kind of file. */
function isWatched(path: string): boolean {
  if (path === '' || isLongTerm(path) || path === 'memory') return true
  if (!path.startsWith('memory/')) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  return !name.startsWith('.') && (isMarkdown(name) || !/\.[A-Za-z0-9~]{1,6}$/.test(name))
}
