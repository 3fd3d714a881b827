import type { FileModel, KnownFile, KnownLine } from './model.ts'

/** A run of known lines, and how likely the agent is to edit it soon. */
export type Region = {
  readonly file: KnownFile
  /** Number of the first line; 0 when the place in the file is unknown. */
  readonly from: number
  readonly lines: readonly KnownLine[]
  readonly chars: number
  readonly chance: number
}

const RUN = 16

/** Every known line in runs of at most 16, with its chance. `recent`: names in the newest messages. */
export function regions(
  model: FileModel,
  now: number,
  recent: ReadonlySet<string>,
  namesOf: (line: KnownLine) => readonly string[],
): Region[] {
  const found: Region[] = []
  for (const file of model.files.values()) {
    for (const { from, lines } of runs(file)) {
      const text = lines.map((line) => line.text).join('\n')
      if (text.trim() === '') continue
      const names = new Set(lines.flatMap((line) => namesOf(line)))
      const features = regionFeatures(file, from, lines, now, names, recent)
      found.push({ file, from, lines, chars: text.length + lines.length, chance: logistic(features) })
    }
  }
  return found
}

function runs(file: KnownFile): { from: number; lines: KnownLine[] }[] {
  const found: { from: number; lines: KnownLine[] }[] = []
  let lines: KnownLine[] = []
  for (let index = 0; index <= file.lines.length; index++) {
    const line = file.lines[index]
    if (lines.length > 0 && (!line || lines.length === RUN)) {
      found.push({ from: index - lines.length + 1, lines })
      lines = []
    }
    if (line) lines.push(line)
  }
  for (const chunk of file.loose) {
    for (let index = 0; index < chunk.length; index += RUN)
      found.push({ from: 0, lines: chunk.slice(index, index + RUN) })
  }
  return found
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
