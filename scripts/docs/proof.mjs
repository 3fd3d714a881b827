import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const [BEGIN, END] = ['<!-- proof: made by npm run docs -->', '<!-- /proof -->']
/** What the table shows of docs/benchmarks.md, and what it calls it. */
const WAYS = /** @type {const} */ ([
  ['**daypack**', '**Daypack**, the default'],
  ['Claude-Code-like', 'as Claude Code does'],
  ['Codex-like', 'as Codex does'],
  ['LangChain summarization', 'LangChain summarization'],
  ['pi', 'pi'],
  ['AI SDK pruneMessages', 'AI SDK `pruneMessages`'],
  ['raw-window', 'dropping the oldest'],
  ['raw-unlimited', 'sending everything, no limit'],
])

/**
 * The table of proof in the README, from the pages the benchmarks wrote.
 * @param {string} root
 * @param {string} readme
 */
export function withProof(root, readme) {
  const [from, to] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (from < 0 || to < from) throw new Error('README.md has lost the marks around its table of proof.')
  return `${readme.slice(0, from)}${BEGIN}\n\n${costs(root)}${readers(root)}\n${readme.slice(to)}`
}

/** @param {string} root */
function costs(root) {
  const text = readFileSync(path.join(root, 'docs/benchmarks.md'), 'utf8')
  const [, count = '', section = ''] =
    /### 64k window, pressed sessions \((\d+)\)\n([^]*?)\n64k, held-out/.exec(text) ?? []
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const [head = []] = rows
  const column = (/** @type {string[]} */ row, /** @type {string} */ name) => row[head.indexOf(name)] ?? ''
  const lines = WAYS.flatMap(([key, name]) => {
    const row = rows.find(([first]) => first === key)
    if (!row) return []
    const refused = Number(column(row, 'overflows')) + Number(column(row, 'invalid'))
    return [
      `| ${name} | ${column(row, 'cost')} | ${column(row, 'stale recall')} | ${column(row, 'edit lines')} | ${refused} |`,
    ]
  })
  return [
    `${count} real agent sessions in a window of 64,000 tokens, replayed request by request`,
    '([method, other windows and everybody else](docs/benchmarks.md)):',
    '',
    '| | cost | old names still in view | lines of the next edit in view | requests a provider would refuse |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n')
}

/** The reading exam, once its page is there. @param {string} root */
function readers(root) {
  const file = path.join(root, 'docs/benchmarks-readers.md')
  if (!existsSync(file)) return ''
  const table = /^\|[^\n]*\n\|[ :|-]+\n(?:\|[^\n]*\n)+/m.exec(readFileSync(file, 'utf8'))?.[0] ?? ''
  return table === '' ? '' : `\nThe reading exam ([how it is held](docs/benchmarks-readers.md)):\n\n${table}`
}
