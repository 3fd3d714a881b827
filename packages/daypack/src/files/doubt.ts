import type { Reach } from '../tools/may-change.ts'
import { isAbsolute, normalPath } from '../tools/paths.ts'
import type { KnownFiles, KnownFile } from './known.ts'
import { findFile } from './lookup.ts'

/** Something may have changed these files: what was shown of them up to now is no longer sure. */
export function doubt(model: KnownFiles, reach: Reach, at: number): void {
  if (reach === 'all') {
    model.doubt = at + 1
    return
  }
  if (reach === 'changed') {
    for (const file of model.files.values()) if ((file.lastChange ?? -1) >= model.formatted) file.doubt = at + 1
    model.formatted = at
    return
  }
  for (const one of reach) {
    for (const file of reached(model, one)) file.doubt = at + 1
  }
}

/** The file of a path, those below it, or with a `**` before it those of its name. */
export function reached(model: KnownFiles, one: string): readonly KnownFile[] {
  const path = normalPath(one)
  const name = one.startsWith('**/') ? one.slice(3) : undefined
  const exact = name === undefined ? findFile(model, path) : undefined
  if (exact) return [exact]
  if (name === undefined && /\.\w{1,6}$/.test(path)) return []
  return [...model.files.values()].filter((file) =>
    name === undefined ? isBelow(model, file.path, path) : file.path.split('/').at(-1) === name,
  )
}

function isBelow(model: KnownFiles, path: string, folder: string): boolean {
  if (folder === '' || path.startsWith(`${folder}/`)) return true
  return !isAbsolute(folder) && [...model.roots].some((root) => path.startsWith(`${root}/${folder}/`))
}
