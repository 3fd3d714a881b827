import { pathWorth } from '../../../files/path-worth.ts'
import type { JsonObject } from '../../../model/json.ts'
import { plainText } from '../../text/ansi.ts'
import { clip, flat, list } from '../../text/clip.ts'
import { compactJson, plainJson, webResults } from '../../text/json.ts'
import { pageText } from '../../text/page.ts'
import { KEPT, PLAN, type Part } from './told.ts'

/** A search through files: what for, where, and what was found. */
export function search(args: JsonObject, text: string): Part {
  const pattern = args['pattern'] ?? args['query'] ?? args['regex'] ?? args['search'] ?? ''
  const where = [args['path'] ?? args['directory'], args['include'] ?? args['glob']].filter(
    (one): one is string => typeof one === 'string' && one !== '',
  )
  const head = `search ${JSON.stringify(pattern)}${where.length > 0 ? ` in ${where.join(' ')}` : ''}`
  return { kind: 'search', head, text: hitsOf(text), cut: 'list' }
}

/** Up to this many hits stand with their text, more by file and line. */
const FULL = 8
const HIT_CHARS = 200
const BRIEF_HIT = 100
const MOST_LINES = 60

/** Each hit with its place; many by file and line; "no match" said. */
function hitsOf(text: string): string {
  const lines = text
    .slice(0, 200_000)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length === 0 || /^(?:no (?:matches|files|results)|found 0\b|0 (?:matches|results))/i.test(lines[0] ?? ''))
    return 'no match'
  const hits = lines.flatMap((one) => {
    const [, file, line, found] = /^(.{1,300}?):(\d{1,7}):(.*)$/.exec(one) ?? []
    return file === undefined ? [] : [{ file, line, text: (found ?? '').trim() }]
  })
  if (hits.length === 0) {
    const numbered = lines.filter((line) => /^\d{1,7}:/.test(line))
    if (numbered.length > FULL)
      return list(
        numbered.map((line) => clip(line, BRIEF_HIT)),
        FULL,
        '\n',
      )
    const told = numbered.length > 0 ? numbered : lines.slice(0, MOST_LINES)
    return told.map((line) => clip(line, HIT_CHARS)).join('\n')
  }
  if (hits.length <= FULL) return hits.map((hit) => `${hit.file}:${hit.line}: ${clip(hit.text, HIT_CHARS)}`).join('\n')
  // Where they are cut, tests go first.
  return [...Map.groupBy(hits, (hit) => hit.file)]
    .toSorted(([one], [other]) => pathWorth(other) - pathWorth(one))
    .map(([file, [first, ...rest]]) => {
      const more = rest.length > 0 ? `; ${rest.map((hit) => hit.line).join(',')}` : ''
      return `${file}:${first?.line}: ${clip(first?.text ?? '', BRIEF_HIT)}${more}`
    })
    .join('\n')
}

/** A page by its title and what it says, results by title, address and first words. */
export function web(tool: string, args: JsonObject, text: string): Part {
  const found = webResults(text)
  const head = `${tool} ${compactJson(args)}`
  if (found !== undefined) return { kind: 'web', head, text: found, cut: 'list' }
  const page = pageText(plainJson(plainText(text.slice(0, PLAN))))
  const title = /^\s*(?:#\s+|Title:\s*|title:\s*)([^\n]{3,160})/m.exec(page.slice(0, 2000))?.[1]
  return { kind: 'web', head: title ? `${head} “${flat(title)}”` : head, text: page.slice(0, KEPT * 4), cut: 'page' }
}
