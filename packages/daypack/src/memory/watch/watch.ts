import { relative, sep } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import { isMarkdown, LONG_TERM } from '../notes/path.ts'

export type WatchMode = 'native' | 'polling'
export type NoteWatcher = { readonly mode: WatchMode; close(): Promise<void> }

export type WatchInit = {
  readonly dir: string
  /** Paths relative to the folder, gathered for a moment. */
  readonly onChange: (paths: readonly string[]) => void
  readonly onMode: (mode: WatchMode, why?: string) => void
  /** Ask the disk instead of waiting for it: network mounts, containers. */
  readonly poll?: boolean
  readonly gatherMs?: number
}

const POLL_MS = 2_000

/** Watch MEMORY.md and everything below memory/, which need not exist yet. Falls back to polling when the system refuses. */
export function watchNotes(init: WatchInit): NoteWatcher {
  const { dir, onChange, onMode, gatherMs = 50 } = init
  let mode: WatchMode = init.poll === true ? 'polling' : 'native'
  let watcher = start()
  let closed = false
  let gathered = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  function start(): FSWatcher {
    const usePolling = mode === 'polling'
    const made = watch(dir, {
      ignoreInitial: true,
      persistent: false,
      ignorePermissionErrors: true,
      followSymlinks: false,
      usePolling,
      interval: POLL_MS,
      ignored: (path) => !isWatched(relative(dir, path).split(sep).join('/')),
    })
    made.on('all', (event, path) => {
      const note = relative(dir, path).split(sep).join('/')
      if (event !== 'addDir' && event !== 'unlinkDir' && isMarkdown(note)) gather(note)
    })
    made.on('error', (error) => fallBack(error instanceof Error ? error.message : String(error)))
    made.on('ready', () => onMode(mode))
    return made
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
  function fallBack(why: string): void {
    if (mode === 'polling' || closed) return
    mode = 'polling'
    onMode(mode, why)
    const old = watcher
    watcher = start()
    void old.close()
  }

  return {
    get mode() {
      return mode
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await watcher.close()
    },
  }
}

/** The folder itself, MEMORY.md, memory/ and all below that is neither hidden nor some other kind of file. */
function isWatched(path: string): boolean {
  if (path === '' || path === LONG_TERM || path === 'memory') return true
  if (!path.startsWith('memory/')) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  return !name.startsWith('.') && (isMarkdown(name) || !/\.[A-Za-z0-9~]{1,6}$/.test(name))
}
