import { fenced } from '../view/frame.ts'
import { indent } from './definitions.ts'
import { isSure, type FileModel, type KnownFile } from './known.ts'
import { chars, MOST_CHARS, type Unit } from './units.ts'

/** Fewer lines of a file than this say nothing about it. */
const LEAST_LINES = 3
const FRAME = 80
/** A line that only closes something is not missed. */
const SAYS = /[\p{L}\p{N}]/u

/** What files say that stands nowhere else in view: of `ranked`, best first, as much as fits, in the order of the files. */
export function outline(
  model: FileModel,
  ranked: readonly Unit[],
  maxChars: number,
  shown: ReadonlySet<string>,
): string {
  const taken = new Map<KnownFile, Set<number>>()
  let left = maxChars
  for (const { file, lines, owner } of ranked) {
    if (lines.every((at) => shown.has(file.lines[at]?.text.trim() ?? ''))) continue
    const own = taken.get(file)
    const added = [...(owner === undefined ? [] : [owner]), ...lines].filter((at) => own?.has(at) !== true)
    const cost = added.reduce((sum, at) => sum + chars(file.lines[at]), own ? 0 : FRAME + file.path.length)
    if (cost > left) continue
    left -= cost
    taken.set(file, new Set([...(own ?? []), ...added]))
  }
  return [...model.files.values()]
    .flatMap((file) => {
      const own = [...(taken.get(file) ?? [])].sort((one, other) => one - other)
      return own.length < LEAST_LINES ? [] : [element(model, file, own)]
    })
    .join('\n')
}

function element(model: FileModel, file: KnownFile, taken: readonly number[]): string {
  const lines = taken.flatMap((at) => file.lines[at] ?? [])
  const newest = lines.reduce((latest, line) => Math.max(latest, line.shown), 0)
  const doubt = lines.every((line) => isSure(model, file, line)) ? '' : ', may have changed since'
  const least = Math.min(...lines.map((line) => indent(line.text)))
  const body = taken.map((at, index) => {
    const text = file.lines[at]?.text ?? ''
    const own = text.trim()
    const next = taken[index + 1] ?? file.lines.length
    const isGap = file.lines.slice(at + 1, next).some((line) => line && SAYS.test(line.text))
    const said = own.length > MOST_CHARS ? `${own.slice(0, MOST_CHARS)}…` : own
    return `${' '.repeat(Math.min(8, depthOf(text, least)))}${said}${isGap ? ' …' : ''}`
  })
  const note = `telling lines as seen at [${model.seqs[newest] ?? newest + 1}]${doubt}`
  return fenced('code', { path: file.path, note }, body.join('\n'))
}

function depthOf(text: string, least: number): number {
  let depth = 0
  for (const char of /^\s*/.exec(text)?.[0].slice(least) ?? '') depth += char === '\t' ? 1 : 0.5
  return Math.floor(depth)
}
