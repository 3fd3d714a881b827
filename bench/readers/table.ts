// The result of an exam as Markdown tables.
import { ABOUT } from './formats.ts'
import type { Mark, Row } from './score.ts'

export function table(rows: readonly Row[]): string {
  const head = ['view', 'tokens', 'points', 'questions', 'all', ...ABOUT]
  const lines = rows.map((row) => {
    const [least, most] = row.tokens ?? []
    const tokens = least === undefined || most === undefined ? '–' : `${thousands(least)}–${thousands(most)}`
    const cells = ABOUT.map((about) => row.about[about]?.toFixed(0) ?? '–')
    return [row.strategy, tokens, row.points, row.questions, `**${row.all.toFixed(1)}**`, ...cells]
  })
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Strategies by points: a row holds for the points it has, and only columns compare them fairly. */
export function matrix(marks: readonly Mark[]): string {
  const points = [...new Set(marks.map(({ point }) => point))].toSorted()
  const strategies = [...new Set(marks.map(({ strategy }) => strategy))].toSorted()
  const cell = (strategy: string, point: string) => {
    const own = marks.filter((mark) => mark.strategy === strategy && mark.point === point)
    return own.length === 0 ? '–' : ((100 * own.reduce((sum, { score }) => sum + score, 0)) / own.length).toFixed(0)
  }
  return [
    ['point', ...strategies],
    ['---', ...strategies.map(() => '---')],
    ...points.map((point) => [point, ...strategies.map((strategy) => cell(strategy, point))]),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

const thousands = (tokens: number) => `${Math.round(tokens / 1000)}k`
