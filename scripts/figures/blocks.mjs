// What a page says with figures: each block is written from the files in docs/figures and the pages of the benchmarks.
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** @typedef {{ cost: string, share: string, words: string, lines: string, breaks: string, most: string }} Way */
/** @typedef {{ messages: number, window: number, epochs: number, ways: Record<string, Way> }} Tour */
/** Cost against sending everything, by window and strategy, with the sessions it was measured on. @typedef {{ commit: string, sessions: number, windows: string[], of: (window: string, strategy: string) => number }} Cost */
/** @typedef {{ ours: number, masking: number, recorded: [number, number], points: number, questions: number, best: number, worst: number, small: number }} Exams */
/** @typedef {{ tour: Tour, exams: Exams, cost: Cost }} Figures */

/** @type {Readonly<Record<string, (figures: Figures) => string>>} */
export const BLOCKS = {
  headline: ({ cost, exams }) => {
    const costs = cost.windows.map((window) => cost.of(window, 'daypack'))
    return `After a fold in a window of 64k a model still answers **${exams.ours} %** of what matters; a session costs **${Math.min(...costs)} to ${Math.max(...costs)} %** of sending everything, in windows of ${cost.windows[0]} to ${cost.windows.at(-1)}:`
  },
  chart: ({ tour }) =>
    `![Tokens sent with each request of a real session of ${tour.messages} messages: without Daypack it grows to ${tour.ways['everything']?.most}, with Daypack it stays below ${tour.ways['daypack']?.most}](docs/captures/window.svg)`,
  argument: ({ cost, exams }) =>
    [
      "| in a window of 64k | Daypack | old results masked | agents' own compaction |",
      '| --- | --- | --- | --- |',
      `| what a model still answers after a fold | **${exams.ours} %** | ${exams.masking} % | ${exams.recorded.join(' to ')} % |`,
      `| cost against sending everything | **${cost.of('64k', 'daypack')} %** | ${cost.of('64k', 'observation masking')} % | ${cost.of('64k', 'Claude-Code-like')} % |`,
    ].join('\n'),
  'argument.notes': ({ cost, exams }) =>
    [
      `- **Still answers**: ${exams.questions} questions at ${exams.points} points of sessions that nobody tuned on ([eighth](bench/readers/sat/eighth.md), [ninth](bench/readers/sat/ninth.md), [tenth](bench/readers/sat/tenth.md), [eleventh exam](bench/readers/sat/eleventh.md)). Best with Claude Code, ${exams.best} %; worst with Codex sessions of four windows, ${exams.worst} %. In a window of 32k it was ${exams.small} % ([twelfth](bench/readers/sat/twelfth.md), four sessions). Agents' own compactions where recordings have them.`,
      `- **Cost**: request by request with the provider's cache, on ${cost.sessions} sessions that nobody tuned on, at ${cost.commit}; agents' own as Claude Code compacts.`,
    ].join('\n'),
  tour: ({ tour }) =>
    [
      "| | cost | of sending everything | user's words in view | next edit's lines in view |",
      '| --- | --- | --- | --- | --- |',
      ...Object.entries(tour.ways).map(
        ([name, { cost, share, words, lines }]) =>
          `| ${name === 'everything' ? 'sending everything' : name} | ${cost} | ${share} | ${words} | ${lines} |`,
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
  return [...unmarked(page).matchAll(/[^\n]*\d[\d.]* ?%[^\n]*/g)].map(([line]) => line.trim())
}

/** What is neither made from a figure nor code. @param {string} page */
export function unmarked(page) {
  return page
    .replaceAll(MARK, '')
    .replaceAll(/```[^]*?```/g, '')
    .replaceAll(/`[^`\n]*`/g, '')
}

/**
 * All figures there are: those made by command, the exam's, and what the pages of the benchmarks say.
 * @param {string} root
 * @returns {Figures}
 */
export function knownFigures(root) {
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8')
  const from = (/** @type {string} */ name) => JSON.parse(read(`docs/figures/${name}.json`))
  /** Points, questions and the bold figure in the row of an exam's table that begins so. @type {(page: string, row: string) => number[]} */
  const row = (page, name) => {
    const found = new RegExp(`^\\| ${name}.*?\\| (\\d+) \\| (\\d+) \\| \\*\\*([\\d.]+)`, 'm').exec(
      read(`bench/readers/sat/${page}.md`),
    )
    if (!found) throw new Error(`${page}.md has no row "${name}" with points, questions and a bold figure.`)
    return found.slice(1).map(Number)
  }
  const sum = (/** @type {number[][]} */ all, /** @type {(row: number[]) => number} */ of) =>
    all.reduce((so, each) => so + of(each), 0)
  /** Exams of one view as if they were one: each counts by its questions. @param {string} name */
  const pooled = (name) => {
    const all = ['eighth', 'ninth', 'tenth', 'eleventh'].map((page) => row(page, name))
    const questions = sum(all, ([, asked = 0]) => asked)
    return {
      points: sum(all, ([points = 0]) => points),
      questions,
      all: Math.round(sum(all, ([, asked = 0, score = 0]) => asked * score) / questions),
    }
  }
  const bold = (/** @type {string} */ name) =>
    Math.round(Number(new RegExp(`^\\| ${name}.*?\\*\\*([\\d.]+)`, 'm').exec(read('bench/readers/sat/ninth.md'))?.[1]))
  const { all: ours, points, questions } = pooled('daypack-64k\\+new')
  const recorded = [...from('recorded').answered, Math.round(row('eighth', 'recorded')[2] ?? 0)].toSorted(
    (a, b) => a - b,
  )
  const exams = {
    ours,
    points,
    questions,
    masking: pooled('observation-masking').all,
    recorded: /** @type {[number, number]} */ ([recorded[0], recorded.at(-1)]),
    best: bold('Claude Code'),
    worst: bold('Codex'),
    small: Math.round(row('twelfth', 'daypack-32k\\+new')[2] ?? Number.NaN),
  }
  return { tour: from('tour'), exams, cost: costIn(read('docs/benchmarks.md')) }
}

/** What the page of the benchmarks says about cost. @param {string} page @returns {Cost} */
function costIn(page) {
  const [, commit = '', sessions = ''] = /at commit (\w+) with .*?: (\d+) recorded sessions/.exec(page) ?? []
  return {
    commit,
    sessions: Number(sessions),
    windows: [...page.matchAll(/^\| (\d+k) \| \*\*daypack\*\* \|/gm)].map(([, window = '']) => window),
    of: (window, strategy) => {
      const [, cost] =
        new RegExp(`^\\| ${window} \\| \\**${strategy}\\** \\| \\d+ \\| ([\\d.]+) `, 'm').exec(page) ?? []
      if (cost === undefined) throw new Error(`docs/benchmarks.md has no row for ${strategy} at ${window}.`)
      return Math.round(Number(cost) * 100)
    },
  }
}
