import { readFileSync } from 'node:fs'
import path from 'node:path'

const [BEGIN, END] = ['<!-- proof: made by npm run docs -->', '<!-- /proof -->']
/** On other points, or on too few of them. */
const NOT_READ = 'not read on the same points'
/** What the table shows: its name, the row of docs/benchmarks.md, and the view of each reading exam. */
const WAYS = /** @type {readonly (readonly [string, string, (readonly string[])?])[]} */ ([
  [
    '**Daypack**, the default',
    'daypack',
    ['daypack-64k+s2', 'daypack-64k+s3', 'daypack-64k+s5', 'daypack-64k+s6', 'daypack-64k+s7', 'daypack-64k+s8'],
  ],
  ['as Claude Code does', 'Claude-Code-like'],
  ['as Codex does', 'Codex-like'],
  ['LangChain summarization', 'LangChain summarization'],
  ['pi', 'pi'],
  [
    'AI SDK `pruneMessages`',
    'AI SDK pruneMessages',
    ['ai-sdk-prunemessages', NOT_READ, NOT_READ, NOT_READ, NOT_READ, NOT_READ],
  ],
  ['dropping the oldest', 'raw-window'],
  ['sending everything, no limit', 'raw-unlimited'],
])

/**
 * The table of proof in the README, from the pages the benchmarks and the reading exam wrote.
 * @param {string} root
 * @param {string} readme
 */
export function withProof(root, readme) {
  const [from, to] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (from < 0 || to < from) throw new Error('README.md has lost the marks around its table of proof.')
  return `${readme.slice(0, from)}${BEGIN}\n\n${proof(root)}\n${readme.slice(to)}`
}

/** @param {string} root */
function proof(root) {
  const pages = readFileSync(path.join(root, 'docs/benchmarks.md'), 'utf8')
  const [, count = '', section = ''] =
    /### 64k window, pressed sessions \((\d+)\)\n([^]*?)\n64k, held-out/.exec(pages) ?? []
  const [, now = ''] = /## The default today\n([^]*?)\n## /.exec(pages) ?? []
  const costs = table(section)
  const rows = table(now)
  const start = rows.findIndex((each) => each['window'] === '64k')
  const at64 = rows
    .slice(
      start,
      rows.findIndex((each) => each['window'] === '128k'),
    )
    .map((each) => Object.fromEntries(Object.entries(each).map(([name, cell]) => [name, cell.replaceAll('*', '')])))
  const exams = ['others', 'further', 'fresh', 'fourth', 'fifth', 'sixth'].map((name) =>
    table(
      /\n## All points\n([^]*?)(?:\n## |$)/.exec(
        readFileSync(path.join(root, `bench/readers/sat/${name}.md`), 'utf8'),
      )?.[1] ?? '',
    ),
  )
  const score = (/** @type {readonly string[] | undefined} */ views) =>
    views
      ?.map((view, at) => exams[at]?.find((row) => row['view'] === view)?.['all']?.replaceAll('*', '') ?? '–')
      .join(', ') ?? '–'
  const lines = WAYS.flatMap(([name, key, views]) => {
    const row = at64.find((each) => each['strategy'] === key) ?? costs.find((each) => each['strategy'] === key)
    if (!row) return []
    const refused = Number(row['overflows']) + Number(row['invalid'])
    const mark = (/** @type {string | undefined} */ text) => (views && text !== '–' ? `**${text}**` : text)
    return [
      `| ${name} | ${mark(score(views))} | ${row['cost']} | ${row['stale recall']} | ${row['edit lines']} | ${refused} |`,
    ]
  })
  return [
    `**Reading exam**: how much of what matters a model can still tell from the shortened view alone, in percent`,
    `([a first](bench/readers/sat/others.md), [a second](bench/readers/sat/further.md), [a third](bench/readers/sat/fresh.md), [a fourth](bench/readers/sat/fourth.md), [a fifth](bench/readers/sat/fifth.md) and [a sixth exam](bench/readers/sat/sixth.md),\neach on other sessions, the sixth on very long ones, and of the default of its day). The rest: ${count} real agent\nsessions in a window of 64,000 tokens, replayed`,
    'request by request ([method, other windows and everybody else](docs/benchmarks.md)).',
    '',
    '| | reading exam | cost | old names still in view | lines of the next edit in view | requests a provider would refuse |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n')
}

/**
 * The first table of a text, row by row, by the names of its columns.
 * @param {string} text
 * @returns {Record<string, string>[]}
 */
function table(text) {
  const rows = (/^\|[^\n]*\n\|[ :|-]+\n(?:\|[^\n]*\n)+/m.exec(`${text}\n`)?.[0] ?? '').trim().split('\n')
  const cells = (/** @type {string} */ line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const head = cells(rows[0] ?? '')
  return rows.slice(2).map((line) => Object.fromEntries(cells(line).map((cell, at) => [head[at] ?? '', cell])))
}
