// The result of an exam as Markdown.
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

export type Contents = {
  readonly groups: Readonly<Record<string, readonly Row[]>>
  readonly marks: readonly Mark[]
  readonly commits: readonly string[]
  readonly readers: number
  readonly graders: number
  readonly standIns: readonly string[]
  readonly problems: readonly string[]
}

export function page({ groups, marks, commits, readers, graders, standIns, problems }: Contents): string {
  const notes = [
    `Each view answers only a few questions: differences of less than 4 points mean nothing.`,
    ...(standIns.length > 0
      ? [
          `The summaries in ${standIns.join(', ')} were written by a stand-in and no model; they say little about the peer.`,
        ]
      : []),
    ...(problems.length > 0 ? [`${problems.length} marks are missing or were left out (\`score\` names them).`] : []),
  ]
  return `# The reading exam

Can a model carry on from the view? Somebody who has seen the whole session asks what its successor must know; readers answer from one view each; graders compare the answers with the expected ones, without knowing whose they are. A score is the share of key points stated, in percent. Method, files and how to repeat it: [bench/readers](../bench/readers/README.md).

Generated with \`bench/readers/main.ts score\`; views of ${commits.length > 0 ? commits.join(', ') : 'an unknown commit'}, ${readers} readers, ${graders} graders, ${marks.length} answers.

${notes.map((note) => `- ${note}`).join('\n')}

${Object.entries(groups)
  .map(([name, rows]) => `## ${name[0]?.toUpperCase()}${name.slice(1)}\n\n${table(rows)}`)
  .join('\n\n')}

## By point

${matrix(marks)}
`
}
