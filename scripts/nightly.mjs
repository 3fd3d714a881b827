// `npm run nightly [-- --share 0.1] [--only T-06,T-08] [--again] [--page]`: the whole programme of
// scripts/nightly/programme.mjs, one row after the other, at low priority. Rows that passed are kept in nightly/, so that a run can be broken off and taken up;
// --again forgets them, --page runs none and writes the page from those that are. Writes nightly/report.json and
// docs/test-report.md.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PROGRAMME } from './nightly/programme.mjs'
import { reportPage } from './nightly/page.mjs'
import { childEnv, root, setup } from './setup.mjs'

const { values } = parseArgs({
  options: {
    share: { type: 'string', default: '1' },
    only: { type: 'string' },
    again: { type: 'boolean' },
    page: { type: 'boolean' },
  },
})
const share = Number(values.share)
const only = values.only?.split(',')
const node = setup()
const folder = path.join(root, 'nightly')
if (values.again) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
setPriority(Math.max(15, getPriority()))
/** What the rows ran on: they may be taken up after a change, and then the page names both. */
const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim()

/** @type {import('./nightly/page.mjs').Result[]} */
const rows = []
for (const row of PROGRAMME) {
  const file = path.join(folder, `${row.id}.json`)
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  if (known && (values.page || (known.state === 'passed' && known.share >= share))) {
    rows.push(known)
    continue
  }
  if (values.page || (only && !only.includes(row.id))) {
    rows.push(known ?? { id: row.id, what: row.what, figure: row.figure, state: 'not run' })
    continue
  }
  console.log(`${row.id}  ${row.what}`)
  const result = { id: row.id, what: row.what, figure: row.figure, share, commit, ...done(row) }
  console.log(`      ${result.state}${result.said ? `: ${result.said}` : ''}`)
  if (result.state !== 'not here') writeFileSync(file, `${JSON.stringify(result, undefined, 2)}\n`)
  rows.push(result)
}
const report = { at: new Date().toISOString(), node: process.versions.node, rows }
writeFileSync(path.join(folder, 'report.json'), `${JSON.stringify(report, undefined, 2)}\n`)
writeFileSync(path.join(root, 'docs', 'test-report.md'), reportPage(report))
process.exitCode = rows.some((row) => row.state === 'failed') ? 1 : 0

/** @param {import('./nightly/programme.mjs').Row} row */
function done(row) {
  if (row.needs !== undefined && spawnSync(row.needs, ['--version']).status !== 0)
    return { state: 'not here', said: `there is no ${row.needs} on this machine` }
  const started = performance.now()
  const found = row.run ? ran(row.run(share)) : tested(row.tests ?? [], row.runs)
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
  const lines = child.stdout.trim().split('\n')
  const said = lines.slice(-9).join(' ').replaceAll(/\s+/g, ' ').slice(-400)
  return {
    state: child.status === 0 ? 'passed' : 'failed',
    said: said || child.stderr.trim().slice(-400),
    command: `node --conditions=daypack-source ${args.join(' ')}`,
  }
}

/** @param {string[]} files @param {number | undefined} full */
function tested(files, full) {
  const output = path.join(folder, 'tests.json')
  const runs = String(Math.max(30, Math.round((full ?? 1_000) * share)))
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${output}`, ...files]
  const child = spawnSync(node, args, {
    cwd: root,
    env: { ...childEnv(node), DAYPACK_RUNS: runs, DAYPACK_NIGHTLY: '1' },
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  const command = `DAYPACK_NIGHTLY=1 DAYPACK_RUNS=${runs} npx vitest run ${files.join(' ')}`
  if (!existsSync(output)) return { state: 'failed', said: child.stderr.slice(-400), command }
  const counts = JSON.parse(readFileSync(output, 'utf8'))
  rmSync(output)
  const said = `${counts.numPassedTests} tests passed, ${counts.numFailedTests} failed, ${counts.numPendingTests} skipped; ${runs} runs of each property`
  return { state: child.status === 0 ? 'passed' : 'failed', said, command }
}
