// `npm test [-- --quick | --coverage] [vitest arguments]`: set up, run vitest, close with `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { childEnv, root, setup } from './setup.mjs'

const node = setup()
const args = process.argv.slice(2)
const quick = take('--quick')
const folder = mkdtempSync(path.join(tmpdir(), 'daypack-test-'))
const report = path.join(folder, 'report.json')

const env = childEnv(node)
env['DAYPACK_RUNS'] ??= quick ? '50' : '100'
if (quick) env['DAYPACK_QUICK'] = '1'

const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
const run = spawnSync(
  node,
  [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
  { cwd: root, stdio: 'inherit', env },
)
const counts = read()
rmSync(folder, { recursive: true, force: true })

const status = run.status ?? 1
if (status !== 0 && counts.failed === 0) console.error(`vitest ended with code ${status}; the reason is above.`)
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`)
process.exit(status === 0 && counts.failed > 0 ? 1 : status)

/** A test file that does not load has no tests to count, so it counts as one failure. */
function read() {
  try {
    const json = JSON.parse(readFileSync(report, 'utf8'))
    const broken = json.testResults.filter(
      (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
        file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    )
    return {
      passed: json.numPassedTests,
      failed: json.numFailedTests + broken.length,
      skipped: json.numPendingTests + json.numTodoTests,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** @param {string} flag */
function take(flag) {
  const at = args.indexOf(flag)
  if (at >= 0) args.splice(at, 1)
  return at >= 0
}
