import { hash } from 'node:crypto'
import type { NoteStore, NoteVersion } from '../../model/driver.ts'
import { defined, type Millis } from '../../model/json.ts'
import { checkNotePath } from '../shared/check.ts'

type Kept = NoteVersion & { text: string; written: string }

export function memoryNotes(now: () => Millis): NoteStore {
  const notes = new Map<string, { text: string; hash: string; modified: Millis }>()
  let kept: Kept[] = []
  let count = 0

  const keep = (path: string, next: string | undefined, why: string | undefined, written = '') => {
    const before = notes.get(path)
    const version = { path, id: String(++count), at: now(), hash: before?.hash, next, why }
    kept.unshift(defined<Kept>({ ...version, text: before?.text ?? '', written }))
  }

  return {
    async read(path) {
      return notes.get(checkNotePath(path))
    },
    async write(path, text, { expect, why }) {
      const before = notes.get(checkNotePath(path))
      if (before?.hash !== expect) return { conflict: before?.hash }
      const next = hash('sha256', text)
      if (next !== expect) {
        keep(path, next, why, text)
        notes.set(path, { text: Buffer.from(text).toString(), hash: next, modified: now() })
      }
      return { hash: next }
    },
    async list(prefix = '') {
      return [...notes.keys()].filter((path) => path.startsWith(prefix)).toSorted()
    },
    async remove(path, { expect, why }) {
      if (notes.get(checkNotePath(path))?.hash !== expect) return false
      keep(path, undefined, why)
      return notes.delete(path)
    },
    async versions(path) {
      const found = path === undefined ? kept : kept.filter((each) => each.path === path)
      return found.map(({ text: _, written: __, ...version }) => version)
    },
    async version(path, id) {
      const own = kept.filter((each) => each.path === path)
      return own.find((each) => each.id === id)?.text ?? own.find((each) => each.next === id)?.written
    },
    async scrubVersions(change) {
      const before = kept
      let changed = 0
      kept = before.flatMap((each) => {
        const text = change(each.text, each.path)
        const written = change(each.written, each.path) ?? ''
        if (text === each.text && written === each.written) return [each]
        if (text !== each.text) changed++
        const next = each.next === undefined ? {} : { next: hash('sha256', written) }
        if (text === undefined) return []
        return [{ ...each, text, written, ...(each.hash === undefined ? {} : { hash: hash('sha256', text) }), ...next }]
      })
      return changed
    },
  }
}
