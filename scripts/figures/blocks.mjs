// What a page says with figures: each block is written from the files in docs/figures and the pages of the benchmarks.
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** @typedef {{ cost: string, share: string, words: string, lines: string, breaks: string, most: string }} Way */
/** @typedef {{ messages: number, window: number, epochs: number, ways: Record<string, Way> }} Tour */
/** @typedef {{ files: number, median: number, short: number, paths: number, values: number }} House */
/** @typedef {{ commit: string, window: string, sessions: number, answered: { balanced: number, thrifty: number, recorded: [number, number] }, cost: Record<string, number>, costByWindow: Record<string, number>, since: { points: number, repositories: number, ours: number, masking: number, recorded: number, page: string }, further: { claudeCode: number, claudeCodeMasking: number, codex: number, codexMasking: number, page: string } }} Exam */
/** @typedef {{ cost: string, exam: string, ours: string }} Masking */
/** @typedef {{ tour: Tour, house: House, exam: Exam, masking: Masking }} Figures */

/** @type {Readonly<Record<string, (figures: Figures) => string>>} */
export const BLOCKS = {
  headline: ({ exam: { answered, commit, costByWindow, sessions, since, further } }) => {
    const costs = Object.values(costByWindow).map((cost) => Math.round(cost * 100))
    return `After a fold a model still answers **${answered.balanced} %** of what matters (agents' own recorded compactions: ${answered.recorded.join(' to ')} %), for ${Math.min(...costs)} to ${Math.max(...costs)} % of the cost of sending everything, depending on the window. Blind, on ${sessions} held-back sessions, with the engine at ${commit}. On ${since.points} points of ${since.repositories} repositories never tuned on: ${since.ours} % (masking ${since.masking} %, recorded compactions ${since.recorded} %; [the eighth exam](${since.page})). On further sessions there: Claude Code ${further.claudeCode} % (masking ${further.claudeCodeMasking} %), long Codex sessions ${further.codex} % (masking ${further.codexMasking} %; [the ninth](${further.page})).`
  },
  chart: ({ tour }) =>
    `![Tokens sent with each request of a real session of ${tour.messages} messages: without Daypack it grows to ${tour.ways['unmanaged']?.most}, with Daypack it stays below ${tour.ways['daypack']?.most}](docs/captures/window.svg)`,
  argument: ({ exam: { answered, cost, window, sessions }, masking }) =>
    [
      `| at ${window}, ${sessions} held-back sessions | still answers after a fold | cost against sending everything |`,
      '| --- | --- | --- |',
      `| **Daypack**, the default | **${answered.balanced} %** | ${cost['balanced']} |`,
      `| Daypack, \`keep: 'thrifty'\` | **${answered.thrifty} %** | ${cost['thrifty']} |`,
      `| agents' own compaction, as recorded | ${answered.recorded.join(' and ')} % | ${cost['claudeCode']}, as Claude Code does it |`,
      '',
      `Masking old results: ${masking.exam} % where Daypack had ${masking.ours} % ([the sixth exam](bench/readers/sat/sixth.md)), at ${masking.cost} of the cost. Everybody else, and other windows: [benchmarks](docs/benchmarks.md).`,
    ].join('\n'),
  tour: ({ tour }) =>
    [
      "| | cost | of unmanaged | user's words in view | next edit's lines in view |",
      '| --- | --- | --- | --- | --- |',
      ...Object.entries(tour.ways).map(
        ([name, { cost, share, words, lines }]) => `| ${name} | ${cost} | ${share} | ${words} | ${lines} |`,
      ),
    ].join('\n'),
  'tour.epochs': ({ tour }) => String(tour.epochs),
  'tour.messages': ({ tour }) => String(tour.messages),
  'tour.share': ({ tour }) => String(tour.ways['daypack']?.share),
  house: ({ house }) =>
    `${house.files} source files, median ${house.median} lines, ${house.short} of at most 150; ${house.paths} import paths, ${house.values} exported values`,
}

const MARK = /<!-- figure ([\w.]+) -->(\n?)[^]*?<!-- \/figure -->/g

/** A page with its figures as they are now. @param {string} page @param {Figures} figures */
export function withFigures(page, figures) {
  return page.replaceAll(MARK, (_, /** @type {string} */ name, /** @type {string} */ line) => {
    const block = BLOCKS[name]
    if (!block) throw new Error(`There is no figure "${name}"; there are ${Object.keys(BLOCKS).join(', ')}.`)
    return `<!-- figure ${name} -->${line}${block(figures)}${line}<!-- /figure -->`
  })
}

/** Percentages a page states by hand, outside of marks and code. @param {string} page */
export function typedByHand(page) {
  const rest = page
    .replaceAll(MARK, '')
    .replaceAll(/```[^]*?```/g, '')
    .replaceAll(/`[^`\n]*`/g, '')
  return [...rest.matchAll(/[^\n]*\d[\d.]* ?%[^\n]*/g)].map(([line]) => line.trim())
}

/**
 * All figures there are: those made by command, the exam's, and what the pages of the benchmarks say.
 * @param {string} root
 * @returns {Figures}
 */
export function knownFigures(root) {
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8')
  const from = (/** @type {string} */ name) => JSON.parse(read(`docs/figures/${name}.json`))
  const benchmarks = read('docs/benchmarks.md')
  const rows = benchmarks.slice(benchmarks.indexOf('| 64k |'))
  const [, cost = ''] = /observation masking \| \d+ \| ([\d.]+)/.exec(rows) ?? []
  const exam = read('bench/readers/sat/sixth.md')
  const score = (/** @type {string} */ view) =>
    new RegExp(`\\| ${view} \\|.*?\\*\\*([\\d.]+)\\*\\*`).exec(exam)?.[1] ?? '–'
  const masking = { cost, exam: score('observation-masking'), ours: score('daypack-64k\\+s8') }
  return { tour: from('tour'), house: from('house'), exam: from('exam'), masking }
}
