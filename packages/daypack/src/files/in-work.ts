import { fenced } from '../view/frame.ts'
import type { FileModel, KnownFile } from './known.ts'
import type { KnownLine } from './lines.ts'
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

/**
 * Regions of the files the agent is working on, likeliest to be edited first, shown in file order with their gaps. What
 * may have changed since it was read says so; scraps are left out.
 */
export function filesInWork(model: FileModel, options: InWorkOptions): InWork {
  const { now, recent, threshold, maxChars, shown = '' } = options
  const known = regions(model, now, recent, (line) => namesOf(line, (text) => options.names(text))).filter(
    (region) => !stands(region, shown),
  )
  const likely = known.filter((region) => region.chance / region.chars >= threshold)
  const first = choose(likely, maxChars, value)
  const whole = nearlyWhole(known, first)
  const { taken, files } = choose(
    whole.size === 0 ? likely : known.filter((one) => whole.has(one.file) || one.chance / one.chars >= threshold),
    maxChars,
    (region) => value(region) * (whole.has(region.file) ? JOINS : 1),
  )
  for (const scrap of scraps(taken)) {
    taken.delete(scrap)
  }
  const kept = [...files].filter((file) => [...taken].some((region) => region.file === file))
  return {
    text: kept.map((file) => render(model, file, [...taken])).join('\n'),
    paths: kept.map((file) => file.path),
    regions: taken.size,
  }
}

type Chosen = { readonly taken: Set<Region>; readonly files: Set<KnownFile> }

function value(region: Region): number {
  return (region.chance * region.worth) / region.chars
}

/** A file that was only read takes no more than this, however long it is: the last one read is one of many. */
const ONLY_READ_SHARE = 0.35

/** The best that fit. */
function choose(from: readonly Region[], maxChars: number, worth: (region: Region) => number): Chosen {
  const values = new Map(from.map((region) => [region, worth(region)]))
  const taken = new Set<Region>()
  const files = new Set<KnownFile>()
  const read = new Map<KnownFile, number>()
  let left = maxChars
  for (const region of from.toSorted((one, other) => (values.get(other) ?? 0) - (values.get(one) ?? 0))) {
    const cost = region.chars + GAP + (files.has(region.file) ? 0 : region.file.path.length + FRAME)
    const own = (read.get(region.file) ?? 0) + cost
    if (cost > left || (region.file.changes === 0 && own > maxChars * ONLY_READ_SHARE)) continue
    read.set(region.file, own)
    taken.add(region)
    files.add(region.file)
    left -= cost
  }
  return { taken, files }
}

/** A file of which so much is shown is better shown whole: a hole of a few lines is what a reader then misses. */
const NEARLY = 0.6
const JOINS = 1.6

function nearlyWhole(known: readonly Region[], { taken, files }: Chosen): Set<KnownFile> {
  const sizes = new Map<KnownFile, { all: number; shown: number }>()
  for (const region of known) {
    if (!files.has(region.file) || region.from === 0) continue
    const size = sizes.get(region.file) ?? { all: 0, shown: 0 }
    size.all += region.chars
    if (taken.has(region)) size.shown += region.chars
    sizes.set(region.file, size)
  }
  return new Set([...sizes].flatMap(([file, { all, shown }]) => (shown >= all * NEARLY ? [file] : [])))
}

const FRAME = 60
const GAP = 12
/** Fewer lines than this in a row tell a reader nothing, unless they are all there is. */
const LEAST_LINES = 5
const namesKnown = new WeakMap<KnownLine, readonly string[]>()

export function namesOf(line: KnownLine, names: (text: string) => readonly string[]): readonly string[] {
  let found = namesKnown.get(line)
  if (!found) namesKnown.set(line, (found = names(line.text)))
  return found
}

function stands(region: Region, shown: string): boolean {
  return shown !== '' && region.lines.every((line) => line.text.trim().length < 4 || shown.includes(line.text))
}

type Run = { readonly from: number; readonly to: number; readonly regions: Region[]; readonly sure: boolean }

/** Regions of one file that follow each other and are equally sure, in file order. */
function joinedRuns(file: KnownFile, taken: readonly Region[]): Run[] {
  const own = taken
    .filter((region) => region.file === file && region.from > 0)
    .sort((one, other) => one.from - other.from)
  const found: Run[] = []
  for (const region of own) {
    const last = found.at(-1)
    const to = region.from + region.lines.length - 1
    if (last && last.to + 1 === region.from && last.sure === region.sure)
      found[found.length - 1] = { ...last, to, regions: [...last.regions, region] }
    else found.push({ from: region.from, to, regions: [region], sure: region.sure })
  }
  return found
}

function scraps(taken: ReadonlySet<Region>): Region[] {
  const all = [...taken]
  return [...new Set(all.map((region) => region.file))].flatMap((file) => {
    const runs = joinedRuns(file, all)
    const isWhole = file.total !== undefined && runs.length === 1 && runs[0]?.from === 1 && runs[0].to === file.total
    const small = isWhole ? [] : runs.filter((run) => run.to - run.from + 1 < LEAST_LINES).flatMap((run) => run.regions)
    return [
      ...small,
      ...all.filter((one) => one.file === file && one.from === 0 && one.lines.length < LEAST_LINES && !one.sure),
    ]
  })
}

/** What is sure in one element with its gaps; each part that may have changed in one of its own; loose lines last. */
function render(model: FileModel, file: KnownFile, taken: readonly Region[]): string {
  const runs = joinedRuns(file, taken)
  const sure = runs.filter((run) => run.sure)
  const loose = taken.filter((region) => region.file === file && region.from === 0)
  const name: Record<string, string> =
    file.rev === undefined ? { path: file.path } : { path: file.path.slice(file.rev.length + 1), rev: file.rev }
  const end = file.total === undefined ? '' : ` of ${file.total}`
  const seen = (lines: readonly KnownLine[]): number => {
    const at = lines.reduce((latest, line) => Math.max(latest, line.shown), 0)
    return model.seqs[at] ?? at + 1
  }
  const element = (more: Record<string, string>, body: string): string => fenced('file', { ...name, ...more }, body)
  const parts: string[] = []
  if (sure.length > 0) {
    const where = sure.map(({ from, to }) => `${from}-${to}`).join(', ')
    const differs = file.differs && {
      note: `changed on disk since [${seen(sure.flatMap((run) => run.regions.flatMap((one) => one.lines)))}]`,
    }
    const body = sure.flatMap((run, at) => {
      const before = sure[at - 1]
      return [...(before ? [`[… lines ${before.to + 1}-${run.from - 1} not shown …]`] : []), textOf(run.regions)]
    })
    parts.push(element({ lines: `${where}${end}`, ...differs }, body.join('\n')))
  }
  for (const run of runs.filter((one) => !one.sure)) {
    const lines = run.regions.flatMap((region) => region.lines)
    const note = file.rev === undefined && { note: `as read at [${seen(lines)}], may have changed since` }
    parts.push(element({ lines: `${run.from}-${run.to}`, ...note }, textOf(run.regions)))
  }
  for (const region of loose) {
    const note = region.sure
      ? 'written here, place unknown'
      : `written at [${seen(region.lines)}], may have changed since`
    parts.push(element({ note }, textOf([region])))
  }
  return parts.join('\n')
}

function textOf(own: readonly Region[]): string {
  return own.flatMap((region) => region.lines.map((line) => line.text)).join('\n')
}
