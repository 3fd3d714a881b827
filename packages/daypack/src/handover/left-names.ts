import { identifiers } from './identifiers.ts'
import { rankNames, type Names } from './names.ts'

/**
 * Names the agent itself used in calls that stand nowhere in `shown`, by kind, best first within `maxBytes`. An id whose
 * owner nobody names says nothing and is left out, and so are pieces of times and figures.
 */
export function leftNames(names: Names, maxBytes: number, shown: string): string {
  if (maxBytes < 60) return ''
  const known = new Set(identifiers(shown))
  const kinds = new Map<string, string[]>()
  let text = shown.length < 1_000 ? shown : ''
  let left = maxBytes
  for (const name of rankNames(names, maxBytes * 4)) {
    if (left < 12) break
    if (names.tallies.get(name)?.called !== true || known.has(name) || text.includes(name)) continue
    const kind = kindOf(name)
    if (kind === undefined || (kind === 'Files' && known.has(fileOf(name)))) continue
    const cost = Buffer.byteLength(name) + 2 + (kinds.has(kind) ? 0 : kind.length + 2)
    if (cost > left) continue
    left -= cost
    text += ` ${name}`
    const own = kinds.get(kind)
    if (own) own.push(name)
    else kinds.set(kind, [name])
  }
  return KINDS.flatMap((kind) => (kinds.has(kind) ? [`${kind}: ${kinds.get(kind)?.join(', ')}`] : [])).join('\n')
}

/** A path whose file stands above is known, whatever folder it was told from. */
function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

const KINDS = ['Files', 'Addresses', 'Ids', 'Names']

function kindOf(name: string): string | undefined {
  if (name.includes('://') || name.includes('@')) return 'Addresses'
  if (name.includes('/') || /\.[a-z]{1,5}$/.test(name)) return 'Files'
  if (/^\d/.test(name) && !/^[0-9a-f-]{7,}$/i.test(name)) return undefined
  if (/^[0-9a-f-]{7,}$/i.test(name)) return /^\d+-\d+/.test(name) ? undefined : 'Ids'
  return name.length < 8 || /\d{3,}|^[A-Z0-9]{4,8}$/.test(name) ? undefined : 'Names'
}
