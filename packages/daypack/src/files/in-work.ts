import type { FileModel, KnownFile } from './known.ts'
import type { KnownLine } from './lines.ts'
import { regions, RUN, type Focus, type Region } from './regions.ts'
import { joinedRuns, showFile, type Run } from './show.ts'
import { standing } from './standing.ts'

export type WeighOptions = {
  /** Position of the newest message. */
  readonly now: number
  /** Names in the newest messages. */
  readonly recent: ReadonlySet<string>
  /** The names in a line; asked once for each line. */
  readonly names: (text: string) => readonly string[]
  /** Text in view anyway: regions that stand there are not repeated. */
  readonly shown?: string
  readonly focus?: Focus
}

/** Every region that could be shown, with its chance: weighed once, however often the room is dealt out. */
export function weighedRegions(model: FileModel, options: WeighOptions): Region[] {
  return [...regionsByFile(model, options)].flat()
}

/** The same one file after the other, so that others may run in between. */
export function* regionsByFile(
  model: FileModel,
  { now, recent, names, shown = '', focus }: WeighOptions,
): Generator<Region[]> {
  for (const own of regions(model, now, recent, (line) => namesOf(line, names), focus))
    yield own.filter((region) => !stands(region, shown))
}

export type InWorkOptions = {
  /** Chance of being edited per character below which a region is left out. */
  readonly threshold: number
  readonly maxChars: number
}

export type InWork = { readonly text: string; readonly paths: readonly string[]; readonly regions: number }

/**
 * Regions of the files the agent is working on, likeliest to be edited first, shown in file order with their gaps. What
 * may have changed since it was read says so; scraps are left out.
 */
export function filesInWork(model: FileModel, known: readonly Region[], options: InWorkOptions): InWork {
  const { threshold, maxChars } = options
  const isLikely = (region: Region): boolean => chanceOf(region) / region.chars >= threshold
  const first = choose(known, isLikely, maxChars, value)
  const whole = nearlyWhole(known, first)
  const holes = holesBetween(known, first.taken)
  const joins = (region: Region): boolean => whole.has(region.file) || holes.has(region)
  const { taken, files } = choose(
    known,
    (region) => joins(region) || isLikely(region),
    maxChars,
    (region) => value(region) * (joins(region) ? JOINS : 1),
  )
  for (const scrap of scraps(taken)) {
    taken.delete(scrap)
  }
  const kept = [...files].filter((file) => [...taken].some((region) => region.file === file))
  return {
    text: kept.map((file) => showFile(model, file, [...taken])).join('\n'),
    paths: kept.map((file) => file.path),
    regions: taken.size,
  }
}

type Chosen = { readonly taken: Set<Region>; readonly files: Set<KnownFile> }

/** What the talk is about to need counts as much as what was edited a moment ago. */
const NEED = 0.3

function chanceOf({ chance, need }: Region): number {
  return chance + NEED * need
}

function value(region: Region): number {
  return (chanceOf(region) * region.worth) / region.chars
}

/** A file that was only read takes no more than this, however long it is: the last one read is one of many. */
const ONLY_READ_SHARE = 0.35

/** Nor does one that was changed, while there are others: a few new lines in a long file are not all of the work. */
const ONE_FILE_SHARE = 0.45

/** The best that fit: the likely ones, then what else is known of other files that were changed, then the rest of one. */
function choose(
  known: readonly Region[],
  isLikely: (region: Region) => boolean,
  maxChars: number,
  worth: (region: Region) => number,
): Chosen {
  const values = new Map(known.map((region) => [region, worth(region)]))
  const best = known.toSorted((one, other) => (values.get(other) ?? 0) - (values.get(one) ?? 0))
  const taken = new Set<Region>()
  const files = new Set<KnownFile>()
  const sizes = new Map<KnownFile, number>()
  let left = maxChars
  const fill = (isWanted: (region: Region) => boolean, share: number): void => {
    for (const region of best) {
      if (taken.has(region) || !isWanted(region)) continue
      const cost = region.chars + GAP + (files.has(region.file) ? 0 : region.file.path.length + FRAME)
      const own = (sizes.get(region.file) ?? 0) + cost
      if (cost > left || own > maxChars * (region.inWork ? share : ONLY_READ_SHARE)) continue
      sizes.set(region.file, own)
      taken.add(region)
      files.add(region.file)
      left -= cost
    }
  }
  fill(isLikely, ONE_FILE_SHARE)
  fill((region) => region.inWork, ONE_FILE_SHARE)
  fill(isLikely, 1)
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

/** A hole of so many lines is filled before something is begun elsewhere. */
const HOLE = 48

/** What is known of the short gaps between regions that are shown. */
function holesBetween(known: readonly Region[], taken: ReadonlySet<Region>): Set<Region> {
  const found = new Set<Region>()
  const last = new Map<KnownFile, number>()
  const pending = new Map<KnownFile, Region[]>()
  // Regions of a file stand in its order.
  for (const region of known) {
    if (region.from === 0) continue
    if (!taken.has(region)) {
      const own = pending.get(region.file)
      if (own) own.push(region)
      else pending.set(region.file, [region])
      continue
    }
    const end = last.get(region.file)
    if (end !== undefined && region.from - end <= HOLE + 1)
      for (const one of pending.get(region.file) ?? []) found.add(one)
    pending.delete(region.file)
    last.set(region.file, region.from + region.lines.length - 1)
  }
  return found
}

const FRAME = 60
const GAP = 12
/** Fewer lines than this in a row tell a reader nothing, unless they are all there is. */
const LEAST_LINES = 5
const LEAST_LOOSE = 80
const namesKnown = new WeakMap<KnownLine, readonly string[]>()

function namesOf(line: KnownLine, names: (text: string) => readonly string[]): readonly string[] {
  let found = namesKnown.get(line)
  if (!found) namesKnown.set(line, (found = names(line.text)))
  return found
}

/** All of a region must stand there, whatever the frame around its lines: numbers of a listing come before them. */
const SHORT = 4

function stands(region: Region, shown: string): boolean {
  const lines = region.lines.map((line) => line.text)
  return shown !== '' && standing(lines, (line) => shown.includes(line), SHORT) === 1
}

function scraps(taken: ReadonlySet<Region>): Region[] {
  const all = [...taken]
  return [...new Set(all.map((region) => region.file))].flatMap((file) => {
    const runs = joinedRuns(file, all)
    const isWhole = file.total !== undefined && runs.length === 1 && runs[0]?.from === 1 && runs[0].to === file.total
    const small = isWhole ? [] : runs.filter((run) => saysLittle(run)).flatMap((run) => run.regions)
    return [...small, ...all.filter((one) => one.file === file && one.from === 0 && isScrap(one))]
  })
}

/** Lines whose place is not known: a name that was put in everywhere says nothing. */
function isScrap({ lines, chars, sure }: Region): boolean {
  return lines.length < LEAST_LINES && (!sure || chars < LEAST_LOOSE)
}

/** Letters beside the words that only end or hand on something. */
const SAYS =
  /(?!\b(?:end|else|try|finally|do|then|fi|done|begin|pass|return|break|continue|nil|null|err)\b)\b[\p{L}_]\w{2,}/u

/** A few lines, or a few more of which hardly one says anything: ends of functions, errors handed on. */
function saysLittle(run: Run): boolean {
  const lines = run.regions.flatMap((region) => region.lines)
  return lines.length < LEAST_LINES || (lines.length < RUN && lines.filter((line) => SAYS.test(line.text)).length < 3)
}
