// The table of a replay, as Markdown.
import { PRESET_NAMES } from '../../packages/daypack/src/presets/index.ts'
import { addFigures, noFigures, type Figures } from '../../lab/src/measure/figures.ts'

export type Result = {
  readonly window: number
  readonly strategy: string
  readonly session: string
  readonly repository: string
  readonly part: string
  readonly load: number
  readonly figures: Figures
}

/** What the page is about: sessions that do not fit their window, of which none was tuned on. */
export const isOfPage = ({ load, part }: Result) => load > 0.8 && part === 'held-out'

const HEADING =
  '| window | strategy | sessions | cost | names | edit lines | user words | refused | thinking moved | own calls |'

export function table(results: readonly Result[]): string {
  const shown = results.filter(isOfPage).toSorted((a, b) => a.window - b.window)
  const rows = [...Map.groupBy(shown, ({ window, strategy }) => `${window / 1000}k | ${named(strategy)}`)].map(
    ([name, own]) => row(name, own.length, own.map(({ figures }) => figures).reduce(addFigures, noFigures())),
  )
  return [HEADING, HEADING.replaceAll(/[^|]+/g, '---'), ...rows].join('\n')
}

const percent = (part: number, all: number) => (all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`)

function row(name: string, n: number, f: Figures): string {
  const cells = [
    name,
    n,
    (f.cost / f.raw).toFixed(3),
    percent(f.staleHeld, f.stale),
    percent(f.linesHeld, f.lines),
    percent(f.saidHeld, f.said),
    f.overflows + f.invalid,
    f.moved,
    percent(f.own, f.cost),
  ]
  return `| ${cells.join(' | ')} |`
}

/** The default, with and without a model. */
const DEFAULT = ['daypack', 'daypack + model']

const named = (strategy: string) =>
  DEFAULT.includes(strategy) ? `**${strategy}**` : isOurs(strategy) ? `*${strategy}*` : strategy

export function isOurs(name: string): boolean {
  return DEFAULT.includes(name) || (PRESET_NAMES as readonly string[]).includes(name)
}
