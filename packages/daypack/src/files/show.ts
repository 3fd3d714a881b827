import { fenced } from '../view/frame.ts'
import type { KnownFiles, KnownFile } from './known.ts'
import type { Region } from './regions.ts'

type Run = { readonly from: number; readonly to: number; readonly regions: readonly Region[] }

export type ShownFiles = { readonly text: string; readonly paths: readonly string[] }

/** Regions of files in the order they were first seen, each file once: the newest version known, with its gaps. */
export function showFiles(model: KnownFiles, taken: readonly Region[]): ShownFiles {
  const texts: string[] = []
  const paths: string[] = []
  for (const [file, own] of Map.groupBy(taken, (region) => region.file)) {
    const runs = joinedRuns(own)
    const isWhole = file.total !== undefined && runs.length === 1 && runs[0]?.from === 1 && runs[0].to === file.total
    const told = isWhole ? runs : runs.filter(({ from, to }) => to - from + 1 >= LEAST_LINES)
    if (told.length === 0) continue
    texts.push(showFile(model, file, told))
    paths.push(file.path)
  }
  return { text: texts.join('\n'), paths }
}

/** Regions of one file that follow each other, in file order. */
function joinedRuns(own: readonly Region[]): Run[] {
  const found: Run[] = []
  for (const region of own.toSorted((one, other) => one.from - other.from)) {
    const last = found.at(-1)
    const to = region.from + region.lines.length - 1
    if (last && last.to + 1 === region.from)
      found[found.length - 1] = { ...last, to, regions: [...last.regions, region] }
    else found.push({ from: region.from, to, regions: [region] })
  }
  return found
}

/** Fewer lines than this in a row tell a reader nothing, unless they are all there is. */
const LEAST_LINES = 5
/** What is known of a file in one element, with its gaps. */
function showFile(model: KnownFiles, file: KnownFile, runs: readonly Run[]): string {
  const note = noteOf(model, file, runs)
  const end = file.total === undefined ? '' : ` of ${file.total}`
  const where = runs.map(({ from, to }) => `${from}-${to}`).join(', ')
  const body = runs.flatMap((run, at) => {
    const before = runs[at - 1]
    return [
      ...(before ? [`[… lines ${before.to + 1}-${run.from - 1} not shown …]`] : []),
      ...run.regions.map((region) => textOf(region)),
    ]
  })
  const more = { lines: `${where}${end}`, ...(note !== '' && { note }) }
  return fenced('file', { path: file.path, ...more }, body.join('\n'))
}

/** Which of the lines something may have changed since they were seen. */
function noteOf(model: KnownFiles, file: KnownFile, runs: readonly Run[]): string {
  const all = runs.flatMap((run) => run.regions)
  const unsure = all.filter((region) => !region.sure)
  if (unsure.length === 0) return file.differs ? `changed on disk since [${Math.max(...seqsOf(model, all))}]` : ''
  const where = joinedRuns(unsure).map(({ from, to }) => `${from}-${to}`)
  const which = unsure.length === all.length ? '' : `lines ${where.join(', ')} `
  return `${which}as read at ${seenIn(model, unsure)}, may have changed since`
}

/** The messages things were seen in, the first and the last. */
function seenIn(model: KnownFiles, own: readonly Region[]): string {
  const seen = seqsOf(model, own)
  const [first, last] = [Math.min(...seen), Math.max(...seen)]
  return first === last ? `[${first}]` : `[${first}]-[${last}]`
}

function seqsOf(model: KnownFiles, own: readonly Region[]): number[] {
  return own
    .map(({ lines }) => lines.reduce((latest, line) => Math.max(latest, line.shown), 0))
    .map((at) => model.seqs[at] ?? at + 1)
}

function textOf(region: Region): string {
  return region.lines.map((line) => line.text).join('\n')
}
