// The replays of every window, into docs/benchmarks.md:
//   node --conditions=daypack-source bench/run.ts [--windows 32,64] [--strategies daypack] [--every 3] [--from results.json,…] [--json results.json]
// `--from` takes what `--json`, or replay/main.ts, wrote before; what is run now replaces those rows.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { dayOf } from '../packages/daypack/src/model/day.ts'
import { runJobs, type Job } from './jobs.ts'
import { sharedData } from '../packages/daypack/test/shared-data.ts'
import { page } from './page.ts'
import type { Result } from './replay/report.ts'

const { values } = parseArgs({
  options: {
    windows: { type: 'string', default: '32,64,128,200' },
    strategies: { type: 'string' },
    every: { type: 'string', default: '1' },
    from: { type: 'string' },
    json: { type: 'string' },
  },
})
const root = path.join(import.meta.dirname, '..')
const scratch = mkdtempSync(path.join(tmpdir(), 'daypack-bench-'))
/** No job may hold up the rest for longer. */
const JOB_LIMIT_MS = 60 * 60_000

const data = sharedData()
if (data === undefined || !existsSync(path.join(data, 'trajectories'))) {
  console.error('No sessions were found: set DAYPACK_DATA to a folder with trajectories/.')
  process.exit(1)
}
const windows = values.windows.split(',').filter((window) => window !== '')
const jobs = windows.flatMap((window): Job[] =>
  (values.strategies === undefined ? ['ours', 'peers'] : [values.strategies]).map((group) => ({
    script: 'bench/replay/main.ts',
    args: `--part held-out --every ${values.every} --windows ${window}`
      .split(' ')
      .concat('--strategies', group, '--json', fileOf(window, group)),
  })),
)
const ended = await runJobs(jobs, JOB_LIMIT_MS, (line) => console.error(line))
const files = [...(values.from?.split(',') ?? []), ...jobs.map((job) => job.args?.at(-1) ?? '')]
const all = files
  .filter((file) => existsSync(file))
  .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Result[])
/** One for each window, strategy and session: of two the later counts. */
const results = [...new Map(all.map((one) => [`${one.window} ${one.strategy} ${one.session}`, one])).values()]
if (values.json) writeFileSync(values.json, JSON.stringify(results))
writeFileSync(
  path.join(root, 'docs/benchmarks.md'),
  page({
    results,
    problems: ended.flatMap(({ command, problem }) =>
      problem === undefined ? [] : [`\`${command.replaceAll(`${scratch}${path.sep}`, '')}\` ${problem}`],
    ),
    day: dayOf(Date.now(), 'UTC'),
    command: `npm run bench${values.every === '1' ? '' : ` -- --every ${values.every}`}`,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
  }),
)
if (ended.some(({ problem }) => problem !== undefined)) process.exitCode = 1

function fileOf(window: string, group: string): string {
  return path.join(scratch, `${window}-${group.replaceAll(/\W+/g, '-')}.json`)
}
