// What a page says with figures: each block is written from the files in docs/figures and the pages of the benchmarks.
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** @typedef {{ cost: string, share: string, words: string, lines: string, breaks: string, most: string }} Way */
/** @typedef {{ messages: number, window: number, epochs: number, ways: Record<string, Way> }} Tour */
/** @typedef {{ commit: string, window: string, sessions: number, answered: { balanced: number, thrifty: number, recorded: [number, number] }, cost: Record<string, number>, costByWindow: Record<string, number> }} Exam */
/** @typedef {{ ours: number, masking: number, recorded: number, codex: { ours: number, masking: number }, later: { ours: number, masking: number }, claudeCode: number }} Since */
/** @typedef {{ cost: string, exam: string, ours: string }} Masking */
/** @typedef {{ tour: Tour, exam: Exam, since: Since, masking: Masking }} Figures */

/** @type {Readonly<Record<string, (figures: Figures) => string>>} */
export const BLOCKS = {
  headline: ({ exam: { answered, costByWindow }, since }) => {
    const costs = Object.values(costByWindow).map((cost) => Math.round(cost * 100))
    const recorded = [...answered.recorded, since.recorded]
    return `After a fold a model still answers **${since.ours} %** of what matters, for ${Math.min(...costs)} to ${Math.max(...costs)} % of the cost of sending everything, depending on the window. With old results masked it answers ${since.masking} %, after agents' own recorded compactions ${Math.min(...recorded)} to ${Math.max(...recorded)} %. Blind, on sessions that nobody tuned on: Claude Code ${since.claudeCode} %, long Codex sessions ${since.codex.ours} % in one exam and ${since.later.ours} % in the next, where masking has ${since.codex.masking} and ${since.later.masking} % ([ninth](bench/readers/sat/ninth.md), [tenth](bench/readers/sat/tenth.md)).`
  },
  chart: ({ tour }) =>
    `![Tokens sent with each request of a real session of ${tour.messages} messages: without Daypack it grows to ${tour.ways['unmanaged']?.most}, with Daypack it stays below ${tour.ways['daypack']?.most}](docs/captures/window.svg)`,
  argument: ({ exam: { answered, commit, cost, window, sessions }, masking }) =>
    [
      `| at ${window}, ${sessions} held-back sessions, engine ${commit} | still answers after a fold | cost against sending everything |`,
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
  /** The bold figure in the row of an exam's table that begins so. @type {(page: string, row: string) => string} */
  const score = (page, row) => {
    const found = new RegExp(`^\\| ${row}.*?\\*\\*([\\d.]+)\\*\\*`, 'm').exec(read(`bench/readers/sat/${page}.md`))?.[1]
    if (found === undefined) throw new Error(`${page}.md has no row "${row}" with a bold figure.`)
    return found
  }
  const whole = (/** @type {string} */ page, /** @type {string} */ row) => Math.round(Number(score(page, row)))
  const masking = { cost, exam: score('sixth', 'observation-masking'), ours: score('sixth', 'daypack-64k\\+s8') }
  const [, codexMasking] = /^\| Codex.*\| ([\d.]+) \([^|]*\|$/m.exec(read('bench/readers/sat/ninth.md')) ?? []
  const since = {
    ours: whole('ninth', 'daypack-64k\\+new'),
    masking: whole('ninth', 'observation-masking'),
    recorded: whole('eighth', 'recorded'),
    claudeCode: whole('ninth', 'Claude Code'),
    codex: { ours: whole('ninth', 'Codex'), masking: Math.round(Number(codexMasking)) },
    later: { ours: whole('tenth', 'daypack-64k\\+new'), masking: whole('tenth', 'observation-masking') },
  }
  return { tour: from('tour'), exam: from('exam'), since, masking }
}
