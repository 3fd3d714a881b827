// Replays the real sessions through every strategy:
//   node --conditions=daypack-source bench/replay/main.ts [--windows 32,64,128,200] [--strategies a,b] [--part train] [--small] [--only prefix] [--all] [--calm] [--json file]
// --all: calm sessions too, for ours; --calm: those alone.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { addFigures, noFigures, type Figures } from '../../packages/daypack/src/report/replay/figures.ts'
import { replay } from '../../packages/daypack/src/report/replay/replay.ts'
import { loadSessions } from './sessions.ts'
import { peers } from './peers/index.ts'
import { presets, rawWindow, unlimited } from './strategies.ts'
import { OURS } from './report.ts'
import { row, HEAD } from './table.ts'

const { values } = parseArgs({
  options: {
    windows: { type: 'string', default: '32,64,128,200' },
    strategies: { type: 'string' },
    part: { type: 'string' },
    only: { type: 'string' },
    small: { type: 'boolean', default: false },
    calm: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    sessions: { type: 'boolean', default: false },
    model: { type: 'string' },
    json: { type: 'string' },
  },
})
const sessions = loadSessions({
  small: values.small,
  ...(values.only && { only: values.only.split(',') }),
  ...(values.model && { model: values.model }),
}).filter((session) => !values.part || session.part === values.part)
console.error(`${sessions.length} sessions, ${sessions.reduce((sum, one) => sum + one.steps.length, 0)} steps`)
const wanted = values.strategies?.split(',')
const others = await peers()
for (const one of others.missing) console.error(`left out, ${one} (npm install in bench/ brings it)`)
const strategies = [unlimited, rawWindow, ...presets(), ...others.strategies].filter(
  (one) => !wanted || wanted.includes(one.name) || (wanted.includes('peers') && others.strategies.includes(one)),
)
const results: {
  window: number
  strategy: string
  session: string
  repository: string
  part: string
  load: number
  figures: Figures
}[] = []
for (const window of values.windows.split(',').map((k) => Number(k) * 1000)) {
  console.log(`\nwindow ${window}\n${HEAD}`)
  for (const strategy of strategies) {
    let total = noFigures()
    let n = 0
    for (const session of sessions) {
      const load = session.tokens / window
      const isCalm = load <= 0.45 && OURS.includes(strategy.name)
      if (!(values.calm ? isCalm : load > 0.8 || (values.all && isCalm))) continue
      const figures = await replay(session, strategy, window)
      if (values.sessions) console.log(row(session.name, figures, 1))
      results.push({
        window,
        strategy: strategy.name,
        session: session.name,
        repository: session.repository,
        part: session.part,
        load,
        figures,
      })
      if (load <= 0.8 && !values.calm) continue
      total = addFigures(total, figures)
      n++
    }
    console.log(row(strategy.name, total, n))
    if (values.json) writeFileSync(values.json, JSON.stringify(results))
  }
}
