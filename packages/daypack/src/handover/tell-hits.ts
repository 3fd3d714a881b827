import { clip } from './clip.ts'

/** Up to so many hits stand with their text, more by file and line. */
const FULL = 8
const HIT_CHARS = 200

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
      : `lines ${numbered.map((line) => line.slice(0, line.indexOf(':'))).join(',')}`
  if (hits.length === 0)
    return lines
      .slice(0, 60)
      .map((line) => clip(line, HIT_CHARS))
      .join('\n')
  if (hits.length <= FULL)
    return hits.map((hit) => `${hit.file}:${hit.line}: ${clip(hit.text.trim(), HIT_CHARS)}`).join('\n')
  const files = Map.groupBy(hits, (hit) => hit.file)
  return [...files].map(([file, own]) => `${file}:${own.map((hit) => hit.line).join(',')}`).join('; ')
}
