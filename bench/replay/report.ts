// Tables and plots of a replay, as Markdown and SVG.
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

const isPressed = ({ load }: Result) => load > 0.8
const isCalm = ({ load }: Result) => load <= 0.45

export function tables(results: readonly Result[]): string {
  const windows = [...new Set(results.map(({ window }) => window))].toSorted((a, b) => a - b)
  const parts: string[] = []
  for (const window of windows) {
    const here = results.filter((one) => one.window === window)
    const pressed = here.filter(isPressed)
    parts.push(
      `### ${window / 1000}k window, pressed sessions (${new Set(pressed.map(({ session }) => session)).size})`,
      table(pressed),
    )
    const held = pressed.filter(({ part }) => part === 'held-out')
    if (held.length > 0 && held.length < pressed.length)
      parts.push(
        `${window / 1000}k, held-out sessions alone (${new Set(held.map(({ session }) => session)).size}):`,
        table(held),
      )
  }
  const calm = results.filter(isCalm)
  if (calm.length > 0) parts.push('### Calm sessions, all windows', table(calm))
  return parts.join('\n\n')
}

/** The same as data: sums by window, strategy, part of the data and load. */
export function totals(results: readonly Result[]): object[] {
  const groups = Map.groupBy(
    results,
    (one) =>
      `${one.window}|${one.strategy}|${one.part}|${isPressed(one) ? 'pressed' : isCalm(one) ? 'calm' : 'between'}`,
  )
  return [...groups].map(([key, own]) => {
    const [window, strategy, part, load] = key.split('|')
    const figures = own.map((one) => one.figures).reduce(addFigures, noFigures())
    const whole = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value)]))
    return { window: Number(window), strategy, part, load, sessions: own.length, ...whole }
  })
}

const HEADING =
  '| strategy | sessions | cost | stale recall | recall | edit lines | early loss | user words | request whole | closed told open | file truth | breaks / 100 | overflows | invalid | exceptions | thinking moved | loop thinking lost | latest request lost | own calls | ms a step |'

function table(results: readonly Result[]): string {
  const rows = [...Map.groupBy(results, ({ strategy }) => strategy)].map(([strategy, own]) =>
    row(strategy, own.length, own.map(({ figures }) => figures).reduce(addFigures, noFigures())),
  )
  return [HEADING, HEADING.replaceAll(/[^|]+/g, '---'), ...rows].join('\n')
}

export const percent = (part: number, all: number) => (all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`)

function row(name: string, n: number, f: Figures): string {
  const cells = [
    DEFAULT.includes(name) ? `**${name}**` : isOurs(name) ? `*${name}*` : name,
    n,
    (f.cost / f.raw).toFixed(3),
    percent(f.staleHeld, f.stale),
    percent(f.namesHeld, f.names),
    percent(f.linesHeld, f.lines),
    percent(f.earlyLost, f.early),
    percent(f.saidHeld, f.said),
    percent(f.requestsWhole, f.requests),
    percent(f.openClosed, f.open),
    percent(f.fileLinesTrue, f.fileLines),
    ((100 * f.breaks) / f.steps).toFixed(1),
    f.overflows,
    f.invalid,
    f.problems,
    f.moved,
    f.loopLost,
    f.latestLost,
    percent(f.own, f.cost),
    (f.ms / f.steps).toFixed(2),
  ]
  return `| ${cells.join(' | ')} |`
}

/** The default, with and without a model. */
const DEFAULT = ['daypack', 'daypack + model']

export function isOurs(name: string): boolean {
  return DEFAULT.includes(name) || (PRESET_NAMES as readonly string[]).includes(name)
}

/** Our default by part and repository. */
export function byRepository(results: readonly Result[], strategy = 'daypack'): string {
  const own = results.filter((one) => one.strategy === strategy && isPressed(one))
  const groups = Map.groupBy(own, ({ window, part, repository }) => `${window / 1000}k | ${part} | ${repository}`)
  const lines = [...groups].map(([key, list]) => {
    const f = list.map(({ figures }) => figures).reduce(addFigures, noFigures())
    return `| ${key} | ${list.length} | ${(f.cost / f.raw).toFixed(3)} | ${percent(f.staleHeld, f.stale)} | ${percent(f.linesHeld, f.lines)} |`
  })
  return [
    '| window | part | repository | sessions | cost | stale recall | edit lines |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

/** Above this share of requests that a provider would refuse, a strategy is drawn hollow. */
const REFUSED = 0.01
const PANEL = { width: 420, height: 300, left: 46, bottom: 34, top: 26, right: 130 }

/** Cost against one measure, a panel for each window; up and left is better. */
export function pareto(results: readonly Result[], measure: 'stale' | 'lines'): string {
  const windows = [...new Set(results.map(({ window }) => window))].toSorted((a, b) => a - b)
  const panels = windows.map((window, index) =>
    panel(
      results.filter((one) => one.window === window && isPressed(one)),
      measure,
      `${window / 1000}k window`,
      (index % 2) * PANEL.width,
      Math.floor(index / 2) * PANEL.height,
    ),
  )
  const height = Math.ceil(windows.length / 2) * PANEL.height
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PANEL.width * 2} ${height}" font-family="sans-serif" font-size="9">\n<rect width="100%" height="100%" fill="white"/>\n${panels.join('\n')}\n</svg>\n`
}

