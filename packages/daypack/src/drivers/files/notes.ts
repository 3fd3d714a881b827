import { hash } from 'node:crypto'
import type { NoteStore } from '../../model/driver.ts'
import type { Millis } from '../../model/json.ts'
import { checkNotePath, isPlainName } from '../shared/check.ts'
import { stage, writeWhole } from './atomic.ts'
import type { Locks } from './lock.ts'
import { placeOf, type Place, type Tree } from './paths.ts'
import { readWithStat, withFile } from './read.ts'
import { ifThere } from './vfs.ts'
import { versionsOf } from './versions.ts'

const LOCK = 'notes'
const MAIN = 'MEMORY.md'
/** In whatever case an existing file has. */
const ANY_MAIN = /^memory\.md$/i
const FOLDER = 'memory'
const NOTHING = new Uint8Array(0)

export function filesNotes(tree: Tree, locks: Locks, now: () => Millis, workspace: Tree = tree): NoteStore {
  const versions = versionsOf(workspace)
  const mains = async (): Promise<string[]> =>
    ((await ifThere(tree.vfs.readdir(tree.root))) ?? []).flatMap(({ kind, name }) =>
      kind === 'file' && ANY_MAIN.test(name) ? [name] : [],
    )
  /** An existing Memory.md is used instead of making a second file, MEMORY.md. */
  const noteOf = async (path: string): Promise<Place> => {
    checkNotePath(path)
    if (path !== MAIN) return placeOf(path)
    const there = await mains()
    return placeOf(there.includes(MAIN) ? MAIN : (there[0] ?? MAIN))
  }
  const load = async (path: string) => {
    const found = await readWithStat(tree, await noteOf(path))
    return found && { bytes: found.bytes, hash: hash('sha256', found.bytes), modified: found.stat.modified }
  }

  /** The file may not be durable yet: an editor wrote it, or its writer was killed too early. */
  const settle = async (place: Place) => {
    await withFile(tree, place, 'read', (file) => file.datasync())
    await tree.makeFolder(place.folder)
    await tree.vfs.syncDir(await tree.folder(place.folder))
  }

  return {
    async read(path) {
      const found = await load(path)
      return found && { text: found.bytes.toString(), hash: found.hash, modified: Math.floor(found.modified) }
    },

    async write(path, text, { expect, why }) {
      const place = await noteOf(path)
      const bytes = Buffer.from(text)
      const next = hash('sha256', bytes)
      return await locks.hold(LOCK, async (lease) => {
        const before = await load(path)
        if (before?.hash !== expect) return { conflict: before?.hash }
        if (next === expect) {
          await settle(place)
          return { hash: next }
        }
        await tree.makeFolder(place.folder)
        const staged = await stage(tree, place.folder, [bytes])
        const about = { path, at: now(), hash: before?.hash, next, why }
        const version = await versions.keep(about, before?.bytes ?? NOTHING, bytes)
        try {
          await lease.check()
          // People edit these files without our lock: asked again as late as possible.
          const current = (await load(path))?.hash
          if (current !== expect) {
            await version.forget()
            return { conflict: current }
          }
          await staged.commit(place)
          return { hash: next }
        } finally {
          await staged.discard()
        }
      })
    },

    async list(prefix = '') {
      const found = [...(await mains()), ...(await walk(tree, [FOLDER]))]
      return found.filter((path) => path.startsWith(prefix)).toSorted()
    },

    async remove(path, { expect, why }) {
      const place = await noteOf(path)
      return await locks.hold(LOCK, async (lease) => {
        const before = await load(path)
        if (before?.hash !== expect) return false
        await versions.keep({ path, at: now(), hash: before.hash, why }, before.bytes)
        await lease.check()
        await tree.vfs.unlink(tree.path(place))
        await tree.vfs.syncDir(await tree.folder(place.folder))
        return true
      })
    },

    versions: (path) => versions.list(path),
    version: (path, id) => versions.read(path, id),
    scrubVersions: (edit) => locks.hold(LOCK, () => versions.scrub(edit)),

    async adopt(path, text, moved) {
      const place = placeOf(checkNotePath(path))
      await locks.hold(LOCK, async (lease) => {
        for (const version of moved) await versions.adopt(version)
        if (text === undefined) return
        await tree.makeFolder(place.folder)
        await writeWhole(tree, place, [Buffer.from(text)], lease)
      })
    },
  }
}

async function walk(tree: Tree, folder: readonly string[]): Promise<string[]> {
  const path = await ifThere(tree.folder(folder))
  if (path === undefined) return []
  const found: string[] = []
  for (const { name, kind } of await tree.vfs.readdir(path)) {
    if (!isPlainName(name)) continue
    if (kind === 'file') found.push([...folder, name].join('/'))
    if (kind === 'directory') found.push(...(await walk(tree, [...folder, name])))
  }
  return found
}
