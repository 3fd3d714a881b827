// The table of docs/benchmarks/gateway.md about agents that compact by themselves behind the proxy.
//   node --conditions=daypack-source packages/cli/test/clients/compact-table.ts [agent …]
import { programOf } from './agents.ts'
import { COMPACTING, kept } from './compacting.ts'
import { runTask } from './harness.ts'

const names = process.argv.slice(2)
console.log(
  '| agent | how | asked | largest | from cache | notes | epochs | |\n| --- | --- | --- | --- | --- | --- | --- | --- |',
)
for (const { agent, how, options } of COMPACTING) {
  if (names.length > 0 && !names.includes(agent.name)) continue
  if (!programOf(agent)) {
    console.error(`${agent.name} is not installed: node scripts/clients.mjs install ${agent.program}`)
    continue
  }
  const one = await runTask(agent, options)
  const { summaries } = one
  const tokens = summaries.map((summary) => summary.tokens)
  const cached = summaries.reduce((sum, summary) => sum + summary.cached * summary.tokens, 0)
  const share =
    cached /
    Math.max(
      1,
      tokens.reduce((sum, each) => sum + each, 0),
    )
  const wrong = kept(one)
  const cells = [
    agent.name,
    how,
    summaries.length,
    Math.max(0, ...tokens),
    `${(share * 100).toFixed(0)} %`,
    one.notes,
    one.epochs,
  ]
  console.log(`| ${cells.join(' | ')} | ${wrong.length === 0 ? 'goes on' : wrong.join(', ').slice(0, 80)} |`)
  for (const line of [...wrong, ...one.problems]) console.error(`${agent.name}: ${line.slice(0, 1_000)}`)
  if (wrong.length > 0) process.exitCode = 1
}
