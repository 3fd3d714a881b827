import type { BlobInfo, BlobStore, Gone } from '../../model/driver.ts'
import type { Ref } from '../../model/message.ts'
import type { Millis } from '../../model/json.ts'
import { gather, measure } from '../shared/bytes.ts'
import { clampRange } from '../shared/check.ts'

type Held = { info: BlobInfo; data?: Uint8Array; marked?: Millis; dropped?: Millis }

export function memoryBlobs(now: () => Millis): BlobStore {
  const held = new Map<Ref, Held>()
  const live = (ref: Ref) => {
    const found = held.get(ref)
    return found?.data === undefined ? undefined : found
  }
  return {
    async put(data) {
      const bytes = await gather(data)
      const info = { ...measure(bytes), at: now() }
      held.set(info.ref, { info, data: bytes })
      return info
    },
    async get(ref, range) {
      const found = held.get(ref)
      if (found?.data === undefined) return found && gone(found.info)
      const { from, to } = clampRange(range, found.data.length)
      return found.data.slice(from, to)
    },
    async info(ref) {
      const found = held.get(ref)
      return found?.data === undefined ? found && gone(found.info) : found.info
    },
    async *list() {
      for (const { info, data } of [...held.values()]) if (data !== undefined) yield info
    },
    path: (ref) => `tool_result/${ref}.txt`,
    async mark(ref, at) {
      const found = live(ref)
      if (found !== undefined) found.marked = at
    },
    async unmark(ref) {
      delete live(ref)?.marked
    },
    async marked() {
      return new Map([...held].flatMap(([ref, { marked }]) => (marked === undefined ? [] : [[ref, marked] as const])))
    },
    async drop(ref, _why, at) {
      const found = live(ref)
      if (found?.marked === undefined) return false
      held.set(ref, { info: found.info, dropped: at })
      return true
    },
    async purge(before) {
      const old = [...held.values()].filter(({ dropped }) => dropped !== undefined && dropped < before)
      for (const each of old) delete each.dropped
      return old.length
    },
    async erase(ref) {
      const found = held.get(ref)
      if (found?.data === undefined && found?.dropped === undefined) return false
      held.set(ref, { info: found.info })
      return true
    },
  }
}

function gone(info: BlobInfo): Gone {
  return { gone: true, bytes: info.bytes, hash: info.ref }
}
