// Replays the real sessions through every strategy:
//   node --conditions=daypack-source bench/replay/main.ts [--windows 32,64,128,200] [--strategies a,b] [--part train]
//     [--every 3] [--only prefix,…] [--all] [--calm] [--sessions] [--model id] [--prices openai] [--limit seconds] [--json file]
// --strategies: names, or the groups `ours` and `peers`. --all: calm sessions too, for ours; --calm: those alone.
// --limit: a strategy that takes longer at one window is left out there, and said so.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { addFigures, noFigures } from '../../lab/src/measure/figures.ts'
import { replay, type Strategy } from '../../lab/src/measure/replay.ts'
import { loadSessions, type BenchSession } from './sessions.ts'
import { peers } from './peers/index.ts'
import { meterOf } from './prices.ts'
import { presets, rawWindow, unlimited } from './strategies.ts'
import { isOurs, type Result } from './report.ts'
import { row, HEAD } from './table.ts'
import { watch } from './watch.ts'

const { values } = parseArgs({
  options: {
    windows: { type: 'string', default: '32,64,128,200' },
    strategies: { type: 'string' },
    part: { type: 'string' },
    only: { type: 'string' },
    every: { type: 'string', default: '1' },
    calm: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    sessions: { type: 'boolean', default: false },
    model: { type: 'string' },
    prices: { type: 'string', default: 'anthropic' },
    limit: { type: 'string', default: 'Infinity' },
    json: { type: 'string' },
  },
})
const meter = meterOf(values.prices)
const sessions = loadSessions({
  meter,
  every: Number(values.every),
  ...(values.part && { part: values.part }),
  ...(values.only && { only: values.only.split(',') }),
  ...(values.model && { model: values.model }),
})
console.error(`${sessions.length} sessions, ${sessions.reduce((sum, one) => sum + one.steps.length, 0)} steps`)
const strategies = await chosen(values.strategies?.split(','))
const results: Result[] = []
for (const window of values.windows.split(',').map((k) => Number(k) * 1000)) {
  console.log(`\nwindow ${window}, prices of ${values.prices}\n${HEAD}`)
  for (const [nth, strategy] of strategies.entries()) {
    const started = performance.now()
    try {
      results.push(...(await measured(strategy, window)))
    } catch (error) {
      console.error(
        `${window / 1000}k ${strategy.name}: left out, ${error instanceof Error ? error.message : String(error)}`,
      )
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.error(`${window / 1000}k ${strategy.name} (${nth + 1} of ${strategies.length}): ${seconds} s`)
    if (values.json) writeFileSync(values.json, JSON.stringify(results))
  }
}

async function measured(strategy: Strategy, window: number): Promise<Result[]> {
  const until = performance.now() + Number(values.limit) * 1000
  const found: Result[] = []
  for (const session of sessions.filter((one) => isWanted(one, strategy, window))) {
    if (performance.now() > until) throw new Error(`not done after ${values.limit} s`)
    const figures = await replay(session, strategy, window, watch)
    if (values.sessions) console.log(row(session.name, figures, 1))
    const { name, repository, part, tokens } = session
    found.push({ window, strategy: strategy.name, session: name, repository, part, load: tokens / window, figures })
  }
  const shown = found.filter(({ load }) => values.calm || load > 0.8)
  console.log(row(strategy.name, shown.map(({ figures }) => figures).reduce(addFigures, noFigures()), shown.length))
  return found
}

function isWanted({ tokens }: BenchSession, strategy: Strategy, window: number): boolean {
  const load = tokens / window
  const isCalm = load <= 0.45 && isOurs(strategy.name)
  return values.calm ? isCalm : load > 0.8 || (values.all && isCalm)
}

async function chosen(names: readonly string[] | undefined): Promise<Strategy[]> {
  const ours = [unlimited, rawWindow, ...presets()]
  const all = ours.filter(({ name }) => !names || names.includes(name) || names.includes('ours'))
  if (names && !names.some((name) => name === 'peers' || ours.every((one) => one.name !== name))) return all
  const others = await peers()
  for (const one of others.missing) console.error(`left out, ${one}: npm install in bench/ brings it`)
  return [...all, ...others.strategies.filter(({ name }) => !names || names.includes(name) || names.includes('peers'))]
}
