import { isSure, type FileModel, type KnownFile } from './known.ts'
import type { KnownLine } from './lines.ts'
import { pathWorth } from './path-worth.ts'

/** A run of known lines, and how likely the agent is to edit it soon. */
export type Region = {
  readonly file: KnownFile
  /** Number of the first line; 0 when the place in the file is unknown. */
  readonly from: number
  readonly lines: readonly KnownLine[]
  readonly chars: number
  readonly chance: number
  /** Nothing seen can have changed it since it was shown. */
  readonly sure: boolean
  /** How much of its room it is worth beside others of the same chance. */
  readonly worth: number
}

/** Lines of a region at most. */
export const RUN = 16

/** Every known line in runs of at most 16, with its chance. `recent`: names in the newest messages. */
export function regions(
  model: FileModel,
  now: number,
  recent: ReadonlySet<string>,
  namesOf: (line: KnownLine) => readonly string[],
): Region[] {
  const found: Region[] = []
  for (const file of model.files.values()) {
    for (const { from, lines, sure } of runs(model, file)) {
      const text = lines.map((line) => line.text).join('\n')
      if (text.trim() === '') continue
      const names = new Set(lines.flatMap((line) => namesOf(line)))
      const features = regionFeatures(file, from, lines, now, names, recent)
      const chance = logistic(features)
      found.push({ file, from, lines, chars: text.length + lines.length, chance, sure, worth: worth(file, sure) })
    }
  }
  return found
}

/** Room goes to what is true and was worked on: what was only read comes after it, what may have changed last. */
const UNSURE = 0.6
const ONLY_READ = 0.8
const REVISION = 0.3

/** What programs wrote is shown only where nothing else is. */
const LEAST_WORTH = 0.1

function worth(file: KnownFile, sure: boolean): number {
  return (
    Math.max(LEAST_WORTH, pathWorth(file.path)) *
    (sure ? 1 : file.rev === undefined ? UNSURE : REVISION) *
    (file.changes > 0 ? 1 : ONLY_READ)
  )
}

type Run = { readonly from: number; readonly lines: KnownLine[]; readonly sure: boolean }

function runs(model: FileModel, file: KnownFile): Run[] {
  const found: Run[] = []
  const torn = conflicts(file)
  let lines: KnownLine[] = []
  let sure = true
  const end = (next: number): void => {
    if (lines.length > 0) found.push({ from: next - lines.length + 1, lines, sure })
    lines = []
  }
  for (let index = 0; index <= file.lines.length; index++) {
    const line = torn.has(index) ? undefined : file.lines[index]
    const isNow: boolean = line ? isSure(model, file, line) : sure
    if (!line || isNow !== sure || lines.length === RUN) end(index)
    if (!line) continue
    sure = isNow
    lines.push(line)
  }
  for (const chunk of file.loose)
    for (let index = 0; index < chunk.length; index += RUN) {
      const part = chunk.slice(index, index + RUN)
      found.push({ from: 0, lines: part, sure: part.every((line) => isSure(model, file, line)) })
    }
  return found
}

/** Lines of a merge not yet resolved, from the first mark to the last: they are nobody's version of the file. */
function conflicts(file: KnownFile): ReadonlySet<number> {
  const torn = new Set<number>()
  let open = -1
  for (const [index, line] of file.lines.entries()) {
    if (!line) continue
    if (/^<{7}(?: |$)/.test(line.text)) open = index
    if (open >= 0 || /^(?:>{7}|\|{7}|={7})(?: |$)/.test(line.text)) torn.add(index)
    if (/^>{7}(?: |$)/.test(line.text)) open = -1
  }
  return torn
}

/** What tells a region that will be edited: shown lately, in a file at hand, near edits, own work, of present names. */
export function regionFeatures(
  file: KnownFile,
  from: number,
  lines: readonly KnownLine[],
  now: number,
  names: ReadonlySet<string>,
  recent: ReadonlySet<string>,
): number[] {
  let shown = 0
  let chars = 0
  let written = 0
  for (const line of lines) {
    shown = Math.max(shown, line.shown)
    chars += line.text.length + 1
    if (line.written !== undefined) written = Math.max(written, Math.exp((line.written - now) / 60))
  }
  let near = 0
  let nearer = 0
  for (const edit of file.edits) {
    const gap = Math.max(from - edit.line, edit.line - (from + lines.length - 1), 0)
    near = Math.max(near, Math.exp(-gap / 25) * Math.exp((edit.at - now) / 60))
    nearer = Math.max(nearer, Math.exp(-gap / 60) * Math.exp((edit.at - now) / 20))
  }
  let shared = 0
  for (const name of names) if (recent.has(name)) shared++
  return [
    1,
    Math.log1p(now - shown),
    Math.log1p(now - file.touched),
    written,
    near,
    Math.log1p(shared),
    Math.log(chars),
    file.lastChange === undefined ? 0 : Math.exp((file.lastChange - now) / 60),
    file.lastChange === undefined ? 0 : Math.exp((file.lastChange - now) / 20),
    nearer,
    Math.log1p(file.lines.length),
    Math.exp((shown - now) / 20),
  ]
}

/** Fitted by bench/compaction/fit-regions.ts on the sessions that may be tuned on. */
const WEIGHTS: readonly number[] = [
  -2.549, -0.808, -0.108, 1.533, 0.91, 0.364, 0.454, 3.873, -2.178, -2.887, -0.252, -1.81,
]

function logistic(features: readonly number[]): number {
  let sum = 0
  for (const [index, feature] of features.entries()) sum += feature * (WEIGHTS[index] ?? 0)
  return 1 / (1 + Math.exp(-sum))
}
