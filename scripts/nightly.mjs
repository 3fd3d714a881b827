// `npm run nightly [-- --share 0.1] [--only T-06,T-08] [--minutes 60] [--again] [--page]`: the whole programme of
// scripts/nightly/programme.mjs, one row after the other, at low priority. Rows that passed are kept in nightly/, so that a run can be broken off and taken up, long rows
// part by part; --minutes instead of --share gives each row the share at which all end in that time, by the seconds of the last
// report, and begins nothing new after it;
// --again forgets them, --page runs none and writes the page from those that are. Writes nightly/report.json and
// docs/test-report.md.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PROGRAMME } from './nightly/programme.mjs'
import { age, CHANGED, inEveryRun, shortfall, STALE_COMMITS } from './nightly/claim.mjs'
import { reportPage, rowsOf } from './nightly/page.mjs'
import { expected, knownSeconds, runs, shareIn } from './nightly/share.mjs'
import { childEnv, root, setup } from './setup.mjs'

const { values } = parseArgs({
  options: {
    share: { type: 'string' },
    only: { type: 'string' },
    minutes: { type: 'string', default: 'Infinity' },
    again: { type: 'boolean' },
    page: { type: 'boolean' },
  },
})
const PAGE = path.join(root, 'docs', 'test-report.md')
const known = knownSeconds(readFileSync(PAGE, 'utf8'))
const isTimed = values.share === undefined && values.minutes !== 'Infinity'
let share = Number(values.share ?? '1')
/** Seconds that rows took here, and that were expected of them: other work makes all of them slower. */
const pace = { took: 0, expected: 0 }
/** Figures that count something: `loops: 250`, `250 requests`. */
const COUNTED =
  /(?<=(?:appends|edits|reads|stops|instants|loops|acknowledged|torn|failures|seconds|runs|hit|refused|killed|anew|images|files|damaged|requests|inputs): )(\d+)|(\d+)(?= (?:histories|edits of|requests of|sessions|replays|recorded|requests,|faults|rejects|of \d+ bytes|bytes))/g
const only = values.only?.split(',')
const end = performance.now() + Number(values.minutes) * 60_000
const node = setup()
const folder = path.join(root, 'nightly')
if (values.again) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
setPriority(Math.max(15, getPriority()))
/** What the rows ran on: they may be taken up after a change, and then the page names both. */
const commit =
  git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', ':!docs') === '' ? '' : CHANGED)
const told = rowsOf(readFileSync(PAGE, 'utf8'))

/** @type {import('./nightly/page.mjs').Result[]} */
const rows = []
/** With little time the cheapest come first: most rows are of today then. */
const order = isTimed ? PROGRAMME.toSorted((a, b) => expected([a], 0, known) - expected([b], 0, known)) : PROGRAMME
for (const row of order) {
  const file = path.join(folder, `${row.id}.json`)
  const last = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  if (isTimed) share = shareNow(row)
  if (last && !values.page && last.state === 'passed' && last.share >= share) {
    rows.push(last)
    continue
  }
  if (values.page || (only && !only.includes(row.id)) || performance.now() > end) {
    const about = { id: row.id, what: row.what, figure: row.figure }
    rows.push(last ?? { ...(told.get(row.id) ?? { state: 'not run' }), ...about })
    continue
  }
  console.log(`${row.id}  ${row.what}, share ${share}`)
  const about = { id: row.id, what: row.what, figure: row.figure }
  const save = (/** @type {import('./nightly/page.mjs').Result} */ found) => {
    if (found.state !== 'not here') writeFileSync(file, `${JSON.stringify(found, undefined, 2)}\n`)
  }
  const tried = row.parts
    ? inParts(row, { ...about, state: 'not run' }, last, save)
    : { ...about, share, commit, ...done(row) }
  const missing = tried.state === 'passed' ? shortfall(row.least, tried.said ?? '', tried.share ?? share) : undefined
  const result = missing === undefined ? tried : { ...tried, state: 'failed', said: `${missing}. ${tried.said}` }
  pace.took += 'seconds' in tried ? (tried.seconds ?? 0) : 0
  pace.expected += expected([row], share, known)
  console.log(`      ${result.state}${result.said ? `: ${result.said}` : ''}`)
  save(result)
  rows.push(result)
}
rows.sort((a, b) => place(a) - place(b))
for (const row of rows) {
  row.each = inEveryRun(PROGRAMME.find(({ id }) => id === row.id))
  const old = row.state === 'not run' ? 0 : age(row.commit, commitsSince)
  if (old > STALE_COMMITS) row.stale = old
}
/** The one that ran them. */
const { stdout: version } = spawnSync(node, ['--version'], { encoding: 'utf8' })
const report = { at: new Date().toISOString(), node: version.trim().slice(1), head: commit, rows }
writeFileSync(path.join(folder, 'report.json'), `${JSON.stringify(report, undefined, 2)}\n`)
writeFileSync(PAGE, reportPage(report))
process.exitCode = rows.some((row) => row.state === 'failed') ? 1 : 0

/** At the pace so far, for this row and all behind it. @param {import('./nightly/programme.mjs').Row} row */
function shareNow(row) {
  const open = order.slice(order.indexOf(row)).filter(({ id }) => !only || only.includes(id))
  const slower = pace.expected > 0 ? Math.max(1, pace.took / pace.expected) : 1
  const made = runs(row, shareIn(open, (end - performance.now()) / 1_000 / slower, known))
  return Math.min(1, Math.ceil(made * 1_000) / 1_000)
}

