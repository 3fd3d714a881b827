import { patternOf } from '../../dialects/dialects.ts'
import { without } from '../text/page.ts'

/** The output of a tool without what its host adds to it, and long listings by their first entries. Linear. */
export function cleanOutput(text: string): string {
  if (text.length < 2) return text
  const own = ADDED.reduce((left, [open, close]) => (left.includes(open) ? without(left, open, close) : left), text)
  const lines = own.split('\n')
  const kept = lines.filter((line) => line.length > 300 || !NOTE.test(line))
  const clean = kept.length === lines.length ? own : kept.join('\n')
  return kept.length >= LISTING ? withoutListings(clean) : clean
}

const ADDED = [
  ['<system-reminder>', '</system-reminder>'],
  ['<system_reminder>', '</system_reminder>'],
] as const

/** Lines hosts print around what was asked for. */
const NOTE = patternOf('noise', String.raw`^\s*`, String.raw`\s*$`)

/** From so many entries in a row on it is a listing; the first ones are shown, where the others are is said. */
const LISTING = 30
const SHOWN = 20
const ENTRY =
  /^\s*(?:[MADRCU?! ]{1,2}\s+|(?:new file|modified|deleted|renamed):\s+|[-*•├└│─\s]{1,40})?[^\s:;(){}=<>"'`,]{1,200}$/
const LONG_ENTRY = /^[-dlbcps][rwxsStT-]{9}[@+.]?\s+\d+\s.*?\s(\S+)$/

function withoutListings(text: string): string {
  const kept: string[] = []
  let run: string[] = []
  const close = (): void => {
    kept.push(...(run.length < LISTING ? run : shortened(run)))
    run = []
  }
  for (const line of text.split('\n')) {
    if (isEntry(line)) run.push(line)
    else {
      close()
      kept.push(line)
    }
  }
  close()
  return kept.join('\n')
}

function isEntry(line: string): boolean {
  return line.length < 260 && (LONG_ENTRY.test(line) || (ENTRY.test(line) && /[\p{L}\p{N}]/u.test(line)))
}

function shortened(run: readonly string[]): string[] {
  const names = run.map((line) => LONG_ENTRY.exec(line)?.[1] ?? line)
  const folders = new Map<string, number>()
  for (const name of names.slice(SHOWN)) {
    const folder = /^\W*([\w.@-]+\/(?:[\w.@-]+\/)?)/.exec(name)?.[1]
    if (folder !== undefined) folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  const below = [...folders]
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, 4)
    .map(([folder, count]) => `${folder} (${count})`)
  const where = below.length === 0 ? '' : `, most below ${below.join(', ')}`
  return [...names.slice(0, SHOWN), `… and ${run.length - SHOWN} more entries${where}`]
}
