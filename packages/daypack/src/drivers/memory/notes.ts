import { hash } from 'node:crypto'
import type { NoteStore, NoteVersion } from '../../model/driver.ts'
import type { Millis } from '../../model/json.ts'
import { checkNotePath } from '../shared/check.ts'

type Kept = NoteVersion & { text: string }

export function memoryNotes(open: () => void, now: () => Millis): NoteStore {
  const notes = new Map<string, { text: string; hash: string; modified: Millis }>()
  let kept: Kept[] = []
  let count = 0

  const keep = (path: string, next: string | undefined, why: string | undefined) => {
    const before = notes.get(path)
    if (before === undefined) return
    kept.unshift({
      path,
      id: String(++count),
      at: now(),
      hash: before.hash,
      ...(next === undefined ? {} : { next }),
      ...(why === undefined ? {} : { why }),
      text: before.text,
    })
  }

  return {
    async read(path) {
      open()
      return notes.get(checkNotePath(path))
    },
    async write(path, text, { expect, why }) {
      open()
      const before = notes.get(checkNotePath(path))
      if (before?.hash !== expect) return { conflict: before?.hash }
      const next = hash('sha256', text)
      if (next !== expect) {
        keep(path, next, why)
        notes.set(path, { text: Buffer.from(text).toString(), hash: next, modified: now() })
      }
      return { hash: next }
    },
    async list(prefix = '') {
      open()
      return [...notes.keys()].filter((path) => path.startsWith(prefix)).toSorted()
    },
    async remove(path, { expect, why }) {
      open()
      if (notes.get(checkNotePath(path))?.hash !== expect) return false
      keep(path, undefined, why)
      return notes.delete(path)
    },
    async versions(path) {
      open()
      const found = path === undefined ? kept : kept.filter((each) => each.path === path)
      return found.map(({ text: _, ...version }) => version)
    },
    async version(path, id) {
      open()
      return kept.find((each) => each.path === path && each.id === id)?.text
    },
    async scrubVersions(change) {
      open()
      const before = kept
      let changed = 0
      kept = before.flatMap((each) => {
        const text = change(each.text, each.path)
        if (text !== each.text) changed++
        return text === undefined ? [] : [{ ...each, text, hash: hash('sha256', text) }]
      })
      return changed
    },
  }
}