/** @param {{ id: string }} row */
function place({ id }) {
  return PROGRAMME.findIndex((row) => row.id === id)
}

/** @param {string} from */
function commitsSince(from) {
  const count = git('rev-list', '--count', `${from}..HEAD`)
  return count === '' ? undefined : Number(count)
}

/** What it prints; nothing where it fails. @param {string[]} args */
function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()
}

/**
 * One part after the other, up to the share or the time; each that ran is kept.
 * @param {import('./nightly/programme.mjs').Row} row
 * @param {import('./nightly/page.mjs').Result} about
 * @param {import('./nightly/page.mjs').Result | undefined} known
 * @param {(found: import('./nightly/page.mjs').Result) => void} save
 */
function inParts(row, about, known, save) {
  const all = row.parts ?? 1
  const ran = known?.state === 'passed' ? (known.ran ?? []) : []
  let result = ran.length > 0 && known ? known : about
  while (ran.length < Math.round(all * share) && performance.now() <= end) {
    const part = done(row, 1 / all, ran.length + 1)
    if (!('seconds' in part)) return { ...about, ...part }
    ran.push({ commit, said: part.said ?? '', seconds: part.seconds })
    result = {
      ...about,
      ...part,
      share: ran.length / all,
      commit: [...new Set(ran.map((one) => one.commit))].join(', '),
      said: `${ran.length} of ${all} parts: ${summed(ran.map((one) => one.said))}`,
      seconds: ran.reduce((sum, one) => sum + one.seconds, 0),
      ran,
    }
    if (part.state === 'failed') return { ...result, said: part.said }
    save(result)
  }
  return result
}

/** The figures of several runs as one: what they count is added up, their speed and what they held is that of the last. @param {string[]} said */
function summed(said) {
  const numbers = said.map((text) => [...text.matchAll(COUNTED)].map((found) => Number(found[0])))
  let at = 0
  return (said.at(-1) ?? '').replaceAll(COUNTED, () => {
    const sum = numbers.reduce((total, list) => total + (list[at] ?? 0), 0)
    at++
    return String(sum)
  })
}

/** @param {import('./nightly/programme.mjs').Row} row @param {number} [size] @param {number} [part] */
function done(row, size = share, part = 1) {
  if (row.needs !== undefined && spawnSync(row.needs, ['--version']).status !== 0)
    return { state: 'not here', said: `there is no ${row.needs} on this machine` }
  const started = performance.now()
  const found = row.run ? ran(row.run(size, part)) : tested(row.tests ?? [], row.runs)
  return { ...found, seconds: Math.round((performance.now() - started) / 1000) }
}

/** @param {string[]} args */
function ran(args) {
  const child = spawnSync(node, ['--conditions=daypack-source', ...args], {
    cwd: root,
    env: childEnv(node),
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  // How far it is, and tables: what counts stands behind them.
  const lines = child.stdout
    .trim()
    .split('\n')
    .filter((line) => !/^[…|]/.test(line))
  const ended = child.signal ? ` It was ended by ${child.signal}.` : ''
  const said = lines.slice(-9).join(' ').replaceAll(/\s+/g, ' ').slice(-400)
  return {
    state: child.status === 0 ? 'passed' : 'failed',
    said:
      child.status === 0
        ? said || child.stderr.trim().slice(-400)
        : `${said} ${child.stderr.trim().slice(0, 300)}${ended}`,
    command: `node --conditions=daypack-source ${args.join(' ')}`,
  }
}

/** What the tests said they tried. @param {string} lines */
function summedBy(lines) {
  const said = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return [...Map.groupBy(said, ({ word }) => word)].map(
    ([word, own]) => `${own.reduce((sum, { count }) => sum + count, 0)} ${word}`,
  )
}

/** @param {string[]} files @param {number | undefined} full */
function tested(files, full) {
  const output = path.join(folder, 'tests.json')
  const tried = path.join(folder, 'tried.jsonl')
  const tries = String(Math.max(30, Math.round((full ?? 1_000) * share)))
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${output}`, ...files]
  const child = spawnSync(node, args, {
    cwd: root,
    env: {
      ...childEnv(node),
      DAYPACK_RUNS: tries,
      DAYPACK_NIGHTLY: '1',
      DAYPACK_SHARE: String(share),
      DAYPACK_TRIED: tried,
    },
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  const command = `DAYPACK_NIGHTLY=1 DAYPACK_SHARE=${share} DAYPACK_RUNS=${tries} npx vitest run ${files.join(' ')}`
  if (!existsSync(output)) return { state: 'failed', said: child.stderr.slice(-400), command }
  const counts = JSON.parse(readFileSync(output, 'utf8'))
  const sums = existsSync(tried) ? summedBy(readFileSync(tried, 'utf8')) : []
  for (const file of [output, tried]) rmSync(file, { force: true })
  const failed = counts.testResults.flatMap((/** @type {any} */ { assertionResults }) =>
    assertionResults.flatMap((/** @type {any} */ one) => (one.status === 'failed' ? [one.fullName] : [])),
  )
  const said = [
    `${counts.numPassedTests} tests passed, ${counts.numFailedTests} failed, ${counts.numPendingTests} skipped`,
    `${tries} runs of each property`,
    ...sums,
    ...failed.map((/** @type {string} */ name) => `failed: ${name.slice(0, 120)}`),
  ].join('; ')
  // What was skipped was not tried.
  return { state: child.status === 0 && counts.numPendingTests === 0 ? 'passed' : 'failed', said, command }
}
