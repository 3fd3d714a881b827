import type { ReplayStep, Figures } from './run.ts'
import { reasonOf } from '../show/words.ts'
import { bar, fillOf, legend, short } from './meter.ts'

export type Screen = {
  /** A line that stays. */
  line(text: string): void
  /** The line that is redrawn; nothing where there is no terminal. */
  live(text: string): void
  readonly width: number
}

const CLEAR = '\r\u001B[2K'

export function screen(out: NodeJS.WriteStream): Screen {
  const isTerminal = out.isTTY
  return {
    width: Math.min(100, out.columns ?? 80),
    line: (text) => out.write(`${isTerminal ? CLEAR : ''}${text}\n`),
    live: (text) => {
      if (isTerminal) out.write(`${CLEAR}${text}`)
    },
  }
}

/** Live progress: the meter moves, every epoch leaves one line. Without a terminal a plain line now and then. */
export function progress(to: Screen, window: number): (step: ReplayStep) => void {
  let said = 0
  return ({ step, of, view, plan, sent, full }) => {
    const fill = fillOf(view, window)
    const epoch = plan?.entries.find((entry) => entry.kind === 'mark' && entry.name === 'epoch')
    if (epoch?.kind === 'mark') {
      const { before, after, tide } = epoch.data as { before: number; after: number; tide: string }
      to.line(
        `  request ${String(step).padStart(3)}  epoch: ${short(before)} → ${short(after)} tokens, because ${reasonOf(tide, plan?.why ?? '', before / window)}`,
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

/** A table of what each way cost. */
export function table(rows: readonly Figures[]): string[] {
  const head = ['', 'cost', 'of unmanaged', 'cache breaks', 'most tokens sent']
  const body = rows.map((row) => [
    row.name,
    short(row.cost),
    `${(row.share * 100).toFixed(1)} %`,
    String(row.breaks),
    short(row.most),
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((row) => row[column]?.length ?? 0)))
  return [head, ...body].map(
    (row) =>
      `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('   ')}`,
  )
}
