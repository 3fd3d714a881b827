// Everything at a small size, into docs/benchmarks.md:
//   node --conditions=daypack-source bench/run.ts [--full] [--windows 32,64] [--from results.json,…] [--reuse] [--out folder]
// `--from` takes replays that replay/main.ts --json wrote instead of running them; `--reuse` takes the other benches as
// the last run printed them.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { dayOf } from '../packages/daypack/src/model/day.ts'
import { commandOf, runJobs, type Done, type Job } from './jobs.ts'
import { sharedData } from '../packages/daypack/test/shared-data.ts'
import { page } from './page.ts'
import { pareto, totals, type Result } from './replay/report.ts'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    windows: { type: 'string', default: '32,64,128,200' },
    from: { type: 'string' },
    reuse: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const root = path.join(import.meta.dirname, '..')
const small = values.full ? [] : ['--small']
const scratch = mkdtempSync(path.join(tmpdir(), 'daypack-bench-'))
const side = path.join(tmpdir(), 'daypack-bench-side.json')
const MINUTE = 60_000
/** No job may hold up the rest for longer, and no strategy its job. */
const JOB_LIMIT_MS = (values.full ? 20 : 8) * MINUTE
const STRATEGY_LIMIT = values.full ? '300' : '120'

const say = (line: string) => console.error(line)
const started = performance.now()
const hasPeers = existsSync(path.join(root, 'bench', 'node_modules'))
if (!hasPeers) say('bench/node_modules is missing: published peers are left out; `npm install` in bench/ brings them.')

const data = sharedData()
const hasData = data !== undefined && existsSync(path.join(data, 'trajectories'))
if (!hasData)
  say('No sessions were found: set DAYPACK_DATA to a folder with trajectories/. Only what needs none is measured.')

/** Without sessions the page of the repository stays as it is. */
const out = values.out ?? (hasData ? path.join(root, 'docs') : scratch)

/** The slowest first: two processes then end at about the same time. */
const replays = (hasData ? values.windows.split(',') : []).flatMap((window): Job[] =>
  ['ours', 'peers'].map((group) => ({
    script: 'bench/replay/main.ts',
    args: [
      '--windows',
      window,
      '--strategies',
      group,
      '--all',
      '--limit',
      STRATEGY_LIMIT,
      ...small,
      '--json',
      fileOf(window, group),
    ],
  })),
)
const others: readonly Job[] = [
  ...(hasData ? fromData() : []),
  { script: 'bench/engine/engine.ts', alone: true, ...(!values.full && { env: { SIZES: '100,1000', TURNS: '15' } }) },
]

const reused = values.reuse && existsSync(side) ? (JSON.parse(readFileSync(side, 'utf8')) as Done[]) : undefined
const wanted = [...(values.from ? [] : replays), ...(reused ? [] : others)]
const ended = await runJobs(wanted, JOB_LIMIT_MS, say)
const found = reused ?? ended.slice(values.from ? 0 : replays.length)
writeFileSync(side, JSON.stringify(found))

const files = values.from?.split(',') ?? replays.map((job) => job.args?.at(-1) ?? '')
const results = unique(
  files.filter((file) => existsSync(file)).flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Result[]),
)
const folder = path.join(out, 'benchmarks')
mkdirSync(folder, { recursive: true })
if (results.length > 0) {
  const lines = totals(results).map((one) => JSON.stringify(one))
  writeFileSync(path.join(folder, 'replay.json'), `[\n${lines.join(',\n')}\n]\n`)
  for (const measure of ['stale', 'lines'] as const)
    writeFileSync(path.join(folder, `pareto-${measure}.svg`), pareto(results, measure))
}
writeFileSync(
  path.join(out, 'benchmarks.md'),
  page({
    results,
    others: Object.fromEntries(others.map((job, at) => [job.script, found[at]])),
    problems: ended.flatMap((done) =>
      done.problem === undefined ? [] : [`\`${shown(done.command)}\` ${done.problem}`],
    ),
    hasPeers,
    made: {
      day: dayOf(Date.now(), 'UTC'),
      commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
      command: `npm run bench${values.full ? ' -- --full' : ''}`,
      isStored: values.from !== undefined,
      cores: availableParallelism(),
      load: loadavg()[0] ?? 0,
    },
    commands: [...replays.slice(0, 2), ...others].map((job) => shown(commandOf(job))),
  }),
)
say(`${path.join(out, 'benchmarks.md')} after ${Math.round((performance.now() - started) / 1000)} s`)
if (ended.some(({ problem }) => problem !== undefined)) process.exitCode = 1

function fromData(): Job[] {
  return [
    { script: 'bench/tokens/tokens.ts', args: small },
    { script: 'bench/compaction/main.ts' },
    {
      script: 'bench/retrieval/main.ts',
      args: ['quality', ...(values.full ? ['--sample', '10'] : ['--sample', '60'])],
    },
  ]
}

function fileOf(window: string, group: string): string {
  return path.join(scratch, `${window}-${group}.json`)
}

function shown(command: string): string {
  return command.replaceAll(`${scratch}${path.sep}`, '')
}

/** One for each window, strategy and session: of files given twice the later counts. */
function unique(all: readonly Result[]): Result[] {
  return [...new Map(all.map((one) => [`${one.window} ${one.strategy} ${one.session}`, one])).values()]
}
