// Real agents through a long task behind `daypack proxy`, at each window: what the provider saw and billed. Prints the table,
// and with --write puts its rows into docs/benchmarks/gateway.md, beside those of agents and windows that were not run.
//   node scripts/clients.mjs install claude codex pi opencode gemini qwen goose
//   node --conditions=daypack-source bench/gateway/clients.ts [--window 64000 …] [--write] [agent …]
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { AGENTS, NIGHTLY, programOf, type Agent } from '../../packages/cli/test/clients/agents.ts'
import { runTask, type Outcome } from '../../packages/cli/test/clients/harness.ts'

const { values, positionals } = parseArgs({
  options: { window: { type: 'string', multiple: true }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const WINDOWS = values.window?.map(Number) ?? [32_000, 64_000, 128_000, 200_000, 1_000_000]
const PAGE = path.join(import.meta.dirname, '..', '..', 'docs', 'benchmarks', 'gateway.md')
const RULES = 80
const COMMIT = git('rev-parse', '--short=8', 'HEAD') + (git('status', '--porcelain', 'packages') ? ' and changes' : '')
/** Lines of output of a step, 7 kB: a longer one would be shown by its beginning and its end. */
const LINES = 105
const TOKENS_PER_LINE = 66 / 4
/** Output of all steps, in windows; the largest is filled once. */
const TIMES = 2.5
const ONCE_FROM = 500_000

for (const window of WINDOWS)
  for (const agent of [...AGENTS, ...NIGHTLY]) {
    if (positionals.length > 0 && !positionals.includes(agent.name)) continue
    if (!programOf(agent))
      console.error(`${agent.name} is not installed: node scripts/clients.mjs install ${agent.program}`)
    else await measure(agent, window)
  }

async function measure(agent: Agent, window: number): Promise<void> {
  const steps = Math.ceil((window * (window > ONCE_FROM ? 1.3 : TIMES)) / LINES / TOKENS_PER_LINE)
  const options = { window, lines: LINES, steps, rules: RULES, withFaults: false, isAlone: true }
  const outcome = await runTask(agent, options)
  const row = rowOf(outcome, window)
  console.log(row)
  const { problems, unseen, dead, refused, asides, isDone, output } = outcome
  const wrong = [...problems, ...unseen.slice(0, 3), ...dead.slice(0, 3), ...refused.slice(0, 3), ...asides.slice(0, 2)]
  for (const line of isDone ? wrong : [...wrong, output.slice(-600)])
    console.error(`${agent.name}: ${line.slice(0, 600)}`)
  if (values.write && isDone) writeFileSync(PAGE, withRow(readFileSync(PAGE, 'utf8'), row))
}

function rowOf(one: Outcome, window: number): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const cells = [
    one.agent,
    window,
    one.steps,
    one.epochs,
    one.largest,
    percent(one.usable),
    percent(one.cached),
    one.refused.length,
    `${one.rules} of ${RULES}`,
    one.unseen.length,
    percent(1 / one.raw),
    percent(1 / one.own),
    COMMIT,
  ]
  return `| ${cells.join(' | ')} |${one.isDone ? '' : ' NOT FINISHED'}`
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
}

/** The page with this row in place of the one of the same agent and window, in the order of windows and agents. */
function withRow(page: string, row: string): string {
  const keyOf = (line: string) => line.split(' | ').slice(0, 2).join(' | ')
  const names = [...AGENTS, ...NIGHTLY].map(({ name }) => name)
  const placeOf = (line: string) => {
    const [name = '', window = ''] = line.slice(2).split(' | ')
    return Number(window) * 100 + names.indexOf(name)
  }
  const lines = page.split('\n')
  const isRow = (line: string) => /^\| [^|]+ \| \d{5,} \| /.test(line)
  const rows = [...lines.filter((line) => isRow(line) && keyOf(line) !== keyOf(row)), row]
  const at = lines.findIndex((line) => line.startsWith('| ---')) + 1
  const rest = lines.filter((line) => !isRow(line))
  return rest.toSpliced(at, 0, ...rows.toSorted((a, b) => placeOf(a) - placeOf(b))).join('\n')
}
