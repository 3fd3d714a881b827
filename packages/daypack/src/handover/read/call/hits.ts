import { pathWorth } from '../../../files/path-worth.ts'
import { clip } from '../../text/clip.ts'

/** Up to so many hits stand with their text, more by file and line. */
const FULL = 8
const HIT_CHARS = 200

const BRIEF_HIT = 100

/** The hits in one file: the first one with its text, the others by their lines. */
function linesOf(own: readonly { readonly line: string; readonly text: string }[]): string {
  const [first, ...rest] = own
  const more = rest.length > 0 ? `; ${rest.map((hit) => hit.line).join(',')}` : ''
  return `${first?.line}: ${clip((first?.text ?? '').trim(), BRIEF_HIT)}${more}`
}

/** Files found: the folder they share once, then each by what is below it. From so many lines on. */
const PATHS = 4
const MOST_PATHS = 60

function pathsOf(lines: readonly string[]): string {
  const [first = ''] = lines
  const isTitle = !/^\S*\/\S+$/.test(first)
  const paths = isTitle ? lines.slice(1) : lines
  let shared = paths[0]?.slice(0, paths[0].lastIndexOf('/') + 1) ?? ''
  for (const path of paths) while (!path.startsWith(shared)) shared = above(shared)
  const title = isTitle ? first : `${paths.length} files`
  const more = paths.length > MOST_PATHS ? `, and ${paths.length - MOST_PATHS} more` : ''
  const names = paths.slice(0, MOST_PATHS).map((path) => path.slice(shared.length))
  return `${title}${shared === '' ? '' : ` in ${shared}`}: ${names.join(', ')}${more}`
}

function above(folder: string): string {
  return folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1).slice(0, Math.max(0, folder.length - 1))
}

/** What a search found: each hit with its place; many by file and line; "no match" said. */
export function hitsOf(text: string): string {
  const lines = text
    .slice(0, 200_000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length === 0 || /^(?:no (?:matches|files|results)|found 0\b|0 (?:matches|results))/i.test(lines[0] ?? ''))
    return 'no match'
  const hits = lines.flatMap((line) => {
    const found = /^(.{1,300}?):(\d{1,7}):(.*)$/.exec(line)
    return found ? [{ file: found[1] as string, line: found[2] as string, text: found[3] as string }] : []
  })
  const numbered = lines.filter((line) => /^\d{1,7}:/.test(line))
  if (hits.length === 0 && numbered.length > 0)
    return numbered.length <= FULL
      ? numbered.map((line) => clip(line, HIT_CHARS)).join('\n')
      : `${numbered
          .slice(0, FULL)
          .map((line) => clip(line, BRIEF_HIT))
          .join('\n')}\n… and ${numbered.length - FULL} more`
  if (hits.length === 0 && lines.length >= PATHS && lines.slice(1).every((line) => /^\S*\/\S+$/.test(line)))
    return pathsOf(lines)
  if (hits.length === 0)
    return lines
      .slice(0, 60)
      .map((line) => clip(line, HIT_CHARS))
      .join('\n')
  if (hits.length <= FULL)
    return hits.map((hit) => `${hit.file}:${hit.line}: ${clip(hit.text.trim(), HIT_CHARS)}`).join('\n')
  const files = [...Map.groupBy(hits, (hit) => hit.file)]
  // Where they are cut, tests go first.
  return files
    .toSorted(([one], [other]) => pathWorth(other) - pathWorth(one))
    .map(([file, own]) => `${file}:${linesOf(own)}`)
    .join('\n')
}
