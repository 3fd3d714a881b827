import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { Millis } from '../../../model/json.ts'
import { isLongTerm, isMarkdown, LONG_TERM } from '../../notes/path.ts'

/** What is known of the notes in a folder, by their stats. Symlinks and hidden names are not notes. */
export type Scanner = {
  /** Paths that are new, changed or gone since the last look at them; everything on the first. */
  scan(): Promise<string[]>
  /** The same, but looking only where a change is likely: at folders, and at the notes touched last. Takes about a millisecond. */
  glance(): string[]
  /** Modification time of a note as of the last look, in whole milliseconds. */
  modified(path: string): number | undefined
}

type Seen = { readonly mtimeMs: number; readonly size: number; readonly ino: number; readonly young: boolean }
type Folder = {
  readonly mtimeMs: number
  readonly young: boolean
  readonly notes: Map<string, Seen>
  readonly folders: Set<string>
}

const ROOT = ''
const FOLDER = 'memory'
/** Notes a glance looks at one by one; those in a changed folder are looked at anyway. */
const RECENT = 128
const BATCH = 2_000
/** Clocks of file systems tick slowly: what changed this shortly before a look may change again without a sign. */
const YOUNG_MS = 50

/** `now` must be the clock of the file system. */
export function scannerOf(dir: string, now: () => Millis = Date.now): Scanner {
  const isYoung = ({ mtimeMs }: Stats): boolean => mtimeMs > now() - YOUNG_MS
  const seenOf = (stats: Stats): Seen => ({
    mtimeMs: stats.mtimeMs,
    size: stats.size,
    ino: stats.ino,
    young: isYoung(stats),
  })
  const folders = new Map<string, Folder>()
  let recent: string[] = []

  /** One folder anew: which notes differ, which folders are in it. */
  const read = (path: string, found: string[]): Folder | undefined => {
    const stats = stat(join(dir, path))
    const before = folders.get(path)
    if (stats === undefined || !stats.isDirectory()) {
      gone(path, found)
      return undefined
    }
    const after: Folder = { mtimeMs: stats.mtimeMs, young: isYoung(stats), notes: new Map(), folders: new Set() }
    for (const name of names(join(dir, path))) {
      const inside = path === ROOT ? name : `${path}/${name}`
      if (path === ROOT && !isLongTerm(name) && name !== FOLDER) continue
      const each = stat(join(dir, inside))
      if (each?.isDirectory() === true && path + name !== LONG_TERM) after.folders.add(inside)
      else if (each?.isFile() === true && isMarkdown(name)) {
        const seen = seenOf(each)
        after.notes.set(inside, seen)
        if (!same(before?.notes.get(inside), seen)) found.push(inside)
      }
    }
    for (const note of before?.notes.keys() ?? []) if (!after.notes.has(note)) found.push(note)
    for (const folder of before?.folders ?? []) if (!after.folders.has(folder)) gone(folder, found)
    folders.set(path, after)
    return after
  }
  const gone = (path: string, found: string[]): void => {
    const before = folders.get(path)
    if (before === undefined) return
    folders.delete(path)
    found.push(...before.notes.keys())
    for (const folder of before.folders) gone(folder, found)
  }
  const noticed = (found: readonly string[]): string[] => {
    if (found.length > 0) recent = [...new Set([...found.slice(-RECENT), ...recent])].slice(0, RECENT)
    return [...new Set(found)]
  }

  return {
    async scan() {
      const found: string[] = []
      const waiting = [ROOT]
      let seen = 0
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        const folder = read(path, found)
        waiting.push(...(folder?.folders ?? []))
        seen += folder?.notes.size ?? 0
        if (seen > BATCH) {
          seen = 0
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
      return noticed(found)
    },
    glance() {
      const found: string[] = []
      const look = (path: string): void => {
        const folder = folders.get(folderOf(path))
        const stats = stat(join(dir, path))
        const seen = stats?.isFile() === true ? seenOf(stats) : undefined
        if (folder === undefined || same(folder.notes.get(path), seen)) return
        found.push(path)
        if (seen === undefined) folder.notes.delete(path)
        else folder.notes.set(path, seen)
      }
      // The workspace's own folder changes all the time; only two names in it matter.
      const waiting = [FOLDER]
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        const known = folders.get(path)
        const unchanged = known?.young === false && stat(join(dir, path))?.mtimeMs === known.mtimeMs
        waiting.push(...((unchanged ? known : read(path, found))?.folders ?? []))
      }
      look(LONG_TERM)
      for (const path of recent) look(path)
      return noticed(found)
    },
    modified(path) {
      const seen = folders.get(folderOf(path))?.notes.get(path)
      return seen === undefined ? undefined : Math.floor(seen.mtimeMs)
    },
  }
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ROOT
}

/** Of two that look the same the second may still be another, if the first was young. */
function same(a: Seen | undefined, b: Seen | undefined): boolean {
  return a?.young !== true && a?.mtimeMs === b?.mtimeMs && a?.size === b?.size && a?.ino === b?.ino
}

function stat(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function names(path: string): string[] {
  try {
    return readdirSync(path).filter((name) => !name.startsWith('.'))
  } catch {
    return []
  }
}
