import { isAbsolute, normalPath, rootOf } from '../tools/paths.ts'
import type { FileModel, KnownFile } from './known.ts'
import { same } from './lines.ts'
import type { NumberedLine } from './numbered.ts'

/** The file at a path, made when it is new. What is shown of it may prove that it is one known by another path. */
export function touch(model: FileModel, path: string, at: number, shown: readonly NumberedLine[] = []): KnownFile {
  const name = normalPath(path)
  let file = findFile(model, name) ?? proven(model, name, shown)
  if (!file) {
    file = { path: name, lines: [], loose: [], doubt: 0, touched: at, reads: 0, changes: 0, edits: [] }
    model.files.set(name, file)
  }
  file.touched = at
  return file
}

/** The same path is the same file; a relative one is looked up below the folders that paths were seen to start from. */
export function findFile(model: FileModel, path: string): KnownFile | undefined {
  const plain = normalPath(path)
  const exact = model.files.get(plain)
  if (exact || plain === '') return exact
  for (const root of [...model.roots].toReversed()) {
    const other = isAbsolute(plain)
      ? plain.startsWith(`${root}/`)
        ? plain.slice(root.length + 1)
        : undefined
      : `${root}/${plain}`
    const found = other === undefined ? undefined : model.files.get(other)
    if (found) return found
  }
  return undefined
}

/** Lines that must agree before two paths with the same ending are taken for one file. */
const PROOF = 4

/** A relative path and an absolute one that ends with it are one file when they show the same: then the folder between them is known. */
function proven(model: FileModel, path: string, shown: readonly NumberedLine[]): KnownFile | undefined {
  for (const file of model.files.values()) {
    if (isAbsolute(file.path) === isAbsolute(path)) continue
    const root = isAbsolute(path) ? rootOf(path, file.path) : rootOf(file.path, path)
    if (root === undefined) continue
    const known = shown.filter(({ number, text }) => text.trim().length > 3 && file.lines[number - 1] !== undefined)
    if (known.length < PROOF || !known.every(({ number, text }) => same(file.lines[number - 1]?.text ?? '', text)))
      continue
    model.roots.add(root)
    return file
  }
  return undefined
}
