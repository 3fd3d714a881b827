import type { FileModel } from '../files/known.ts'
import { identifiers } from './identifiers.ts'
import { rankNames, type Names } from './names.ts'

/**
 * Names that stand nowhere in `shown`, each with what it is a name of: identifiers below the file they were seen in, then the
 * files and addresses the agent used itself; best first within `maxBytes`. An id or a name whose owner nobody knows says
 * nothing and is left out.
 */
export function leftNames(names: Names, maxBytes: number, shown: string, files: FileModel): string {
  if (maxBytes < 60) return ''
  const known = new Set(identifiers(shown))
  const ranked = rankNames(names, maxBytes * 4).slice(0, LOOKED_AT)
  const owners = ownersOf(files, new Set(ranked.filter((name) => !known.has(name) && isIdentifier(name))))
  const groups = new Map<string, string[]>()
  let left = maxBytes
  for (const name of ranked) {
    if (left < 12) break
    if (known.has(name)) continue
    const owner = owners.get(name)
    const group = owner ?? (names.tallies.get(name)?.called === true ? kindOf(name) : undefined)
    if (group === undefined || (group === FILES && known.has(fileOf(name)))) continue
    const cost = Buffer.byteLength(name) + 2 + (groups.has(group) ? 0 : group.length + 3)
    if (cost > left) continue
    left -= cost
    const own = groups.get(group)
    if (own) own.push(name)
    else groups.set(group, [name])
  }
  const isLast = (group: string): boolean => group === FILES || group === ADDRESSES
  return [...groups]
    .toSorted((one, other) => Number(isLast(one[0])) - Number(isLast(other[0])))
    .map(([group, own]) => `${group}: ${own.join(', ')}`)
    .join('\n')
}

const LOOKED_AT = 1_500
const FILES = 'Files'
const ADDRESSES = 'Addresses'

/** The file each of these names was seen in last. */
function ownersOf({ files }: FileModel, wanted: ReadonlySet<string>): Map<string, string> {
  const owners = new Map<string, { path: string; shown: number }>()
  if (wanted.size === 0) return new Map()
  for (const file of files.values()) {
    const path = file.path.split('/').slice(-2).join('/')
    for (const line of [...file.lines, ...file.loose.flat()]) {
      if (!line) continue
      for (const name of line.text.match(WORD) ?? [])
        if (wanted.has(name) && line.shown >= (owners.get(name)?.shown ?? -1))
          owners.set(name, { path, shown: line.shown })
    }
  }
  return new Map([...owners].map(([name, { path }]) => [name, path]))
}

const WORD = /[A-Za-z_$][\w$]{4,80}/g

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]{4,80}$/.test(name) && !/^[0-9a-f]+$/i.test(name)
}

/** A path whose file stands above is known, whatever folder it was told from. */
function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function kindOf(name: string): string | undefined {
  if (name.includes('://') || name.includes('@')) return ADDRESSES
  if (name === '/dev/null' || /^\d+\.\d+/.test(name)) return undefined
  return name.includes('/') || /^[\w-]+\.[a-z]{1,5}$/.test(name) ? FILES : undefined
}
