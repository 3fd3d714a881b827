import type { Ref } from '../../model/message.ts'
import type { BlobInfo, BlobStore, Gone } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import type { Millis } from '../../model/json.ts'
import { clampRange, isRef } from '../shared/check.ts'
import { gather, measure } from '../shared/bytes.ts'
import { sweepTemporary } from './atomic.ts'
import { blobPlace, inspect, isThere, receive, refOf } from './incoming.ts'
import type { Lease, Locks } from './lock.ts'
import { BLOBS, BLOBS_LOCK, manifestOf, type KnownBlob } from './manifest.ts'
import type { Tree } from './paths.ts'
import { chunks, withFile } from './read.ts'
import { ifThere } from './vfs.ts'

const TRASH = ['.trash']

export function filesBlobs(tree: Tree, locks: Locks, now: () => Millis): BlobStore {
  const manifest = manifestOf(tree, locks, now)
  const change = <T>(work: (known: ReadonlyMap<Ref, KnownBlob>, lease: Lease) => Promise<T>) =>
    locks.hold(BLOBS_LOCK, async (lease) => work(await manifest.refresh(lease), lease))

  /** Take in a file that a crash kept from the list. Its own time is unknown, so it starts now. */
  const adopt = async (ref: Ref): Promise<BlobInfo | undefined> => {
    const measured = await inspect(tree, ref)
    if (measured === undefined) return undefined
    return await change(async (known, lease) => {
      const found = known.get(ref)
      if (found !== undefined || !(await isThere(tree, ref))) return isLive(found) ? infoOf(found) : undefined
      const info = { ...measured, at: now() }
      await manifest.add({ op: 'put', ...info }, lease)
      return info
    })
  }

  const discard = async (ref: Ref) => {
    const { folder, name } = blobPlace(ref)
    const trash = await tree.makeFolder(TRASH)
    await tree.vfs.rename(tree.path({ folder, name }), tree.path({ folder: TRASH, name }))
    await tree.vfs.syncDir(trash)
    await tree.vfs.syncDir(await tree.folder(BLOBS))
  }

  return {
    async put(data) {
      const incoming = await receive(tree, data)
      try {
        return await change(async (known, lease) => {
          const info = { ...incoming.measured, at: now() }
          await lease.check()
          await incoming.place(isLive(known.get(info.ref)))
          await manifest.add({ op: 'put', ...info }, lease)
          return info
        })
      } finally {
        await incoming.discard()
      }
    },

    async get(ref, range) {
      if (!isRef(ref)) return undefined
      const found = await withFile(tree, blobPlace(ref), 'read', async (file) => {
        const { from, to } = clampRange(range, (await file.stat()).size)
        return await gather(chunks(file, from, to))
      })
      if (found === undefined) return goneOf((await manifest.refresh()).get(ref))
      if (range === undefined && measure(found).ref !== ref) throw damageError(ref)
      return found
    },

    async info(ref) {
      if (!isRef(ref)) return undefined
      const known = (await manifest.refresh()).get(ref)
      if (!(await isThere(tree, ref)) || isDropped(known)) return goneOf(known)
      return known === undefined ? await adopt(ref) : infoOf(known)
    },

    async *list() {
      const names = await tree.vfs.readdir(await tree.folder(BLOBS))
      const known = new Map(await manifest.refresh())
      for (const ref of names.flatMap(({ name }) => refOf(name) ?? [])) {
        const found = known.get(ref)
        // A crash may come between the log line and the move.
        if (isDropped(found)) await change(async (now) => (isDropped(now.get(ref)) ? discard(ref) : undefined))
        const info = found === undefined ? await adopt(ref) : isLive(found) ? infoOf(found) : undefined
        if (info !== undefined) yield info
      }
    },

    path: (ref) => tree.path(blobPlace(ref)),

    async mark(ref, at) {
      await change(async (known, lease) => {
        if (isLive(known.get(ref))) await manifest.add({ op: 'mark', ref, at }, lease)
      })
    },

    async unmark(ref) {
      await change(async (known, lease) => {
        if (known.get(ref)?.marked !== undefined) await manifest.add({ op: 'unmark', ref }, lease)
      })
    },

    async marked() {
      const known = await manifest.refresh()
      return new Map([...known].flatMap(([ref, { marked }]) => (marked === undefined ? [] : [[ref, marked] as const])))
    },

    async drop(ref, why, at) {
      return await change(async (known, lease) => {
        if (known.get(ref)?.marked === undefined) return false
        // The line first: nothing may vanish without one.
        await manifest.add({ op: 'drop', ref, at, why }, lease)
        if (await isThere(tree, ref)) await discard(ref)
        return true
      })
    },

    async purge(before) {
      await sweepTemporary(tree, before)
      const trash = await ifThere(tree.folder(TRASH))
      if (trash === undefined) return 0
      const known = await manifest.refresh()
      let erased = 0
      for (const { name } of await tree.vfs.readdir(trash)) {
        const dropped = known.get(refOf(name) ?? '')?.dropped
        if (dropped === undefined || dropped >= before) continue
        await tree.vfs.unlink(tree.path({ folder: TRASH, name }))
        erased++
      }
      return erased
    },

    async bury({ hash: ref, bytes }, why, at) {
      await change(async (known, lease) => {
        if (known.has(ref)) return
        await manifest.add({ op: 'put', ref, bytes, lines: 0, at }, lease)
        await manifest.add({ op: 'drop', ref, at, why }, lease)
      })
    },

    async erase(ref, why, at) {
      if (!isRef(ref)) return false
      return await change(async (known, lease) => {
        const places = [blobPlace(ref), { folder: TRASH, name: blobPlace(ref).name }]
        const there = await Promise.all(places.map((place) => withFile(tree, place, 'read', async () => place)))
        if (isLive(known.get(ref))) await manifest.add({ op: 'drop', ref, at, why }, lease)
        await lease.check()
        for (const place of there) {
          if (place === undefined) continue
          await tree.vfs.unlink(tree.path(place))
          await tree.vfs.syncDir(await tree.folder(place.folder))
        }
        return there.some((place) => place !== undefined)
      })
    },
  }
}

function isLive(known: KnownBlob | undefined): known is KnownBlob {
  return known !== undefined && known.dropped === undefined
}

function isDropped(known: KnownBlob | undefined): boolean {
  return known?.dropped !== undefined
}

function infoOf({ ref, bytes, lines, at }: KnownBlob): BlobInfo {
  return { ref, bytes, lines, at }
}

/** Only a dropped blob is gone; any other missing file was removed by another program. */
function goneOf(known: KnownBlob | undefined): Gone | undefined {
  return known?.dropped === undefined ? undefined : { gone: true, bytes: known.bytes, hash: known.ref }
}

function damageError(ref: Ref): DaypackError {
  return new DaypackError(
    'damaged',
    `The bytes of blob ${ref} are not those that were stored; restore it from a backup.`,
    { details: { ref } },
  )
}
