// What people get with Daypack, by the lockfile.
import path from 'node:path'
import { published } from './packages.mjs'

export const OURS = published().map(({ folder }) => folder)

/**
 * Everything our packages bring along, found as Node finds it: place in the lockfile → entry.
 * @param {readonly string[]} folders @param {Record<string, any>} lock
 * @returns {Map<string, any>}
 */
export function shippedBy(folders, lock) {
  const shipped = new Map()
  for (const folder of folders) for (const name of Object.keys(lock[folder]?.dependencies ?? {})) walk(name, folder)
  return shipped

  /** @param {string} name @param {string} from */
  function walk(name, from) {
    for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
      const place = path.posix.join(folder, 'node_modules', name)
      const entry = lock[place]
      if (entry?.link) return
      if (entry) {
        if (shipped.has(place)) return
        shipped.set(place, entry)
        for (const next of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) walk(next, place)
        return
      }
      if (folder === '') return
    }
  }
}
