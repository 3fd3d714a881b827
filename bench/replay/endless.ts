// One session without end: recordings that may be tuned on, joined to two million tokens and more, at a small window.
//   node --conditions=daypack-source bench/replay/endless.ts [--tokens 2000000] [--window 64] [--first id] [--strategies a,b] [--json file] [--page]
// By tenths of the session: size after an epoch; cost and edit lines of its turns, and the same turns in sessions of their own;
// time. Then what is left of the first hour after so many epochs, and how things stand. Ends with 1 where ours misses a goal.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { dayOf } from '../../packages/daypack/src/model/day.ts'
import { data } from '../data.ts'
import { keepCounts } from './count.ts'
import { chainOf } from './endless/chain.ts'
import { goldOf } from './endless/gold.ts'
import { isMissed } from './endless/goals.ts'
import { measured } from './endless/measured.ts'
import { endlessPage } from './endless/page.ts'
import { heldTable, tenthsTable } from './endless/tables.ts'
import { masking } from './peers/masking.ts'
import { claudeCodeLike } from './peers/claude-code.ts'
import { presets } from './strategies.ts'

const { values } = parseArgs({
  options: {
    tokens: { type: 'string', default: '2000000' },
    window: { type: 'string', default: '64' },
    first: { type: 'string', default: '4a364c97' },
    strategies: { type: 'string', default: 'daypack,Claude-Code-like,observation masking' },
    json: { type: 'string' },
    page: { type: 'boolean', default: false },
  },
})
const chain = chainOf(data, Number(values.tokens), values.first)
const first = chain.alone[0]
const gold = goldOf(data, chain.first, first?.session.transcript.messages ?? [])
keepCounts()
const { session, alone, tokens } = chain
const what = `${alone.length} recordings, ${session.steps.length} turns, ${tokens} tokens, window ${values.window}k`
console.log(what)
const names = values.strategies.split(',')
const results = []
for (const strategy of [...presets(), claudeCodeLike, masking].filter(({ name }) => names.includes(name))) {
  const result = await measured(chain, gold, strategy, Number(values.window) * 1000)
  results.push(result)
  console.log(`\n${tenthsTable(result)}\n`)
  if (strategy.name === 'daypack' && isMissed(result)) process.exitCode = 1
}
console.log(heldTable(results))
if (values.json) writeFileSync(values.json, JSON.stringify(results, null, 2))
if (values.page) {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  const command = `node --conditions=daypack-source bench/replay/endless.ts --page --strategies ${values.strategies}`
  const file = path.join(import.meta.dirname, '../../docs/benchmarks/endless.md')
  writeFileSync(file, endlessPage(results, { day: dayOf(Date.now(), 'UTC'), commit, command, what }))
}