function panel(results: readonly Result[], measure: 'stale' | 'lines', title: string, x: number, y: number): string {
  const points = [...Map.groupBy(results, ({ strategy }) => strategy)]
    .map(([name, own]) => {
      const f = own.map(({ figures }) => figures).reduce(addFigures, noFigures())
      const value = measure === 'stale' ? (100 * f.staleHeld) / f.stale : (100 * f.linesHeld) / f.lines
      return { name, cost: f.cost / f.raw, value, isRefused: (f.overflows + f.invalid) / f.steps > REFUSED }
    })
    .filter(({ cost, value }) => cost < 1 && !Number.isNaN(value))
  const least = Math.min(...points.map(({ value }) => value), 90)
  const floor = Math.floor(least / 10) * 10
  const from = Math.floor(Math.min(...points.map(({ cost }) => cost)) * 10) / 10
  const to = Math.ceil(Math.max(...points.map(({ cost }) => cost)) * 10) / 10
  const { width, height, left, right, top, bottom } = PANEL
  const px = (cost: number) => x + left + ((cost - from) / (to - from)) * (width - left - right)
  const py = (value: number) => y + top + ((100 - value) / (100 - floor)) * (height - top - bottom)
  const ticks: string[] = []
  for (let value = floor; value <= 100; value += 10)
    ticks.push(
      `<line x1="${x + left}" x2="${x + width - right}" y1="${py(value)}" y2="${py(value)}" stroke="#ddd"/><text x="${x + left - 6}" y="${py(value) + 3}" text-anchor="end">${value}</text>`,
    )
  for (let cost = from; cost <= to + 0.001; cost += 0.1)
    ticks.push(`<text x="${px(cost)}" y="${y + height - bottom + 14}" text-anchor="middle">${cost.toFixed(1)}</text>`)
  const marks = points.map(({ name, cost, value, isRefused }) => {
    const own = DEFAULT.includes(name)
    const fill = own ? '#c2410c' : isRefused ? 'white' : '#64748b'
    return `<circle cx="${px(cost)}" cy="${py(value)}" r="${own ? 4.5 : 3}" fill="${fill}" stroke="${own ? '#c2410c' : '#64748b'}"/><text x="${px(cost) + 6}" y="${py(value) + 3}" fill="${own ? '#c2410c' : '#334155'}"${own ? ' font-weight="bold"' : ''}>${name}</text>`
  })
  const label = measure === 'stale' ? 'stale recall, %' : 'edit lines, %'
  return `<text x="${x + left}" y="${y + 14}" font-size="11" font-weight="bold">${title}: ${label} against cost</text>\n${ticks.join('\n')}\n${marks.join('\n')}`
}
