import type { FileModel, KnownFile, KnownLine } from './model.ts'
import { regions, type Region } from './regions.ts'

export type InWorkOptions = {
  /** Position of the newest message. */
  readonly now: number
  /** Names in the newest messages. */
  readonly recent: ReadonlySet<string>
  /** Chance of being edited per character below which a region is left out. */
  readonly threshold: number
  readonly maxChars: number
  /** The names in a line; asked once for each line. */
  names(text: string): readonly string[]
  /** Text in view anyway: regions that stand there are not repeated. */
  readonly shown?: string
}

export type InWork = { readonly text: string; readonly paths: readonly string[]; readonly regions: number }

/** Regions of the files the agent is working on, as they are now, likeliest to be edited first, shown in file order. */
export function filesInWork(model: FileModel, options: InWorkOptions): InWork {
  const { now, recent, threshold, maxChars, shown = '' } = options
  const ranked = regions(model, now, recent, (line) => namesOf(line, (text) => options.names(text)))
    .filter((region) => region.chance / region.chars >= threshold)
    .sort((one, other) => other.chance / other.chars - one.chance / one.chars)
  const taken: Region[] = []
  const files = new Set<KnownFile>()
  let left = maxChars
  for (const region of ranked) {
    const cost = region.chars + (files.has(region.file) ? 0 : region.file.path.length + FRAME)
    if (cost > left || stands(region, shown)) continue
    taken.push(region)
    files.add(region.file)
    left -= cost
  }
  return {
    text: [...files].map((file) => render(file, taken)).join('\n'),
    paths: [...files].map((file) => file.path),
    regions: taken.length,
  }
}

const FRAME = 40
const known = new WeakMap<KnownLine, readonly string[]>()

function namesOf(line: KnownLine, names: (text: string) => readonly string[]): readonly string[] {
  let found = known.get(line)
  if (!found) known.set(line, (found = names(line.text)))
  return found
}

function stands(region: Region, shown: string): boolean {
  return shown !== '' && region.lines.every((line) => line.text.trim().length < 4 || shown.includes(line.text))
}

/** One element per run of lines that follow each other; loose lines (their place is unknown) come last. */
function render(file: KnownFile, taken: readonly Region[]): string {
  const own = taken.filter((region) => region.file === file).sort((one, other) => place(one) - place(other))
  const parts: string[] = []
  for (let index = 0; index < own.length;) {
    const first = own[index] as Region
    const lines = [...first.lines]
    let next = index + 1
    while (first.from > 0 && own[next]?.from === first.from + lines.length) lines.push(...(own[next++] as Region).lines)
    const where = first.from > 0 ? ` lines="${first.from}-${first.from + lines.length - 1}"` : ''
    parts.push(`<file path="${file.path}"${where}>\n${lines.map((line) => line.text).join('\n')}\n</file>`)
    index = next
  }
  return parts.join('\n')
}

function place(region: Region): number {
  return region.from > 0 ? region.from : Number.MAX_SAFE_INTEGER
}
