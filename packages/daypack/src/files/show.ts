import { fenced } from '../view/frame.ts'
import type { FileModel, KnownFile } from './known.ts'
import type { Region } from './regions.ts'

export type Run = { readonly from: number; readonly to: number; readonly regions: Region[]; readonly sure: boolean }

/** Regions of one file that follow each other and are equally sure, in file order. */
export function joinedRuns(file: KnownFile, taken: readonly Region[]): Run[] {
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

/** What is sure in one element with its gaps, what may have changed in another; loose lines last. */
export function showFile(model: FileModel, file: KnownFile, taken: readonly Region[]): string {
  const runs = joinedRuns(file, taken)
  const loose = taken.filter((region) => region.file === file && region.from === 0)
  const name: Record<string, string> =
    file.rev === undefined ? { path: file.path } : { path: file.path.slice(file.rev.length + 1), rev: file.rev }
  const end = file.total === undefined ? '' : ` of ${file.total}`
  const seenAt = (own: readonly Region[]): readonly number[] =>
    own
      .map(({ lines }) => lines.reduce((latest, line) => Math.max(latest, line.shown), 0))
      .map((at) => model.seqs[at] ?? at + 1)
      .toSorted((one, other) => one - other)
  // What may have changed stands in an element of its own: a line missing in one may be in the other.
  const gap = runs.some((run) => run.sure) && runs.some((run) => !run.sure) ? 'not here' : 'not shown'
  const element = (more: Record<string, string>, body: string): string => fenced('file', { ...name, ...more }, body)
  const joined = (
    own: readonly Run[],
    end: string,
    note: (seen: readonly number[]) => string | undefined,
  ): string[] => {
    if (own.length === 0) return []
    const where = own.map(({ from, to }) => `${from}-${to}`).join(', ')
    const body = own.flatMap((run, at) => {
      const before = own[at - 1]
      return [...(before ? [`[… lines ${before.to + 1}-${run.from - 1} ${gap} …]`] : []), textOf(run.regions)]
    })
    const said = note(seenAt(own.flatMap((run) => run.regions)))
    return [element({ lines: `${where}${end}`, ...(said !== undefined && { note: said }) }, body.join('\n'))]
  }
  return [
    ...joined(
      runs.filter((run) => run.sure),
      end,
      (seen) => (file.differs ? `changed on disk since [${seen.at(-1)}]` : undefined),
    ),
    ...joined(
      runs.filter((run) => !run.sure),
      '',
      (seen) => (file.rev === undefined ? `as read at ${between(seen)}, may have changed since` : undefined),
    ),
    ...loose.map((region) => {
      const note = region.sure
        ? 'written here, place unknown'
        : `written at ${between(seenAt([region]))}, may have changed since`
      return element({ note }, textOf([region]))
    }),
  ].join('\n')
}

/** The messages things were seen in, the first and the last. */
function between(seen: readonly number[]): string {
  const [first] = seen
  const last = seen.at(-1)
  return first === last ? `[${first}]` : `[${first}]-[${last}]`
}

function textOf(own: readonly Region[]): string {
  return own.flatMap((region) => region.lines.map((line) => line.text)).join('\n')
}
