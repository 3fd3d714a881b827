import { COMMON_PRICE, relative } from 'daypack/internal'
import { TTL_MS } from 'daypack-lab/measure/meter'
import type { ReplaySession } from 'daypack-lab/measure/session'
import { unmanaged, type ReplayStep, type Figures } from 'daypack-lab/replay/run'
import { draw, LINE_AGAIN } from '../show/clean.ts'
import { tableLines, reasonOf } from '../show/words.ts'
import { bar, fillOf, legend, short } from './meter.ts'

export type Screen = {
  line(text: string): void
  /** The line that is redrawn; nothing where there is no terminal. */
  live(text: string): void
  readonly width: number
}

export function screen(out: NodeJS.WriteStream): Screen {
  const isTerminal = out.isTTY
  return {
    width: Math.min(100, out.columns ?? 80),
    line: (text) => (isTerminal ? draw(out, [LINE_AGAIN, `${text}\n`]) : void out.write(`${text}\n`)),
    live: (text) => {
      if (isTerminal) draw(out, [LINE_AGAIN, text])
    },
  }
}

export function progress(to: Screen, window: number): (step: ReplayStep) => void {
  let said = 0
  return ({ step, of, view, plan, sent, full }) => {
    const fill = fillOf(view, window)
    const epoch = plan?.entries.find((entry) => entry.kind === 'mark' && entry.name === 'epoch')
    if (epoch?.kind === 'mark') {
      const { before, after, usable, tide } = epoch.data as Record<'before' | 'after' | 'usable', number> & {
        tide: string
      }
      to.line(
        `  request ${String(step).padStart(3)}  epoch: ${short(before)} → ${short(after)} tokens, because ${reasonOf(tide, plan?.why ?? '', before / usable)}`,
      )
    }
    to.live(`  [${bar(fill, Math.max(20, to.width - 42))}] ${step}/${of}  ${short(sent)} of ${short(full)}`)
    const tenth = Math.floor((step / of) * 4)
    if (tenth > said) {
      said = tenth
      to.line(`  request ${String(step).padStart(3)}  [${bar(fill, Math.max(20, to.width - 24))}]`)
      to.line(`               ${legend(fill)}`)
    }
  }
}

export function table(rows: readonly Figures[]): string[] {
  const isPriced = rows.every(({ dollars }) => dollars !== undefined)
  const head = ['', 'cost', 'of everything', "user's words", 'next edit', 'cache breaks', 'most tokens']
  const body = rows.map((row) => [
    row.name === 'unmanaged' ? 'everything' : row.name,
    isPriced ? `$${(row.dollars ?? 0).toFixed(2)}` : short(row.cost),
    percent(row.share),
    percent(row.words),
    percent(rows[0]?.editLines === undefined ? undefined : row.editLines),
    String(row.breaks),
    short(row.most),
  ])
  return tableLines([head, ...body]).map((line) => `  ${line}`)
}

export function footnotes(session: ReplaySession): string[] {
  return [
    '  everything: the whole history sent with every request',
    "  user's words, next edit: how much of what the user said, and of the lines the agent changed next, it still saw",
    `  cost: ${priceLine(session)}`,
  ]
}

export function priceLine({ transcript, meter }: ReplaySession): string {
  const { cacheRead, cacheWrite, output } = relative(meter.price ?? COMMON_PRICE)
  const [read, written, answer] = [cacheRead, cacheWrite, output].map((value) => Number(value.toFixed(3)))
  const whose = meter.price ? `list prices of ${transcript.model}` : 'in input tokens, no price is known'
  const minutes = (meter.ttlMs ?? TTL_MS) / 60_000
  return `${whose}; against plain input, cached ${read}, written to the cache ${written}, output ${answer}; the cache lasts ${minutes} minutes`
}

function percent(share: number | undefined): string {
  return share === undefined ? '–' : `${(share * 100).toFixed(1)} %`
}

/** Why nothing was gained; undefined where something was. */
export function whyNoGain(session: ReplaySession, rows: readonly Figures[], window: number): string | undefined {
  const { cost, most } = unmanaged(session)
  if (Math.min(...rows.map((row) => row.cost)) < cost || most > window) return undefined
  return rows.some(({ epochs }) => epochs > 0)
    ? '  Nothing was gained: what folding saved is less than what it cost to write the prompt anew.'
    : `  It never came close to the window (${short(most)} of ${short(window)} tokens), so nothing was left out and nothing was gained. A smaller --window shows what would be.`
}
