// The table of sixty turns in docs/benchmarks/gateway.md: every agent through the task, behind the proxy and without it.
//   node --conditions=daypack-source packages/cli/test/clients/table.ts [name …] [--no-direct]
import { AGENTS, NIGHTLY, programOf } from './agents.ts'
import { runTask, type Outcome } from './harness.ts'
import { held } from './held.ts'

const words = process.argv.slice(2)
const names = words.filter((word) => !word.startsWith('--'))
const isCompared = !words.includes('--no-direct')
/** Of what a run does not hold; one cause has many signs. */
const MOST_LINES = 8
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

console.log('| agent | turns | output, in windows | epochs | rejected | from cache | cost compared with no proxy | |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
for (const agent of [...AGENTS, ...NIGHTLY]) {
  if (names.length > 0 && !names.includes(agent.name)) continue
  if (!programOf(agent)) {
    console.log(`| ${agent.name} | not installed: node scripts/clients.mjs install ${agent.program} | | | | | | |`)
    continue
  }
  const outcome = await runTask(agent)
  const direct = isCompared ? await runTask(agent, { isDirect: true }).catch(() => undefined) : undefined
  console.log(row(outcome, direct))
  const wrong = held(outcome)
  if (wrong.length > 0) process.exitCode = 1
  for (const line of wrong.slice(0, MOST_LINES)) console.error(`${agent.name}: ${line}`)
  if (wrong.length > 0) for (const line of outcome.problems) console.error(`${agent.name}, the proxy: ${line}`)
}

function row(one: Outcome, direct: Outcome | undefined): string {
  const compared = direct?.isDone ? percent(one.cost / direct.cost) : '-'
  const cells = [
    one.agent,
    one.steps,
    one.windows.toFixed(1),
    one.epochs,
    one.refused.length,
    percent(one.cached),
    compared,
  ]
  return `| ${cells.join(' | ')} | ${one.isDone ? 'finished' : 'not finished'}, ${one.seconds} s |`
}
