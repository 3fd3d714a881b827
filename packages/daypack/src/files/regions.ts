import { indent, isComment, MOST_COMMENTS, nameIn } from './definitions.ts'
import { isSure, type KnownFiles, type KnownFile } from './known.ts'
import type { KnownLine } from './lines.ts'
import { pathWorth } from './path-worth.ts'

/** A run of known lines, and how likely the agent is to edit it soon. */
export type Region = {
  readonly file: KnownFile
  /** Number of the first line. */
  readonly from: number
  readonly lines: readonly KnownLine[]
  readonly chars: number
  readonly chance: number
  /** Nothing seen can have changed it since it was shown. */
  readonly sure: boolean
  /** How much of its room it is worth beside others of the same chance. */
  readonly worth: number
  /** How much the talk is about to need it, from 0 to 1. */
  readonly need: number
}

/** What the talk is about to need: how much a name is spoken of, from 0 to 1, and the places that are. */
export type Focus = {
  name(name: string): number
  /** Position of the message that spoke of a name last; -1 where none did. */
  spokenAt(name: string): number
  place(path: string, from: number, to: number): number
}

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

/** Lines of a region at most, of what a definition holds more; from a few lines on it ends where a definition begins. */
const RUN = 24
const WHOLE = 80
/** The chances were fitted on regions of up to this many lines: a longer one is as likely needed as its pieces together. */
const FITTED = 40
const LEAST_RUN = 6

/** Every region that could be shown, with its chance: one file after the other, so that others may run in between. */
export function* regionsByFile(model: KnownFiles, options: WeighOptions): Generator<Region[]> {
  const { now, recent, names, shown = '', focus } = options
  for (const file of model.files.values()) {
    const found: Region[] = []
    if (isNoPath(file.path)) continue
    for (const { from, lines, sure, defined } of runs(model, file)) {
      const text = lines.map((line) => line.text).join('\n')
      if (text.trim() === '' || stands(lines, shown)) continue
      const features = regionFeatures(
        file,
        from,
        lines,
        now,
        new Set(lines.flatMap((line) => namesOf(line, names))),
        recent,
      )
      const latest = lines.reduce((most, line) => Math.max(most, line.shown), 0)
      const justRead = JUST_READ * Math.exp((latest - now) / JUST)
      const spoken = defined.reduce((most, name) => Math.max(most, focus?.spokenAt(name) ?? -1), file.touched)
      const chars = text.length + lines.length
      const isPart = lines.every((line) => !begins(line) || nameIn(line) === undefined)
      const chance =
        Math.max(logistic(features), justRead, isOwnWork(lines) ? ownWork(now - spoken) : 0) *
        (isPart ? Math.min(1, chars / BODY) : Math.max(1, lines.length / FITTED))
      const need = focus ? needOf(focus, file, from, lines.length, defined) : 0
      found.push({ file, from, lines, chars, chance, sure, worth: worthOf(file, lines, sure), need })
    }
    yield found
  }
}

/** A path that a shell would have filled in is none. */
function isNoPath(path: string): boolean {
  return /[$*`]/.test(path)
}

function namesOf(line: KnownLine, names: (text: string) => readonly string[]): readonly string[] {
  return (line.names ??= names(line.text))
}

/** All of a region must stand there, whatever the frame around its lines: numbers of a listing come before them. */
const SHORT = 4

function stands(lines: readonly KnownLine[], shown: string): boolean {
  return shown !== '' && lines.every(({ text }) => text.trim().length < SHORT || shown.includes(text))
}

function needOf(focus: Focus, file: KnownFile, from: number, count: number, defined: readonly string[]): number {
  const named = defined.reduce((most, name) => Math.max(most, focus.name(name)), 0)
  return Math.min(1, named + focus.place(file.path, from, from + count - 1))
}

/** Room goes to what is true and was worked on: what was only read comes after it, what may have changed last. */
const UNSURE = 0.6
const UNSURE_OWN = 0.85
const ONLY_READ = 0.6

function worthOf(file: KnownFile, lines: readonly KnownLine[], sure: boolean): number {
  const isOwn = isOwnWork(lines)
  return pathWorth(file.path) * (sure ? 1 : isOwn ? UNSURE_OWN : UNSURE) * (isOwn ? 1 : ONLY_READ)
}

/** What was written is what the rest of the work builds on, committed or not: it fades while nobody touches or speaks of it. */
const OWN_WORK = 0.3
const OWN_WORK_FADES = 50

function ownWork(age: number): number {
  return OWN_WORK * (1 + age / OWN_WORK_FADES) ** -0.7
}

/** The middle or end of a definition, shorter than this, tells less. */
const BODY = 500

/** What was read a few messages ago was read for what comes next, though nothing of it was changed yet. */
const JUST_READ = 0.15
const JUST = 8

/** Written by the agent: the rest of a file it changed was only read. */
function isOwnWork(lines: readonly KnownLine[]): boolean {
  return lines.some((line) => line.written !== undefined)
}

type Run = {
  readonly from: number
  readonly lines: KnownLine[]
  readonly sure: boolean
  /** What it defines, or is inside of. */
  readonly defined: readonly string[]
}

function runs(model: KnownFiles, file: KnownFile): Run[] {
  const found: Run[] = []
  const torn = conflicts(file)
  let lines: KnownLine[] = []
  let sure = true
  let owner: string | undefined
  let defined: string[] = []
  const end = (next: number): void => {
    if (lines.length > 0) found.push({ from: next - lines.length + 1, lines, sure, defined })
    lines = []
    defined = owner === undefined ? [] : [owner]
  }
  for (let index = 0; index <= file.lines.length; index++) {
    const line = torn.has(index) ? undefined : file.lines[index]
    const isNow: boolean = line ? isSure(model, file, line) : sure
    const name = line && begins(line) ? nameIn(line) : undefined
    const isStart = lines.length >= LEAST_RUN && line !== undefined && opens(file, index)
    if (isStart) owner = undefined
    if (!line || isNow !== sure || isStart || lines.length === (defined.length > 0 ? WHOLE : RUN)) end(index)
    if (!line) {
      owner = undefined
      continue
    }
    sure = isNow
    lines.push(line)
    if (name === undefined) continue
    owner = name
    defined.push(name)
  }
  return found
}

/** Deeper lines belong to what is around them. */
const OUTER = 4

/** On the outermost level, or one below it and more than a line. */
function begins({ text }: KnownLine): boolean {
  const depth = indent(text)
  return depth === 0 || (depth <= OUTER && /[{(:]\s*$/.test(text))
}

/** A definition begins here, with the comment before it. */
function opens(file: KnownFile, index: number): boolean {
  const line = file.lines[index]
  if (!line || isComment(file.lines[index - 1]?.text)) return false
  for (let at = index; at < index + MOST_COMMENTS; at++) {
    const one = file.lines[at]
    if (one === undefined || !isComment(one.text)) return one !== undefined && begins(one) && nameIn(one) !== undefined
  }
  return false
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

/** Fitted on the sessions that may be tuned on, by bench/compaction/fit-regions.ts of commit adb1528a. */
const WEIGHTS: readonly number[] = [
  -2.549, -0.808, -0.108, 1.533, 0.91, 0.364, 0.454, 3.873, -2.178, -2.887, -0.252, -1.81,
]

function logistic(features: readonly number[]): number {
  let sum = 0
  for (const [index, feature] of features.entries()) sum += feature * (WEIGHTS[index] ?? 0)
  return 1 / (1 + Math.exp(-sum))
}
