import { isAbsolute, normalPath } from '../tools/paths.ts'
import type { KnownFiles, KnownFile } from './known.ts'

/** The file at a path, made when it is new. */
export function touch(model: KnownFiles, path: string, at: number): KnownFile {
  const name = normalPath(path)
  let file = findFile(model, name)
  if (!file) {
    file = { path: name, lines: [], doubt: 0, touched: at, changes: 0, edits: [] }
    model.files.set(name, file)
  }
  file.touched = at
  return file
}

/** The same path is the same file; a relative one is looked up below the folders that paths were seen to start from. */
export function findFile(model: KnownFiles, path: string): KnownFile | undefined {
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
